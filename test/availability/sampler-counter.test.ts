import { expect, it } from "vitest";
import { countRow, newCounter, resetCounter } from "../../src/availability/sampler-counter.ts";
import { list, newRows, ROW, WORDS } from "../../src/availability/sampler-rows.ts";

it("tells for every state whether enough rows have it", () => {
  const rows = newRows(21);
  for (let row = 0; row < 21; row++) {
    for (let word = 0; word < WORDS; word++) {
      // State s is in the first s mod 22 rows: every count occurs; one word in three is zero.
      for (let bit = 0; bit < 32 && word % 3 > 0; bit++) {
        if ((32 * word + bit) % 22 > row) rows.words[row * ROW + word]! |= 1 << bit;
      }
    }
    list(rows, row);
  }
  for (let threshold = 1; threshold <= 21; threshold++) {
    const counter = newCounter(threshold);
    for (let turn = 0; turn < 2; turn++) {
      resetCounter(counter);
      for (let row = 0; row < 21; row++) countRow(counter, rows, row);
      counter.reached.forEach((bits, word) => {
        let due = 0;
        for (let bit = 0; bit < 32 && word % 3 > 0; bit++) {
          if ((32 * word + bit) % 22 >= threshold) due |= 1 << bit;
        }
        if (bits !== due) expect([threshold, word, bits]).toEqual([threshold, word, due]);
      });
    }
  }
});
