import { formatAvailability, formatPoints } from "../availability/figures.ts";
import type { Injection } from "../gate/chaos.ts";
import { intervalOf, raised } from "./rows.ts";

/**
 * How far the endpoint's figure could be off: `0.93 points`, `about 0.93 points (0.90 – 0.97)`, `at most 0.02 points`.
 * A most is rounded up, where all else is floored.
 */
export function riskText({ risk, riskInterval }: Injection): string {
  if (riskInterval === undefined) return formatPoints(risk);
  const [low, high] = riskInterval;
  if (low === 0) return `at most ${raised(`${bare(high)}%`, high).replace(/%$/, "")} points`;
  return `about ${formatPoints(risk)} (${bare(low)} – ${bare(high)})`;
}

/** Without the unit. */
function bare(points: number): string {
  return formatPoints(points).replace(/ points$/, "");
}

/** The endpoint while the fault is there, with what it may be where it is not exact. */
export function expectedText({ expected }: Injection): string {
  const shown = formatAvailability(expected);
  if (expected.interval === undefined) return shown;
  return `about ${shown} (${intervalOf(expected)})`;
}
