import { expect, it } from "vitest";
import { openChoice } from "../../src/study/choice.ts";
import { count } from "../availability/sampler-oracle.ts";

it("chooses exactly one in each state, by its share", () => {
  const shares = [0.05, 0.55, 0.1, 0.3];
  const chosen = openChoice(shares, 4);
  const totals = shares.map(() => 0);
  const blocks = 20;
  for (let block = 0; block < blocks; block++) {
    const words = chosen(block);
    words[0]!.forEach((_, word) => {
      let seen = 0;
      for (const one of words) {
        expect(seen & one[word]!).toBe(0);
        seen |= one[word]!;
      }
      expect(seen).toBe(-1);
    });
    words.forEach((one, at) => {
      totals[at]! += count(one);
    });
  }
  const states = blocks * 8192;
  shares.forEach((share, at) => {
    const deviation = Math.sqrt(states * share * (1 - share));
    expect(Math.abs(totals[at]! - states * share)).toBeLessThan(4 * deviation);
  });
});

it("does not depend on the order of the blocks, but on the seed", () => {
  const textOf = (blocks: readonly number[], seed: number) => {
    const chosen = openChoice([0.2, 0.5, 0.3], seed);
    return new Map(blocks.map((block) => [block, chosen(block).map((words) => words.join())]));
  };
  const forth = textOf([0, 1, 2], 9);
  const back = textOf([2, 1, 0], 9);
  for (const [block, text] of forth) expect(back.get(block)).toEqual(text);
  expect(forth.get(0)).not.toEqual(forth.get(1));
  expect(forth.get(0)).not.toEqual(textOf([0], 10).get(0));
});
