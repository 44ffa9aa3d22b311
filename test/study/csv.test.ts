import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText, twelveDigits } from "../../src/study/csv.ts";
import { readCsv } from "./read-csv.ts";

describe("a table as CSV", () => {
  it("is read back field by field, whatever stands in it", () => {
    const text = fc.stringMatching(/^[a-z",\n\r é]{0,8}$/);
    const rows = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, (given) => {
        const header = ["a", "b", "c"];
        const read = readCsv(csvText(header, given));
        const plain = read.map((fields) => fields.map((one) => one.replace(/^'/, "")));
        expect(plain).toEqual([header, ...given]);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1"])(
    "holds no formula: %j",
    (formula) => {
      const [, [field] = []] = readCsv(csvText(["a"], [[formula]]));
      expect(field).toBe(`'${formula}`);
    },
  );

  it("leaves a field empty that has no value, and a negative number a number", () => {
    expect(csvText(["a", "b", "c"], [[null, -0.5, "x"]])).toBe("a,b,c\n,-0.5,x\n");
  });
});

describe("a number to twelve digits", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [0.82, "0.82"],
    [0.1 + 0.2, "0.3"],
    [30 / 59, "0.508474576271"],
    [2 / 3, "0.666666666667"],
    [-2 / 3, "-0.666666666667"],
    [0.0001, "0.0001"],
    [0.0000999999999999, "9.99999999999e-05"],
    [0.000099999999999999, "0.0001"],
    [0.000095, "9.5e-05"],
    [0.0000095, "9.5e-06"],
    [8.20010725988e-13, "8.20010725988e-13"],
    [-1e-7, "-1e-07"],
    [1e-300, "1e-300"],
    [200_000, "200000"],
    [123_456_789_012, "123456789012"],
    [1_234_567_890_123, "1.23456789012e+12"],
    [999_999_999_999.9, "1e+12"],
  ])("%d is %s, as C prints it with %%.12g", (value, text) => {
    expect(twelveDigits(value)).toBe(text);
  });

  it("is within half a unit of its twelfth digit", () => {
    const values = fc.double({ noNaN: true, min: -1e15, max: 1e15 });
    fc.assert(
      fc.property(values, (value) => {
        const error = Math.abs(Number(twelveDigits(value)) - value);
        expect(error).toBeLessThanOrEqual(5.01e-12 * Math.abs(value));
      }),
      { seed: 4, numRuns: 2000 },
    );
  });
});
