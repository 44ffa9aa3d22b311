import type { Structure } from "../../availability/structure.ts";
import type { CutPair } from "../explained.ts";
import type { ModelComponent } from "./components.ts";

/** Components that are tried one by one; beyond, the pairs of the rest are not looked for. */
const MOST_TRIED = 400;

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

/** What no member of the mixture that can hold does without. */
function common(mandatory: readonly (ReadonlySet<number> | null)[]): ReadonlySet<number> {
  const [first, ...others] = mandatory.filter((one) => one !== null);
  if (first === undefined) return new Set();
  return new Set([...first].filter((one) => others.every((set) => set.has(one))));
}
