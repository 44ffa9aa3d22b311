import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closestWord, didYouMean, quote } from "../../src/model/wording.ts";

describe("quote", () => {
  it("keeps text on one line, visible and short", () => {
    expect(quote("plain — text ü")).toBe("`plain — text ü`");
    expect(quote("a\nb\u202e\u0000")).toBe("`a\\u000ab\\u202e\\u0000`");
    expect(quote("x".repeat(500))).toBe(`\`${"x".repeat(79)}…\``);
  });
});

describe("closestWord", () => {
  const known = ["payment", "checkout", "cart", "orders-db"];

  it.each([
    ["paymnet", "payment"],
    ["Checkout", "checkout"],
    ["chekuot", "checkout"],
    ["crt", "cart"],
    ["order-db", "orders-db"],
    ["pmnt", null],
    ["xyz", null],
    ["", null],
  ])("for %j is %j", (word, closest) => {
    expect(closestWord(word, known)).toBe(closest);
  });

  it("does not take one letter for another", () => {
    expect(closestWord("q", ["a", "Q"])).toBe("Q");
    expect(closestWord("q", ["a"])).toBeNull();
    expect(closestWord("dc", ["db"])).toBe("db");
  });

  it("finds a word after any one edit", () => {
    const edit = fc.tuple(
      fc.constantFrom(...known),
      fc.nat(9),
      fc.constantFrom("insert", "delete", "replace", "swap"),
    );
    fc.assert(
      fc.property(edit, ([word, position, kind]) => {
        const at = position % (word.length - 1);
        const [before, one, two, after] = [
          word.slice(0, at),
          word[at]!,
          word[at + 1]!,
          word.slice(at + 2),
        ];
        const edited = {
          insert: `${before}#${one}${two}${after}`,
          delete: `${before}${two}${after}`,
          replace: `${before}#${two}${after}`,
          swap: `${before}${two}${one}${after}`,
        }[kind]!;
        expect(closestWord(edited, known)).toBe(word);
      }),
      { seed: 6 },
    );
  });

  it("is no part of the message where nothing is close", () => {
    expect(didYouMean("payments", known)).toBe("; did you mean `payment`?");
    expect(didYouMean("frontend", known)).toBe("");
  });
});
