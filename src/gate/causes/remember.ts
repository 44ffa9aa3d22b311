import type { Fact } from "./facts.ts";
import type { SideName } from "./sides.ts";

/** From which side a slot of the mixture is taken. */
export type Choice = (slot: string) => SideName;

/**
 * What was built before from the same slots of the same sides, as the identical object; else built.
 *
 * @param on what else it is built from, told apart by identity
 */
export type Remember = <T extends object | null>(
  what: string,
  on: readonly unknown[],
  build: () => T,
) => T;

/** Nothing is remembered. */
export const forget: Remember = (_what, _on, build) => build();

type Known = {
  readonly on: readonly unknown[];
  /** The slots that it was built from, and the sides that they were taken from. */
  readonly slots: ReadonlyMap<string, SideName>;
  readonly value: object | null;
};

/**
 * Choices of one mixture after the other, and what is remembered between them: most of a system is alike in
 * all. A slot that no fact holds is as at head.
 */
export function choices(facts: readonly Fact[]): {
  readonly pick: Choice;
  readonly remember: Remember;
  readonly adopt: (isAdopted: (fact: Fact) => boolean) => void;
} {
  const homes = new Map(facts.flatMap((fact) => fact.slots.map((one) => [one, fact] as const)));
  const known = new Map<string, Known[]>();
  const trails: Map<string, SideName>[] = [];
  let adopted: (fact: Fact) => boolean = () => true;
  const sideOf = (slot: string): SideName => (adopted(homes.get(slot)!) ? "head" : "base");
  const pick = (slot: string): SideName => {
    if (!homes.has(slot)) return "head";
    const side = sideOf(slot);
    for (const trail of trails) trail.set(slot, side);
    return side;
  };
  const remember: Remember = (what, on, build) => {
    const list = known.get(what) ?? [];
    if (list.length === 0) known.set(what, list);
    const found = list.find(
      (one) =>
        one.on.every((input, i) => input === on[i]) &&
        [...one.slots].every(([slot, side]) => sideOf(slot) === side),
    );
    if (found !== undefined) {
      for (const slot of found.slots.keys()) pick(slot);
      return found.value as ReturnType<typeof build>;
    }
    const trail = new Map<string, SideName>();
    trails.push(trail);
    const value = build();
    trails.pop();
    list.push({ on, slots: trail, value });
    return value;
  };
  return {
    pick,
    remember,
    adopt: (isAdopted) => {
      adopted = isAdopted;
    },
  };
}
