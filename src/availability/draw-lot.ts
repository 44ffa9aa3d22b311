import { type Key, newStream, nextWords, openStream } from "./random.ts";
import { list, ROW, type Rows, STATES, WORDS } from "./sampler-rows.ts";

/**
 * Of `size` replicas `dead` are taken away in each state, any set as likely as any other: the urn of
 * a kill, or the victims among a component's own. Only the slots are told apart, at most `size`.
 */
export type Lot = {
  readonly size: number;
  readonly dead: number;
  readonly slots: readonly { readonly key: Key; readonly index: number; readonly row: number }[];
};

/**
 * Selection sampling (Knuth, "The Art of Computer Programming", 3.4.2, algorithm S): slot i is dead
 * with probability left / (size - i), to within 2^-32. A slot's number depends on its key alone, so
 * that lots of nearly the same size agree in nearly all states.
 */
export function drawLot({ size, dead, slots }: Lot, block: number, rows: Rows): void {
  const left = new Int32Array(STATES).fill(dead);
  const random = new Int32Array(32);
  const stream = newStream();
  slots.forEach(({ key, index, row }, place) => {
    openStream(stream, key, block, index);
    const remaining = (size - place) / 2 ** 32;
    const base = row * ROW;
    for (let word = 0; word < WORDS; word++) {
      nextWords(stream, random);
      let taken = 0;
      for (let bit = 0; bit < 32; bit++) {
        const state = 32 * word + bit;
        if ((random[bit]! >>> 0) * remaining >= left[state]!) continue;
        left[state]!--;
        taken |= 1 << bit;
      }
      rows.words[base + word] = taken;
    }
    list(rows, row);
  });
}
