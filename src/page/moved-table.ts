import type { Estimate } from "../availability/estimate.ts";
import { NEGLIGIBLE } from "../availability/estimate.ts";
import { formatAvailability, formatDowntime, formatPercent } from "../availability/figures.ts";
import type { Model } from "../model/model.ts";
import { h } from "./dom.ts";
import { verdictMark } from "./verdict-mark.ts";

/** Rows that are drawn at every step of a slider. */
const MOST = 25;

type Moved = {
  readonly name: string;
  readonly slo: number | null;
  readonly now: Estimate;
  readonly then: Estimate;
};

/** What would move, the largest loss first; how many move, and how many would be below their SLO. */
export function movedTable(
  { endpoints }: Model,
  now: readonly (Estimate | null)[],
  figures: ReadonlyMap<number, Estimate>,
): { readonly element: HTMLElement; readonly moved: number; readonly below: number } {
  const all = endpoints.flatMap(({ name, slo }, index): Moved[] => {
    const [before, then] = [now[index] ?? null, figures.get(index)];
    return before === null || then === undefined
      ? []
      : [{ name, slo: slo?.p ?? null, now: before, then }];
  });
  const moved = all
    .filter((one) => Math.abs(lossOf(one)) > NEGLIGIBLE)
    .sort((a, b) => lossOf(b) - lossOf(a));
  return {
    element: drawn(moved),
    moved: moved.length,
    below: all.filter(isBelow).length,
  };
}

function lossOf({ now, then }: Moved): number {
  return then.unavailability - now.unavailability;
}

function isBelow({ slo, then }: Moved): boolean {
  return slo !== null && then.availability < slo - NEGLIGIBLE;
}

function drawn(moved: readonly Moved[]): HTMLElement {
  if (moved.length === 0) return h("p", {}, "Nothing moves.");
  const rows = moved.slice(0, MOST).map(rowOf);
  const heads = ["Verdict", "Endpoint", "Now", "What if", "Downtime in 30 days", "SLO"];
  return h(
    "div",
    { class: "scroll", role: "group", "aria-label": "What would move", tabindex: 0 },
    h(
      "table",
      {},
      h("caption", { class: "unseen" }, "What would move"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((one, at) => h("th", { scope: "col", class: at < 2 ? null : "figure" }, one)),
        ),
      ),
      h("tbody", {}, rows),
    ),
    moved.length > MOST ? h("p", { class: "quiet" }, `and ${moved.length - MOST} more`) : null,
  );
}

function rowOf(moved: Moved): HTMLElement {
  const { name, slo, now, then } = moved;
  const thresholds = slo === null ? [] : [slo];
  // The figure to its last digit, for those who compare.
  const exact = {
    "data-availability": then.availability,
    "data-unavailability": then.unavailability,
  };
  return h(
    "tr",
    { "data-endpoint": name, ...exact },
    h("td", {}, slo === null ? "–" : verdictMark(isBelow(moved) ? "fail" : "pass")),
    h("th", { scope: "row" }, name),
    h("td", { class: "figure" }, formatAvailability(now, { thresholds, others: [then] })),
    h(
      "td",
      { class: "figure" },
      h("strong", {}, formatAvailability(then, { thresholds, others: [now] })),
    ),
    h(
      "td",
      { class: "figure" },
      `${formatDowntime(now.unavailability)} → ${formatDowntime(then.unavailability)}`,
    ),
    h("td", { class: "figure" }, slo === null ? "–" : formatPercent(slo)),
  );
}
