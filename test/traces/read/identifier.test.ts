import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifier } from "../../../src/traces/read/identifier.ts";

describe("an id", () => {
  it.each([
    ["5B8EFFF798038103D269B633813FC60C", 32, "5b8efff798038103d269b633813fc60c"],
    ["abc", 16, "0000000000000abc"],
    ["48485a3953bb6124", 32, "000000000000000048485a3953bb6124"],
    ["", 16, null],
    ["0000000000000000", 16, null],
    ["AAAAAAAAAAA=", 16, null],
    [undefined, 16, null],
    [7, 16, null],
    ["xxxxx", 16, "xxxxx"],
    ["not base64 at all", 16, "not base64 at all"],
    [`${"a".repeat(17)}`, 16, "a".repeat(17)],
    ["z".repeat(100), 32, "z".repeat(64)],
    [new Uint8Array([1, 2]), 16, null],
    [new Uint8Array([0, 0, 0, 0, 0, 0, 1, 255]), 16, "00000000000001ff"],
  ] as const)("%j of %i digits is %j", (value, digits, id) => {
    expect(identifier(value, digits)).toBe(id);
  });

  it("is the same in hexadecimal of any case, base64 of either alphabet, and bytes", () => {
    const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 }).filter((one) => one.some(Boolean));
    fc.assert(
      fc.property(bytes, (raw) => {
        const buffer = Buffer.from(raw);
        const hex = buffer.toString("hex");
        for (const form of [
          hex,
          hex.toUpperCase(),
          buffer.toString("base64"),
          buffer.toString("base64url"),
          raw,
        ]) {
          expect(identifier(form, 16)).toBe(hex);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
