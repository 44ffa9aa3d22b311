import {
  formatAvailability,
  formatDowntime,
  formatGrowth,
  formatPoints,
} from "../availability/figures.ts";
import type { CutPair, Explained, Limit } from "../gate/explained.ts";
import { count, list, name, type Phrase, say } from "./phrase.ts";

/** How much of an endpoint's downtime goes with a component: `78%`. */
export function shareText({ criticality }: Limit): string {
  if (criticality >= 1) return "100%";
  return criticality < 0.001 ? "under 0.1%" : formatGrowth(criticality, [1]);
}

/** What becomes of the endpoint while the component is down: "down", "−20 points". */
export function lossText({ birnbaum, single }: Limit): string {
  return single ? "down" : `−${formatPoints(birnbaum)}`;
}

/**
 * What no replication lifts (Proposition 4): the lowest ceiling of a dependency, a domain or a third party
 * that the endpoint cannot do without. `null` where there is none below 1.
 */
export function ceilingWords(
  { limits }: Pick<Explained, "limits">,
  slo: number | null,
): Phrase | null {
  const fixed = limits.filter(
    ({ kind, external, ceiling }) => ceiling < 1 && (kind !== "service" || external === true),
  );
  const [lowest] = fixed.toSorted((a, b) => a.ceiling - b.ceiling);
  if (lowest === undefined) return null;
  const most = formatAvailability(lowest.ceiling, { thresholds: slo === null ? [] : [slo] });
  const what = lowest.kind === "service" ? "third party" : lowest.kind;
  const short = slo !== null && lowest.ceiling < slo ? ", which is below its SLO" : "";
  return say`at most ${most} whatever the replicas${short}: the ${what} ${name(lowest.component)} is needed`;
}

/** "Single points of failure: `payment`, `stripe` and 3 more"; `null` where there is none. */
export function singlesWords({ limits }: Pick<Explained, "limits">, most: number): Phrase | null {
  const singles = limits.filter(({ single }) => single);
  if (singles.length === 0) return null;
  const named: readonly Phrase[] = singles.slice(0, most).map(({ component }) => [name(component)]);
  const rest = singles.length - named.length;
  return list(rest === 0 ? named : [...named, [`${rest} more`]]);
}

/** "`cart` with `cache` (1 min 5 s per 30 days)": both down at once, as far as they are independent. */
export function cutWords({ components: [a, b], probability }: CutPair): Phrase {
  return say`${name(a)} with ${name(b)} (${formatDowntime(probability)} per 30 days)`;
}

/** "3 other pairs". */
export function moreCuts(n: number): string {
  return count(n, "other pair");
}
