import { button, h } from "./dom.ts";
import { type Layout, NODE } from "./layout.ts";
import {
  centre,
  type Direction,
  neighbour,
  type Size,
  showing,
  type View,
  wholeView,
  zoomed,
} from "./zoom.ts";

const STEP = 1.4;
/** Pixels of its window. */
const LEAST_HEIGHT = 240;
const MOST_HEIGHT = 560;
/** Units of the drawing to a pixel at which names can be read. */
const READABLE = 1.5;
/** Pixels from which a press is a drag. */
const DRAG = 4;

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/**
 * A picture with buttons to zoom, moved by dragging. Its nodes are one stop of the tab key, and arrow keys
 * lead from one to the next (WAI-ARIA Authoring Practices, "roving tabindex").
 *
 * @param tell hears which node is looked at; `choose` which is pressed
 */
export function graphView(
  picture: SVGSVGElement,
  nodes: readonly SVGGElement[],
  layout: Layout,
  tell: (node: number | null) => void,
  choose: (node: number) => void,
): HTMLElement {
  let whole = wholeView(layout, layout);
  let view = whole;
  const show = (next: View) => {
    view = next;
    picture.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  };
  const zoom = (factor: number, at = centre(view)) => show(zoomed(view, factor, at, whole));
  show(whole);
  // Its width is known once it stands in the page.
  requestAnimationFrame(() => {
    const width = picture.clientWidth || layout.width;
    const height = windowHeight(layout, width);
    picture.style.height = `${height}px`;
    whole = wholeView(layout, { width, height });
    show(firstView(whole, { width, height }, layout.services[0]));
  });

  for (const [index, node] of nodes.entries()) {
    node.addEventListener("pointerenter", () => tell(index));
    node.addEventListener("focus", () => {
      for (const one of nodes) one.setAttribute("tabindex", one === node ? "0" : "-1");
      show(showing(view, layout.services[index]!, 60));
      tell(index);
    });
    node.addEventListener("keydown", (event) => {
      const direction = DIRECTIONS[event.key];
      if (direction !== undefined) {
        const next = neighbour(layout.services, index, direction);
        if (next !== null) nodes[next]!.focus();
      } else if (event.key === "Enter" || event.key === " ") choose(index);
      else if (event.key === "+" || event.key === "=") zoom(1 / STEP);
      else if (event.key === "-") zoom(STEP);
      else if (event.key === "0") show(whole);
      else return;
      event.preventDefault();
    });
  }
  dragged(
    picture,
    () => view,
    show,
    (target) => {
      const index = nodes.findIndex((one) => one.contains(target));
      if (index >= 0) choose(index);
    },
  );
  picture.addEventListener(
    "wheel",
    (event) => {
      // The page scrolls by the wheel alone.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? STEP : 1 / STEP, pointOf(picture, view, event));
    },
    { passive: false },
  );
  const tools = h(
    "div",
    { class: "tools", role: "group", "aria-label": "Zoom" },
    button({ "aria-label": "Zoom in" }, () => zoom(1 / STEP), "+"),
    button({ "aria-label": "Zoom out" }, () => zoom(STEP), "−"),
    button({}, () => show(whole), "Fit"),
    h(
      "span",
      { class: "quiet" },
      "Drag to move; Ctrl and the wheel, or + and −, to zoom. Dashed: async.",
    ),
  );
  return h("div", {}, picture, tools);
}

function windowHeight(layout: Layout, width: number): number {
  const needed = layout.height * Math.min(1, width / layout.width);
  return Math.round(Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, needed + 16)));
}

/** All of it where its names can be read; else as much as can, from the first service on. */
function firstView(
  whole: View,
  window: Size,
  first: { readonly x: number; readonly y: number } | undefined,
): View {
  if (whole.width <= READABLE * window.width || first === undefined) return whole;
  const [width, height] = [READABLE * window.width, READABLE * window.height];
  return { x: first.x - width / 2, y: first.y - NODE.height, width, height };
}

/** Where of the drawing a pointer is. */
function pointOf(
  picture: SVGSVGElement,
  view: View,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): { readonly x: number; readonly y: number } {
  const box = picture.getBoundingClientRect();
  return {
    x: view.x + ((clientX - box.left) / box.width) * view.width,
    y: view.y + ((clientY - box.top) / box.height) * view.height,
  };
}

function dragged(
  picture: SVGSVGElement,
  viewNow: () => View,
  show: (view: View) => void,
  press: (target: Element) => void,
): void {
  let start: { readonly x: number; readonly y: number; readonly view: View } | null = null;
  let target: Element | null = null;
  let moved = false;
  picture.addEventListener("pointerdown", (event) => {
    start = { x: event.clientX, y: event.clientY, view: viewNow() };
    target = event.target instanceof Element ? event.target : null;
    moved = false;
  });
  picture.addEventListener("pointermove", (event) => {
    if (start === null || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!moved && Math.hypot(dx, dy) < DRAG) return;
    if (!moved) picture.setPointerCapture(event.pointerId);
    moved = true;
    const scale = start.view.width / picture.getBoundingClientRect().width;
    show({ ...start.view, x: start.view.x - dx * scale, y: start.view.y - dy * scale });
  });
  picture.addEventListener("pointerup", () => {
    if (!moved && target !== null) press(target);
    start = null;
  });
  picture.addEventListener("pointercancel", () => {
    start = null;
  });
}
