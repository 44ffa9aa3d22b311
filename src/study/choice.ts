import { drawRow, lawOf } from "../availability/draw-failures.ts";
import { keyOf, newStream, openStream } from "../availability/random.ts";
import { clearRows, newRows, WORDS } from "../availability/sampler-rows.ts";

/**
 * Choose in each state of a block one of several, by their shares, which are above 0: of each, a bit set
 * in every state in which it is chosen. Blocks may be asked for in any order; the next call writes the
 * words anew.
 */
export function openChoice(
  shares: readonly number[],
  seed: number,
): (block: number) => readonly Int32Array[] {
  const key = keyOf(seed, "which of several");
  const stream = newStream();
  const rows = newRows(1);
  const words = shares.map(() => new Int32Array(WORDS));
  const laws = shares.slice(0, -1).map((share, at) => {
    const others = shares.slice(at + 1).reduce((sum, one) => sum + one, 0);
    return lawOf({ p: others / (share + others), q: share / (share + others) });
  });
  return (block) => {
    const last = words.at(-1)!.fill(-1);
    laws.forEach((law, at) => {
      clearRows(rows);
      openStream(stream, key, block, at);
      drawRow(law, stream, rows, 0);
      for (let word = 0; word < WORDS; word++) {
        words[at]![word] = last[word]! & rows.words[word]!;
        last[word]! &= ~rows.words[word]!;
      }
    });
    return words;
  };
}
