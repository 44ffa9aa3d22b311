import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, isAboveOne, parseDecimal, toText, wholeShare } from "../../src/model/decimal.ts";

const decimal = (text: string) => parseDecimal(text)!;

describe("a share of whole things", () => {
  it.each([
    ["30%", 10, 3, 3, 3],
    ["7%", 100, 7, 7, 7], // 0.07 * 100 is 7.000000000000001
    ["0.29", 100, 29, 29, 29], // 0.29 * 100 is 28.999999999999996
    ["30%", 7, 2, 3, 2],
    ["50%", 3, 1, 2, 2],
    ["12.5%", 4, 0, 1, 1],
    ["12.49999999999999999999%", 4, 0, 1, 0],
    ["0%", 5, 0, 0, 0],
    ["100%", 5, 5, 5, 5],
    ["1e-3", 0, 0, 0, 0],
    ["1e-60", 10_000, 0, 1, 0],
  ])("%s of %d", (text, total, floor, ceil, round) => {
    expect(wholeShare(decimal(text), total, "floor")).toBe(floor);
    expect(wholeShare(decimal(text), total, "ceil")).toBe(ceil);
    expect(wholeShare(decimal(text), total, "round")).toBe(round);
  });

  it("is a quotient of whole numbers, to the next one", () => {
    const parts = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(parts, parts, (hundredths, total) => {
        const share = { digits: BigInt(hundredths), scale: 4 };
        const product = hundredths * total;
        expect(wholeShare(share, total, "floor")).toBe(Math.floor(product / 10_000));
        expect(wholeShare(share, total, "ceil")).toBe(Math.ceil(product / 10_000));
        expect(wholeShare(share, total, "round")).toBe(Math.floor(product / 10_000 + 0.5));
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("sums of decimals", () => {
  const sum = (texts: readonly string[]) => texts.map(decimal).reduce(add);

  it("are exact", () => {
    expect(0.33 + 0.56 + 0.11).toBeGreaterThan(1);
    const whole = sum(["0.33", "56%", "0.11"]);
    expect(isAboveOne(whole)).toBe(false);
    expect(isAboveOne(add(whole, decimal("1e-60")))).toBe(true);
    expect(toText(sum(["60%", "50.5%"]))).toBe("1.105");
  });
});
