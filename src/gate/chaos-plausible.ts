import type { Model } from "../model/model.ts";
import { componentsOf, type ModelComponent } from "./limits/components.ts";
import type { Variant } from "./limits/variant.ts";

/** Assumptions that one figure of a component rests on, and that its failing tells of. */
const TESTABLE: ReadonlySet<Variant["kind"]> = new Set([
  "default",
  "unmatched",
  "evidence-age",
  "evidence-amount",
]);

export type Plausible = {
  readonly low: number;
  readonly high: number;
  readonly assumptions: readonly string[];
};

/** What each component's availability could be if one of its assumptions were wrong, by its index. */
export function plausibleOf(
  model: Model,
  components: readonly ModelComponent[],
  variants: readonly Variant[],
  matters: (component: number) => boolean,
): ReadonlyMap<number, Plausible> {
  const found = new Map<number, (Plausible & { readonly width: number })[]>();
  for (const { kind, moves, worse, better, message } of variants) {
    const moved = moves?.filter(matters) ?? [];
    if (!TESTABLE.has(kind) || moved.length === 0) continue;
    const ends = [worse, better].map((end) => componentsOf(end?.() ?? model));
    for (const index of moved) {
      const ups = [components, ...ends].map((all) => all[index]!.up.p);
      const [low, high] = [Math.min(...ups), Math.max(...ups)];
      const one = { low, high, width: high - low, assumptions: [message] };
      found.set(index, [...(found.get(index) ?? []), one]);
    }
  }
  return new Map(
    [...found].map(([index, all]) => {
      const riskiest = all.toSorted((a, b) => b.width - a.width);
      const low = Math.min(...all.map((one) => one.low));
      const high = Math.max(...all.map((one) => one.high));
      return [index, { low, high, assumptions: riskiest.flatMap((one) => one.assumptions) }];
    }),
  );
}
