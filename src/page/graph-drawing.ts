import type { AffectedDependency, AffectedService } from "../gate/explained.ts";
import { shorten } from "../report/escape.ts";
import { count } from "../report/phrase.ts";
import { type Child, h, svg } from "./dom.ts";
import type { Drawing } from "./graph.ts";
import { graphView } from "./graph-view.ts";
import { type Layout, NODE } from "./layout.ts";

/** Characters of a name that fit in a node. */
const FITS = 21;

/** The graph as a picture that is moved, zoomed and walked through. */
export function drawGraph(
  drawing: Drawing,
  layout: Layout,
  ask: (service: string) => void,
): HTMLElement {
  const { services, dependencies } = drawing;
  const info = h(
    "p",
    { class: "info" },
    "Hover over a service, or move to one with the arrow keys.",
  );
  const edges = dependencies.map((one, at) => edge(one, layout.dependencies[at] ?? []));
  const nodes = services.map((one, at) => node(one, layout.services[at]!, at === 0));
  const picture = svg(
    "svg",
    { role: "group", "aria-label": "Services and their dependencies", class: "graph" },
    arrowHeads(),
    svg("g", { "aria-hidden": "true" }, edges),
    nodes,
  );
  const tell = (at: number | null) => {
    const name = at === null ? null : services[at]!.name;
    for (const [index, { from, to }] of dependencies.entries()) {
      edges[index]!.classList.toggle("near", from === name || to === name);
    }
    if (name !== null && at !== null) info.replaceChildren(...about(services[at]!, dependencies));
  };
  const view = graphView(picture, nodes, layout, tell, (at) => ask(services[at]!.name));
  return h("div", {}, view, info);
}

function node(
  service: AffectedService,
  { x, y }: { readonly x: number; readonly y: number },
  first: boolean,
): SVGGElement {
  const { name, change, limiting, entry, external } = service;
  const shown = shorten(name, FITS);
  return svg(
    "g",
    {
      role: "button",
      tabindex: first ? 0 : -1,
      // What is seen of it, as it is seen: who speaks to the browser says that.
      "aria-label": `${shown} ${marksOf(service)}${shown === name ? "" : `, ${name}`}`,
      class: ["node", change ?? "", limiting ? "limiting" : "", entry ? "entry" : ""].join(" "),
      transform: `translate(${x - NODE.width / 2} ${y - NODE.height / 2})`,
    },
    svg("rect", { width: NODE.width, height: NODE.height, rx: external ? 22 : 6 }),
    svg("text", { x: NODE.width / 2, y: 19, class: "title" }, shown),
    " ",
    svg("text", { x: NODE.width / 2, y: 36, class: "marks" }, marksOf(service)),
  );
}

/** Never by colour alone. */
function marksOf({ replicas, external, change, limiting }: AffectedService): string {
  const size = external ? "external" : count(replicas, "replica");
  return [size, change, limiting ? "limits" : null].filter((one) => one !== null).join(" · ");
}

function edge(
  { mode, change, limiting }: AffectedDependency,
  points: readonly { readonly x: number; readonly y: number }[],
): SVGPathElement {
  const kind = ["edge", mode, change ?? "", limiting ? "limiting" : ""].join(" ");
  return svg("path", { class: kind, d: pathOf(points), "marker-end": "url(#arrow)" });
}

/** Through the middles between the points, curved at them. */
function pathOf(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  const last = rest.at(-1) ?? first;
  const curves = rest.slice(0, -1).map((one, at) => {
    const next = rest[at + 1]!;
    const end =
      at === rest.length - 2 ? last : { x: (one.x + next.x) / 2, y: (one.y + next.y) / 2 };
    return `Q${one.x} ${one.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y}${curves.length === 0 ? `L${last.x} ${last.y}` : curves.join("")}`;
}

function arrowHeads(): SVGDefsElement {
  const marker = svg(
    "marker",
    {
      id: "arrow",
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 9,
      markerHeight: 9,
      markerUnits: "userSpaceOnUse",
      orient: "auto",
    },
    svg("path", { d: "M0 0L8 4L0 8z", class: "arrow" }),
  );
  return svg("defs", {}, marker);
}

/** What stands beside the picture while a service is looked at. */
function about(
  service: AffectedService,
  dependencies: readonly AffectedDependency[],
): readonly (Node | string)[] {
  const calls = dependencies.filter(({ from }) => from === service.name);
  const called = dependencies.filter(({ to }) => to === service.name);
  const names = (list: readonly string[]): Child =>
    list.slice(0, 8).map((one, at) => [at > 0 ? ", " : "", h("code", {}, one)]);
  const more = (list: readonly unknown[]) =>
    list.length > 8 ? ` and ${list.length - 8} more` : "";
  return [
    h("code", {}, service.name),
    `: ${marksOf(service)}${service.entry ? " · entry" : ""}. `,
    h(
      "span",
      {},
      calls.length === 0
        ? "Calls nothing. "
        : [
            "Calls ",
            names(calls.map((one) => `${one.to}${one.mode === "async" ? " (async)" : ""}`)),
            `${more(calls)}. `,
          ],
      called.length === 0
        ? "Nothing calls it."
        : ["Called by ", names(called.map(({ from }) => from)), `${more(called)}.`],
    ),
  ];
}
