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

/** The facts, in the order of the first piece of each. */
export function joinPieces(pieces: readonly Piece[]): readonly Fact[] {
  const facts = new Map<string, Fact>();
  for (const { key, slots, changes, group } of pieces) {
    const known = facts.get(key);
    facts.set(key, {
      group: known?.group ?? group,
      slots: [...(known?.slots ?? []), ...slots],
      changes: [...new Set([...(known?.changes ?? []), ...changes])],
    });
  }
  return [...facts.values()];
}
