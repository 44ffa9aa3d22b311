import { describe, expect, it } from "vitest";
import { isNullId, isObjectId, readPayload, valueAt } from "../../src/github/payload.ts";

describe("valueAt", () => {
  it("follows own properties", () => {
    expect(valueAt({ a: [{ b: 1 }] }, "a.0.b")).toBe(1);
    expect(valueAt(JSON.parse('{"__proto__":{"x":1}}'), "__proto__.x")).toBe(1);
  });

  it.each(["constructor.name", "__proto__.toString", "a.length.x", "b"])(
    "reaches nothing that an object inherits: %s",
    (path) => {
      expect(valueAt({ a: null }, path)).toBeUndefined();
    },
  );
});

describe("readPayload", () => {
  it("collects what is not there or of another kind", () => {
    const read = readPayload({ text: "", sha: "A".repeat(40), number: 0, fine: "x" });
    expect([read.text("text"), read.sha("sha"), read.number("number"), read.text("fine")]).toEqual([
      "",
      "",
      0,
      "x",
    ]);
    expect(read.maybe("absent")).toBeUndefined();
    expect(read.lacking).toEqual(["text", "sha", "number"]);
  });
});

describe("object ids", () => {
  it.each([
    ["a".repeat(40), true],
    ["0".repeat(64), true],
    ["a".repeat(41), false],
    [`${"a".repeat(40)}\n`, false],
    ["--all", false],
    [7, false],
  ])("%j: %s", (value, expected) => {
    expect(isObjectId(value)).toBe(expected);
  });

  it("are null when they are all zeros", () => {
    expect([isNullId("0".repeat(40)), isNullId("0".repeat(64)), isNullId("10")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
