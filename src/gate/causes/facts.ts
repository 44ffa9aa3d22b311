import type { Change } from "../result.ts";

/**
 * What can be as at base or as at head, independently of the rest: slots of the mixture that are switched
 * together, and the rows that tell of it.
 */
export type Fact = {
  readonly slots: readonly string[];
  readonly changes: readonly Change[];
  /** What it is counted with where there are too many: a service, mostly. */
  readonly group: string;
};

/** A part of a fact; parts of one key are one fact. */
export type Piece = Fact & { readonly key: string };

/** The name of a slot; the parts of none hold a line break. */
export function slot(...parts: readonly string[]): string {
  return parts.join("\n");
}

/** A piece that is a fact, or not all of one. */
export function piece(
  key: string,
  slots: readonly string[],
  changes: readonly (Change | undefined)[],
  group: string,
): Piece {
  return { key, slots, changes: changes.filter((one) => one !== undefined), group };
}

/**
 * The facts, in the order of the first piece of each. A slot is switched as a whole: pieces that hold one are
 * one fact, whatever their keys.
 */
export function joinPieces(pieces: readonly Piece[]): readonly Fact[] {
  const homeOf = homesOf(pieces);
  const facts = new Map<string, Fact>();
  for (const { key, slots, changes, group } of pieces) {
    const home = homeOf(key);
    const known = facts.get(home);
    facts.set(home, {
      group: known?.group ?? group,
      slots: [...new Set([...(known?.slots ?? []), ...slots])],
      changes: [...new Set([...(known?.changes ?? []), ...changes])],
    });
  }
  return [...facts.values()];
}

/** Of each key one that stands for all keys whose pieces share slots. */
function homesOf(pieces: readonly Piece[]): (key: string) => string {
  const homes = new Map<string, string>();
  const holders = new Map<string, string>();
  const homeOf = (key: string): string => {
    const home = homes.get(key);
    return home === undefined ? key : homeOf(home);
  };
  for (const { key, slots } of pieces) {
    for (const one of slots) {
      const [home, other] = [homeOf(holders.get(one) ?? key), homeOf(key)];
      if (home !== other) homes.set(other, home);
      holders.set(one, home);
    }
  }
  return homeOf;
}
