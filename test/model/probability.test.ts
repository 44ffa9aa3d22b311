import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDrop, parseGrowth, parseProbability } from "../../src/model/probability.ts";

/** `digits` / 10^scale as text, with at least one digit before the point. */
function decimalText(digits: bigint, scale: number): string {
  const padded = digits.toString().padStart(scale + 1, "0");
  return scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

const decimals = fc
  .integer({ min: 0, max: 24 })
  .chain((scale) =>
    fc.tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(scale) }), fc.constant(scale)),
  );

describe("parseProbability", () => {
  it("reads p and q each as the double nearest to its own decimal", () => {
    fc.assert(
      fc.property(decimals, ([digits, scale]) => {
        const complement = 10n ** BigInt(scale) - digits;
        expect(parseProbability(decimalText(digits, scale))).toEqual({
          p: Number(decimalText(digits, scale)),
          q: Number(decimalText(complement, scale)),
        });
      }),
      { seed: 1 },
    );
  });

  it("moves the point of a percentage instead of dividing", () => {
    fc.assert(
      fc.property(decimals, fc.nat(3), ([digits, scale], spaces) => {
        const percent = `${decimalText(digits * 100n, scale)}${" ".repeat(spaces)}%`;
        expect(parseProbability(percent)).toEqual(parseProbability(decimalText(digits, scale)));
      }),
      { seed: 2 },
    );
  });

  it("keeps the failure probability of many nines", () => {
    expect(parseProbability("99.9999999%")).toEqual({ p: 0.999999999, q: 1e-9 });
    expect(1 - 0.999999999).not.toBe(1e-9);
  });

  it.each([
    ["1e-3", 0.001, 0.999],
    [".5", 0.5, 0.5],
    ["1.", 1, 0],
    ["0", 0, 1],
    ["100%", 1, 0],
    ["099.50 %", 0.995, 0.005],
    ["5E-1", 0.5, 0.5],
    ["0.1e1", 1, 0],
  ])("reads %s", (text, p, q) => {
    expect(parseProbability(text)).toEqual({ p, q });
  });

  it.each([
    ["99.5", "is above 1; did you mean 99.5%?"],
    ["100.1%", "is above 100%; lower it"],
    ["101", "is above 1; write a number from 0 to 1, or a percentage such as 99.95%"],
    ["-0.1", "is not a probability; write a number from 0 to 1, or a percentage such as 99.95%"],
  ])("refuses %s", (text, problem) => {
    expect(parseProbability(text)).toEqual({ problem });
  });

  it.each([
    "",
    "%",
    ".",
    "+0.5",
    ".nan",
    ".inf",
    "0x1",
    "1_0%",
    "1e-3%",
    "0.5\n",
    "1e-300",
    "0".repeat(65),
  ])("refuses %j as no probability", (text) => {
    expect(parseProbability(text)).toHaveProperty("problem");
  });
});

describe("parseDrop", () => {
  it("asks for a percent sign from 0.05 on", () => {
    expect(parseDrop("0.05")).toEqual({ problem: "is 5% of availability; did you mean 0.05%?" });
    expect(parseDrop("0.1")).toEqual({ problem: "is 10% of availability; did you mean 0.1%?" });
    expect(parseDrop("0.0499")).toBe(0.0499);
    expect(parseDrop("0.1%")).toBe(0.001);
    expect(parseDrop("7%")).toBe(0.07);
  });
});

describe("parseGrowth", () => {
  it("may exceed 100%, but only in so many words", () => {
    expect(parseGrowth("20%")).toBe(0.2);
    expect(parseGrowth("250%")).toBe(2.5);
    expect(parseGrowth("1")).toBe(1);
    expect(parseGrowth("20")).toEqual({ problem: "is 2000%; did you mean 20%?" });
    expect(parseGrowth("-1%")).toHaveProperty("problem");
  });
});
