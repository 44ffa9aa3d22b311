import type { SweepResult } from "../gate/sweep.ts";
import {
  crossingWords,
  dominanceWords,
  levelText,
  surenessWords,
  sweptFigure,
  sweptInterval,
} from "../report/sweep-words.ts";
import type { PageModel } from "./context.ts";
import { type Child, h, phrase, table } from "./dom.ts";
import { openEngine } from "./engine-client.ts";
import { sweepCurve } from "./sweep-curve.ts";

/** Milliseconds that a curve may take. */
const LIMIT = 20_000;
/** Components to choose from beside all θ and all ρ: what limits the endpoint. */
const MOST = 12;

let ids = 0;

/** How an endpoint falls as something gets worse: worked out where somebody opens it. */
export function sweepPart(page: PageModel, name: string): Child {
  const { head, model } = page;
  const endpoint = head?.model.endpoints.findIndex((one) => one.name === name) ?? -1;
  if (head === null || endpoint < 0) return null;
  const limits = model.endpoints.find((one) => one.name === name)?.explained?.limits ?? [];
  const names = limits.slice(0, MOST).map(({ component }) => component);
  const id = `sweep-${ids++}`;
  const choice = h(
    "select",
    { id },
    h("option", { value: "theta" }, "every replica (θ)"),
    h("option", { value: "rho" }, "every dependency (ρ)"),
    names.map((one) => h("option", { value: one }, one)),
  );
  const result = h("div");
  const status = h("p", { role: "status", class: "quiet" });
  let close = () => {};
  const draw = () => {
    close();
    status.textContent = "Being worked out…";
    const engine = openEngine(
      page.script,
      (answer) => {
        if (answer.kind !== "sweep") return;
        engine.close();
        status.textContent = "";
        result.replaceChildren(...(answer.result === null ? [] : drawn(answer.result)));
      },
      LIMIT,
      () => {
        status.textContent = "It took too long: ask the command line, with `explain --sweep`.";
      },
    );
    close = engine.close;
    engine.ask({ kind: "model", model: head.packed, options: page.options });
    // The name as the model has it: what is shown may be spelled out.
    const asked = [`theta`, `rho`, ...names][choice.selectedIndex] ?? "theta";
    engine.ask({ kind: "sweep", endpoint, asked });
  };
  choice.addEventListener("change", draw);
  const fold = h(
    "details",
    { class: "sweep" },
    h("summary", {}, "How it falls as something gets worse"),
    h("div", { class: "tools" }, h("label", { for: id }, "As this gets worse: ", choice), status),
    result,
  );
  fold.addEventListener("toggle", () => {
    if (fold.open && result.childElementCount === 0) draw();
  });
  return fold;
}

function drawn(result: SweepResult): readonly HTMLElement[] {
  const { points, slo, exact } = result;
  const rows = points.map((point) => [
    levelText(point),
    sweptFigure(point, slo),
    ...(exact ? [] : [sweptInterval(point) ?? "exact"]),
  ]);
  const titles = ["Each at", "Endpoint", ...(exact ? [] : ["Between"])];
  const sureness = surenessWords(result);
  return [
    h("p", {}, phrase(crossingWords(result))),
    h("p", {}, phrase(dominanceWords(result))),
    h("div", {}, sweepCurve(result)),
    ...(sureness === null ? [] : [h("p", { class: "quiet" }, sureness)]),
    h(
      "details",
      {},
      h("summary", {}, "The curve as a table"),
      table(
        "The curve",
        titles,
        rows,
        titles.map((_, at) => at),
      ),
    ),
  ];
}
