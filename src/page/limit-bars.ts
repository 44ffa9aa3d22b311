import { formatAvailability } from "../availability/figures.ts";
import type { Limit } from "../gate/explained.ts";
import { type PageModel, placeLink } from "./context.ts";
import { type Child, h, table } from "./dom.ts";

/** Components that are seen at once; the rest are a click away. */
const FIRST = 6;

/** The components by their share of the downtime, as bars beside their figures. */
export function limitBars(page: PageModel, limits: readonly Limit[]): Child {
  if (limits.length === 0) return null;
  const rows = limits.map((limit): readonly Child[] => [
    [
      h("code", {}, limit.component),
      limit.single ? h("span", { class: "tag" }, "single point of failure") : null,
      h("div", {}, placeLink(page, limit)),
    ],
    [bar(limit.criticality), `${percent(limit.criticality)}`],
    limit.birnbaum.toPrecision(3),
    formatAvailability(limit.ceiling),
  ]);
  const heads = ["Component", "Share of the downtime", "Birnbaum", "Ceiling"];
  const rest = rows.slice(FIRST);
  return [
    table("Limits", heads, rows.slice(0, FIRST), [2, 3]),
    rest.length === 0
      ? null
      : h(
          "details",
          {},
          h("summary", {}, `${rest.length} more`),
          table("Further limits", heads, rest, [2, 3]),
        ),
    h(
      "p",
      { class: "quiet" },
      "Birnbaum: how much availability goes with it, from up to down. Ceiling: the most that the endpoint could reach while this component stays as it is.",
    ),
  ];
}

function bar(share: number): HTMLElement {
  const fill = h("span");
  // The policy refuses style attributes, and not what a script sets.
  fill.style.width = `${Math.max(0, Math.min(100, 100 * share)).toFixed(1)}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}

function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)}%`;
}
