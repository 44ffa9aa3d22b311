import type { Item } from "./layout.ts";

/** Which bits of a state hold which item. The lowest free ones are taken, so that states stay short. */
export type Slots = {
  readonly isOpen: (item: Item) => boolean;
  /** Its bits, the lowest of its value first. */
  readonly of: (item: Item) => readonly number[];
  readonly open: (item: Item, width: number) => void;
  readonly close: (item: Item) => void;
  readonly inUse: () => readonly number[];
  /** Bits that were ever in use at one time. */
  readonly most: () => number;
};

export function openSlots(): Slots {
  const taken: boolean[] = [];
  const items = new Map<Item, readonly number[]>();
  return {
    isOpen: (item) => items.has(item),
    of: (item) => items.get(item) ?? [],
    open: (item, width) => {
      const bits: number[] = [];
      for (let bit = 0; bits.length < width; bit++) {
        if (taken[bit] === true) continue;
        taken[bit] = true;
        bits.push(bit);
      }
      items.set(item, bits);
    },
    close: (item) => {
      for (const bit of items.get(item) ?? []) taken[bit] = false;
      items.delete(item);
    },
    inUse: () => {
      const bits: number[] = [];
      for (let bit = 0; bit < taken.length; bit++) if (taken[bit] === true) bits.push(bit);
      return bits;
    },
    most: () => taken.length,
  };
}
