import { count } from "../report/phrase.ts";
import type { PageModel } from "./context.ts";
import { button, h } from "./dom.ts";
import { openEngine } from "./engine-client.ts";
import { type Drawing, wholeDrawing } from "./graph.ts";
import { drawGraph } from "./graph-drawing.ts";
import { graphList } from "./graph-list.ts";

/** Milliseconds that laying a graph out may take. */
const LIMIT = 20_000;

/** Services up to which all are drawn where no part of them is affected. */
const FEW = 60;

/**
 * The graph of a spec: the affected part, or everything.
 *
 * @param ask what becomes of a service that is chosen
 */
export function graphSection(page: PageModel, ask: (service: string) => void): HTMLElement | null {
  const affected = page.model.graph;
  const whole = page.head === null ? null : wholeDrawing(page.head.model, affected);
  if (affected === undefined && (whole === null || whole.services.length < 2)) return null;
  const stage = h("div", { class: "stage" });
  const list = h("div");
  const status = h("p", { role: "status", class: "quiet" });
  let close = () => {};

  const show = (drawing: Drawing) => {
    close();
    const { services, dependencies } = drawing;
    const size = `${count(services.length, "service")}, ${count(dependencies.length, "connection")}`;
    status.textContent = `${size}: being laid out…`;
    stage.replaceChildren();
    list.replaceChildren(graphList(drawing));
    const engine = openEngine(
      page.script,
      (answer) => {
        if (answer.kind !== "layout") return;
        engine.close();
        status.textContent = size;
        stage.replaceChildren(drawGraph(drawing, answer.layout, ask));
      },
      LIMIT,
      () => {
        status.textContent = `${size}: too many to lay out in time; they are listed below.`;
      },
    );
    close = engine.close;
    engine.ask({ kind: "layout", id: 0, drawing });
  };

  const choices: readonly (readonly [string, Drawing])[] = [
    ...(affected === undefined ? [] : [["What is affected", affected] as const]),
    ...(whole === null ? [] : [["Everything", whole] as const]),
  ];
  const buttons = choices.map(([title, drawing], at) =>
    button({ "aria-pressed": "false" }, () => choose(at, drawing), title),
  );
  const choose = (at: number, drawing: Drawing) => {
    for (const [index, one] of buttons.entries()) {
      one.setAttribute("aria-pressed", String(index === at));
    }
    show(drawing);
  };
  const first = choices[0]!;
  if (affected !== undefined || first[1].services.length <= FEW) {
    // After the page is there: a reader of the verdict waits for no graph.
    setTimeout(() => choose(0, first[1]), 0);
  } else status.textContent = `${count(first[1].services.length, "service")}: choose what to draw`;
  return h(
    "section",
    { "aria-labelledby": "graph-title" },
    h("h2", { id: "graph-title" }, "Graph"),
    h("div", { class: "tools" }, buttons, status),
    stage,
    h("details", {}, h("summary", {}, "The graph as a list"), list),
  );
}
