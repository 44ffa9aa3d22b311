import type { Structure } from "../../availability/structure.ts";
import type { CutPair } from "../explained.ts";
import type { ModelComponent } from "./components.ts";

/** Components that are tried one by one; beyond, the pairs of the rest are not looked for. */
export const MOST_TRIED = 400;

/**
 * Minimal cut sets of order 2: pairs of components, neither of them a single point of failure, without
 * which no member of the mixture holds. Those that fail together the most often come first.
 *
 * @param order components by how much they matter: where there are too many, the first are tried
 */
export function cutPairsOf(
  structure: Structure,
  components: readonly ModelComponent[],
  order: readonly number[],
): readonly CutPair[] {
  const singles = common(structure.alone);
  const tried = order.filter((one) => !singles.has(one)).slice(0, MOST_TRIED);
  const place = new Map(tried.map((one, at) => [one, at]));
  const pairs: CutPair[] = [];
  for (const [at, one] of tried.entries()) {
    for (const other of common(structure.mandatory([one]))) {
      // Each pair once, at its first.
      if (singles.has(other) || other === one || (place.get(other) ?? -1) < at) continue;
      const [a, b] = [components[one]!, components[other]!];
      const names = a.name < b.name ? ([a.name, b.name] as const) : ([b.name, a.name] as const);
      pairs.push({ components: names, probability: a.up.q * b.up.q });
    }
  }
  return pairs.sort(
    (a, b) => b.probability - a.probability || (a.components.join() < b.components.join() ? -1 : 1),
  );
}

/**
 * P(one at least of what the endpoint cannot do without is down, given that a component is), by their own states,
 * which are independent of one another: not more than what it then fails, but for incidents. What takes three
 * failures is not in it.
 *
 * @param fallen `null`: none is
 */
export function leastLoss(
  structure: Structure,
  components: readonly ModelComponent[],
  fallen: number | null,
): number {
  const mandatory = fallen === null ? structure.alone : structure.mandatory([fallen]);
  const others = [...common(mandatory)].filter((one) => one !== fallen);
  return 1 - others.reduce((holds, one) => holds * components[one]!.up.p, 1);
}

/**
 * How critical each component is as far as pairs show it: P(one of its pairs is down) over the unavailability
 * (Fussell and Vesely's importance, of cut sets of order 2).
 */
export function criticalInPairs(
  pairs: readonly CutPair[],
  unavailability: number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { components, probability } of pairs) {
    for (const one of components) sums.set(one, (sums.get(one) ?? 0) + probability);
  }
  return new Map([...sums].map(([one, sum]) => [one, Math.min(1, sum / unavailability)]));
}

/** What no member of the mixture that can hold does without. */
function common(mandatory: readonly (ReadonlySet<number> | null)[]): ReadonlySet<number> {
  const [first, ...others] = mandatory.filter((one) => one !== null);
  if (first === undefined) return new Set();
  return new Set([...first].filter((one) => others.every((set) => set.has(one))));
}
