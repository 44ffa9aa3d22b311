import type { SweepResult } from "../gate/sweep.ts";
import { svg } from "./dom.ts";

const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 64;
const BOTTOM = 40;
const TOP = 10;
const RIGHT = 10;
/** Nines to the left edge, and at most to the top. */
const LEVELS = 6;
const BEST = 9;

/** The failure-tolerance curve, both axes in nines: the level from 99.9999% on the left to 0%. */
export function sweepCurve({ points, slo, current, now }: SweepResult): SVGSVGElement {
  const shown = [...points, current].map(({ unavailability }) => nines(unavailability, BEST));
  const promised = slo === null || slo === 1 ? null : nines(1 - slo, BEST);
  const finite = shown.filter((one) => one < BEST);
  const top = Math.max(1, Math.ceil(Math.max(promised ?? 0, ...finite) - 1e-9));
  const x = (failing: number) =>
    LEFT + (1 - nines(failing, LEVELS) / LEVELS) * (WIDTH - LEFT - RIGHT);
  const yOf = (nine: number) => TOP + (1 - Math.min(nine, top) / top) * (HEIGHT - TOP - BOTTOM);
  const path = points
    .map(({ failing, unavailability }, at) => {
      const y = yOf(nines(unavailability, BEST));
      return `${at === 0 ? "M" : "L"}${x(failing).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
  // What a figure that is not exact may be.
  const present = now === null ? [] : [{ ...current, failing: now.low.failing }];
  const bars = [...points, ...present].flatMap(({ failing, interval }) =>
    interval === undefined
      ? []
      : [{ failing, ends: interval.map((end) => yOf(nines(1 - end, BEST))) as [number, number] }],
  );
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "curve",
      role: "img",
      "aria-label":
        "The endpoint's availability as what is chosen gets worse; the same as a table below",
    },
    scale(LEVELS).map((nine) =>
      svg("text", { x: x(10 ** -nine), y: HEIGHT - 22, class: "x" }, percent(nine)),
    ),
    svg("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 5, class: "x" }, "each at"),
    scale(top).map((nine) => [
      svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: yOf(nine), y2: yOf(nine), class: "grid" }),
      svg("text", { x: LEFT - 6, y: yOf(nine) + 4, class: "y" }, percent(nine)),
    ]),
    promised === null
      ? null
      : [
          svg("line", {
            x1: LEFT,
            x2: WIDTH - RIGHT,
            y1: yOf(promised),
            y2: yOf(promised),
            class: "slo",
          }),
          svg("text", { x: WIDTH - RIGHT, y: yOf(promised) - 4, class: "y slo-name" }, "SLO"),
        ],
    bars.map(({ failing, ends }) =>
      svg("line", { x1: x(failing), x2: x(failing), y1: ends[0], y2: ends[1], class: "bar" }),
    ),
    svg("path", { d: path, class: "line" }),
    now === null
      ? null
      : svg("circle", {
          cx: x(now.low.failing),
          cy: yOf(nines(current.unavailability, BEST)),
          r: 5,
          class: "now",
        }),
  );
}

/** -log10, from 0 to the most. */
function nines(share: number, most: number): number {
  return share <= 0 ? most : Math.max(0, Math.min(most, -Math.log10(share)));
}

function scale(most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, nine) => nine);
}

function percent(nine: number): string {
  if (nine === 0) return "0%";
  return nine <= 2 ? `${["", "90", "99"][nine]}%` : `99.${"9".repeat(nine - 2)}%`;
}
