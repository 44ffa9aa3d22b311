import { describe, expect, it } from "vitest";
import {
  binaryDigits,
  type Key,
  keyOf,
  newStream,
  nextUniform,
  nextWord,
  nextWords,
  openStream,
  threefry,
} from "../../src/availability/random.ts";

function encrypted(key: readonly [number, number], counter: readonly [number, number]): string[] {
  const out = new Int32Array(2);
  threefry([key[0] | 0, key[1] | 0], counter[0] | 0, counter[1] | 0, out);
  return [...out].map((word) => (word >>> 0).toString(16).padStart(8, "0"));
}

/** The counter of which Threefry makes two words of 0. */
function counterOfZeros([a, b]: Key): readonly [number, number] {
  const schedule = [a, b, 0x1bd11bda ^ a ^ b];
  const rotations = [
    [24, 16, 29, 17],
    [6, 26, 15, 13],
  ];
  let [x, y] = [0, 0];
  for (let group = 5; group >= 1; group--) {
    x = (x - schedule[group % 3]!) | 0;
    y = (y - schedule[(group + 1) % 3]! - group) | 0;
    for (const turn of rotations[group % 2]!) {
      y ^= x;
      y = (y >>> turn) | (y << (32 - turn));
      x = (x - y) | 0;
    }
  }
  return [(x - a) | 0, (y - b) | 0];
}

describe("random words", () => {
  it("are those of Threefry-2x32-20's published test vectors", () => {
    expect(encrypted([0, 0], [0, 0])).toEqual(["6b200159", "99ba4efe"]);
    expect(encrypted([0xffffffff, 0xffffffff], [0xffffffff, 0xffffffff])).toEqual([
      "1cb996fc",
      "bb002be7",
    ]);
    expect(encrypted([0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3])).toEqual([
      "c4923a9c",
      "483df7a0",
    ]);
  });

  it("are keyed by every unit of the name and by the whole seed", () => {
    const names = ["service a", "service b", "dependency a", "service aa", "service ", "a service"];
    const seeds = [0, 1, 2 ** 32, 2 ** 32 + 1];
    const keys = names.flatMap((name) => seeds.map((seed) => keyOf(seed, name).join()));
    expect(new Set(keys).size).toBe(names.length * seeds.length);
  });
});

describe("a stream", () => {
  it("is xoroshiro64**, one by one and by the line", () => {
    // By the authors' C code from the state { 1, 2 }.
    const due = [3802928447, 813792938, 1618621494, 2955957307, 3252880261, 1129983909];
    const one = Int32Array.of(1, 2);
    expect(due.map(() => nextWord(one) >>> 0)).toEqual(due);
    const line = new Int32Array(due.length);
    const other = Int32Array.of(1, 2);
    nextWords(other, line);
    expect([...line].map((word) => word >>> 0)).toEqual(due);
    expect(other).toEqual(one);
  });

  it("has 53 digits in its uniform numbers", () => {
    const stream = Int32Array.of(1, 2);
    expect(nextUniform(stream) * 2 ** 53).toBe((3802928447 >>> 5) * 2 ** 26 + (813792938 >>> 6));
    let sum = 0;
    for (let n = 0; n < 10_000; n++) {
      const uniform = nextUniform(stream);
      expect(uniform >= 0 && uniform < 1).toBe(true);
      sum += uniform;
    }
    expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / 10_000));
  });

  it("begins elsewhere for every key, block and index", () => {
    const stream = newStream();
    const seen = new Set<string>();
    for (const key of [keyOf(1, "a"), keyOf(1, "b"), keyOf(2, "a")]) {
      for (let block = 0; block < 5; block++) {
        for (let index = 0; index < 5; index++) {
          openStream(stream, key, block, index);
          seen.add(stream.join());
        }
      }
    }
    expect(seen.size).toBe(75);
  });
});

it("opens no stream in the state that it would never leave", () => {
  for (const key of [keyOf(1, "a"), keyOf(2, "b")]) {
    const [block, index] = counterOfZeros(key);
    const words = Int32Array.of(7, 7);
    threefry(key, block, index, words);
    expect([...words]).toEqual([0, 0]);
    const stream = newStream();
    openStream(stream, key, block, index);
    expect([...stream]).toEqual([1, 0]);
  }
});

describe("binary digits", () => {
  it("are those of the probability exactly", () => {
    for (const probability of [1e-9, 0.1, 0.999999999, 2 ** -1074]) {
      const digits = binaryDigits(probability);
      const sum = digits.reduceRight((rest, digit) => (rest + digit) / 2, 0);
      expect(sum).toBe(probability);
    }
  });
});
