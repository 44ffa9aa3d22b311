import { describe, expect, it } from "vitest";
import { binaryDigits, eventWord, keyOf, threefry } from "../../src/availability/random.ts";

function encrypted(key: readonly [number, number], counter: readonly [number, number]): string[] {
  const out = new Int32Array(2);
  threefry([key[0] | 0, key[1] | 0], counter[0] | 0, counter[1] | 0, out);
  return [...out].map((word) => (word >>> 0).toString(16).padStart(8, "0"));
}

function bits(word: number): number {
  return (word >>> 0).toString(2).replaceAll("0", "").length;
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

describe("events", () => {
  const key = keyOf(7, "service a");
  const scratch = new Int32Array(2);
  const blocks = 4000;

  it.each([0.5, 0.75, 0.3, 0.01, 0.001, 0.999])("happen with probability %d", (probability) => {
    const digits = binaryDigits(probability);
    let count = 0;
    for (let block = 0; block < blocks; block++) {
      count += bits(eventWord(key, block, digits, scratch));
    }
    const draws = 32 * blocks;
    const deviation = Math.sqrt(draws * probability * (1 - probability));
    expect(Math.abs(count - draws * probability)).toBeLessThan(3.5 * deviation);
  });

  it("of a smaller probability are among those of a greater one", () => {
    const [small, great] = [binaryDigits(0.2), binaryDigits(0.21)];
    let more = 0;
    for (let block = 0; block < blocks; block++) {
      const few = eventWord(key, block, small, scratch);
      const many = eventWord(key, block, great, scratch);
      expect(few & ~many).toBe(0);
      more += bits(many & ~few);
    }
    expect(more).toBeGreaterThan(1000);
    expect(more).toBeLessThan(1560);
  });

  it("never happen at 0, and are independent between blocks, bits and names", () => {
    expect(eventWord(key, 1, binaryDigits(0), scratch)).toBe(0);
    const digits = binaryDigits(0.5);
    const other = keyOf(7, "service b");
    let between = 0;
    for (let block = 0; block < blocks; block++) {
      const word = eventWord(key, block, digits, scratch);
      between += bits(word ^ eventWord(other, block, digits, scratch));
      between += bits(word ^ eventWord(key, block + 1, digits, scratch));
      between += bits(word ^ ((word << 1) | (word >>> 31)));
    }
    const draws = 3 * 32 * blocks;
    expect(Math.abs(between - draws / 2)).toBeLessThan(4 * Math.sqrt(draws / 2));
  });

  it("take the binary digits of the probability exactly", () => {
    for (const probability of [1e-9, 0.1, 0.999999999, 2 ** -1074]) {
      const digits = binaryDigits(probability);
      const sum = digits.reduceRight((rest, digit) => (rest + digit) / 2, 0);
      expect(sum).toBe(probability);
    }
  });
});
