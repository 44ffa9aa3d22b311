import type { Cause, Change } from "../result.ts";
import type { Share } from "./divide.ts";
import type { Fact } from "./facts.ts";
import { DUST, type Units } from "./gather.ts";

/** Shares of the units as causes, the largest effect first. */
export function causesIn(
  units: Units,
  shares: readonly (Share & Pick<Cause, "interval">)[],
): readonly Cause[] {
  return shares
    .filter(({ effect }) => Math.abs(effect) > DUST)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .map(({ facts, ...share }) => ({
      changes: changesOf(units.flatMap((unit, at) => ((facts >> at) & 1 ? unit : []))),
      ...share,
    }));
}

export function changesOf(facts: readonly Fact[]): readonly Change[] {
  return [...new Set(facts.flatMap(({ changes }) => changes))];
}
