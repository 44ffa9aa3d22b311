import { formatAvailability, formatPoints } from "../availability/figures.ts";
import type { Injection } from "../gate/chaos.ts";
import { intervalOf } from "./rows.ts";

/** How far the endpoint's figure could be off: `0.93 points`, `about 0.93 points (0.90 – 0.97)`, `at most 0.02 points`. */
export function riskText({ risk, riskInterval }: Injection): string {
  if (riskInterval === undefined) return formatPoints(risk);
  const [low, high] = riskInterval;
  if (low === 0) return `at most ${formatPoints(high)}`;
  const [least, most] = riskInterval.map((end) => formatPoints(end));
  return `about ${formatPoints(risk)} (${least!.replace(/ points$/, "")} – ${most!.replace(/ points$/, "")})`;
}

/** The endpoint while the fault is there, with what it may be where it is not exact. */
export function expectedText({ expected }: Injection): string {
  const shown = formatAvailability(expected);
  if (expected.interval === undefined) return shown;
  return `about ${shown} (${intervalOf(expected)})`;
}
