import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newStream, nextUniform, openStream } from "../../src/availability/random.ts";
import type { Sampler } from "../../src/availability/sampler.ts";
import { drawStretch, ENOUGH, stretchesOf } from "../../src/availability/stretch.ts";

const BLOCK = 96;

/** Failure words drawn by the index of their block alone. */
function samplerOf(subjects: number): Sampler {
  const stream = newStream();
  return {
    stratum: { p: 1, q: 0 },
    blockSize: BLOCK,
    block: (index) => {
      openStream(stream, [index, 1], 0, 0);
      return Array.from({ length: subjects }, () =>
        Int32Array.from({ length: BLOCK / 32 }, () => 2 ** 32 * nextUniform(stream)),
      );
    },
  };
}

/** State by state and bit by bit. */
function countedOneByOne({ block }: Sampler, from: number, states: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let state = 0; state < states; state++) {
    const at = state % BLOCK;
    const failures = block(from + Math.floor(state / BLOCK));
    const pattern = failures.reduce(
      (sum, words, subject) =>
        sum + 2 ** subject * ((words[Math.floor(at / 32)]! >>> (at % 32)) & 1),
      0,
    );
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return counts;
}

const sorted = (patterns: Iterable<readonly [number, number]>) =>
  [...patterns].sort(([one], [other]) => one - other);

describe("the patterns of a stretch", () => {
  it("are those of its states one by one, the last block cut at any state", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.nat({ max: 5 }),
        fc.integer({ min: 1, max: 3 * BLOCK }),
        (subjects, from, states) => {
          const sampler = samplerOf(subjects);
          const found = drawStretch(sampler, { from, states, isLook: true });
          expect(sorted(found)).toEqual(sorted(countedOneByOne(sampler, from, states)));
        },
      ),
      { seed: 11, numRuns: 150 },
    );
  });
});

describe("the stretches of a draw", () => {
  it.each([1, 95, 96, 97, 12_345, ENOUGH, 2 * ENOUGH + 5])(
    "hold every state of %i once, from whole blocks on, and end at a look",
    (samples) => {
      const stretches = stretchesOf(samples, BLOCK);
      let seen = 0;
      for (const { from, states } of stretches) {
        expect(from).toBe(seen / BLOCK);
        expect(states).toBeGreaterThan(0);
        seen += states;
      }
      expect(seen).toBe(samples);
      expect(stretches.at(-1)!.isLook).toBe(true);
    },
  );

  it.each([95, 96 * 40 + 5, 12_345, ENOUGH + 96 * 30])(
    "end after each block by which a twentieth more was drawn than at the last look: of %i",
    (samples) => {
      const stretches = stretchesOf(samples, BLOCK);
      const looks: number[] = [];
      const ends: number[] = [];
      let drawn = 0;
      for (const { states, isLook } of stretches) {
        drawn += states;
        ends.push(drawn);
        if (isLook) looks.push(drawn);
      }
      const expected: number[] = [];
      for (let block = 1; block * BLOCK < samples; block++) {
        if (block * BLOCK * 20 >= (expected.at(-1) ?? 0) * 21) expected.push(block * BLOCK);
      }
      expect(looks).toEqual([...expected, samples]);
      // Beside the looks, the block by which all may stop for the sake of the figures.
      const enough = Math.ceil(ENOUGH / BLOCK) * BLOCK;
      const others = ends.filter((end) => !looks.includes(end));
      expect(others).toEqual(samples > enough && !looks.includes(enough) ? [enough] : []);
    },
  );

  it("end at every multiple of what is enough, to the block", () => {
    for (const block of [BLOCK, 8192]) {
      const stretches = stretchesOf(6 * ENOUGH, block);
      let drawn = 0;
      const ends = new Set(stretches.map(({ states }) => (drawn += states)));
      for (let times = 1; times <= 5; times++) {
        expect(ends.has(Math.ceil((times * ENOUGH) / block) * block)).toBe(true);
      }
    }
  });
});
