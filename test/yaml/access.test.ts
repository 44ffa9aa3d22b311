import { describe, expect, it } from "vitest";
import {
  asInteger,
  asMapping,
  asSequence,
  asText,
  isAbsent,
  lookup,
} from "../../src/yaml/access.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

const document = parseYaml(
  "a: {b: {c: 3}}\nlist: [1]\ntext: '3'\nwhole: 3.0\nhalf: 2.5\nhuge: 9007199254740993\nnone: null\nempty:\nyes: true\n",
  "spec",
).documents[0]!;

describe("lookup", () => {
  it("follows keys, and ends where the path breaks off", () => {
    expect(asInteger(lookup(document, "a", "b", "c"))).toBe(3);
    expect(lookup(document, "a", "x", "c")).toBeNull();
    expect(lookup(document, "text", "length")).toBeNull();
    expect(lookup(null, "a")).toBeNull();
  });

  it.each(["__proto__", "constructor", "toString"])("finds no %s that is not written", (key) => {
    expect(lookup(document, key)).toBeNull();
    expect(lookup(document, "a", key)).toBeNull();
  });
});

describe("values", () => {
  it.each([
    ["whole", 3],
    ["text", null],
    ["half", null],
    ["huge", null],
    ["list", null],
    ["none", null],
    ["yes", null],
  ])("%s as an integer is %s", (key, expected) => {
    expect(asInteger(lookup(document, key))).toBe(expected);
  });

  it.each([
    ["text", "3"],
    ["whole", "3.0"],
    ["yes", "true"],
    ["none", null],
    ["list", null],
  ])("%s as text is %s", (key, expected) => {
    expect(asText(lookup(document, key))).toBe(expected);
  });

  it("are of one kind", () => {
    const kinds = ["a", "list", "text"].map((key) => {
      const node = lookup(document, key);
      return [asMapping(node), asSequence(node)].map((one) => one !== null);
    });
    expect(kinds).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it.each([
    ["none", true],
    ["empty", true],
    ["missing", true],
    ["text", false],
    ["list", false],
  ])("%s is absent: %s", (key, absent) => {
    expect(isAbsent(lookup(document, key))).toBe(absent);
  });
});
