// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { substitute, type Variable } from "../../src/deployment/compose-template.ts";

const PLACE = { file: ".env", line: 3, column: 1 };
const SET: ReadonlyMap<string, Variable> = new Map([
  ["A", { value: "one", place: PLACE }],
  ["EMPTY", { value: "", place: PLACE }],
]);

function filled(text: string) {
  return substitute(text, (name) => SET.get(name));
}

describe("variables in a text", () => {
  // The table of the Compose file reference, "Interpolation", for set, empty and unset.
  it.each([
    ["$A", "one"],
    ["${A}", "one"],
    ["${A}-$A", "one-one"],
    ["${A:-x}", "one"],
    ["${EMPTY:-x}", "x"],
    ["${NONE:-x}", "x"],
    ["${A-x}", "one"],
    ["${EMPTY-x}", ""],
    ["${NONE-x}", "x"],
    ["${A:+x}", "x"],
    ["${EMPTY:+x}", ""],
    ["${NONE:+x}", ""],
    ["${A+x}", "x"],
    ["${EMPTY+x}", "x"],
    ["${NONE+x}", ""],
    ["${A:?no}", "one"],
    ["${EMPTY?no}", ""],
    ["${NONE:-${A}}", "one"],
    ["${NONE:-a ${EMPTY:-${A}} b}c", "a one bc"],
    ['${NONE:-{"a": 1}}', '{"a": 1}'],
    ["${NONE:-}", ""],
    ["$$A", "$A"],
    ["$${A}", "${A}"],
    ["$1 $ a$", "$1 $ a$"],
    ["no variable", "no variable"],
  ])("%s is %j", (text, expected) => {
    expect(filled(text)).toMatchObject({ text: expected, refused: null });
  });

  it("are told where they are set nowhere and have no default", () => {
    expect(filled("${NONE}/$OTHER/${EMPTY}/${MORE:-x}").unset).toEqual(["NONE", "OTHER"]);
  });

  it.each([
    ["${NONE:?set it, $A}", "needs `NONE` (`set it, one`)"],
    ["${EMPTY:?}", "needs `EMPTY`"],
    ["${NONE?}", "needs `NONE`"],
    ["a ${ b", "holds `${ b`, which is no variable"],
    ["${A!}", "holds `${A!}`, which is no variable"],
    ["${1}", "holds `${1}`, which is no variable"],
  ])("%s is refused", (text, why) => {
    expect(filled(text).refused).toContain(why);
  });

  it("have the place of the variable only where they are all there is", () => {
    expect(filled("${NONE:-$A}").place).toEqual(PLACE);
    expect(filled("$A$EMPTY").place).toBeNull();
    expect(filled("${NONE:-x}").place).toBeNull();
  });

  it("within each other end in a refusal, and not in a stack", () => {
    const deep = `${"${N:-".repeat(5000)}x${"}".repeat(5000)}`;
    expect(filled(deep).refused).toContain("too many variables within variables");
  });

  it("that double each other end in a refusal, and not in all of memory", () => {
    const values = new Map<string, Variable>([["A0", { value: "x".repeat(1000), place: PLACE }]]);
    const lookup = (name: string) => values.get(name);
    for (let i = 1; i < 60; i++) {
      const { text } = substitute(`$A${i - 1}$A${i - 1}`, lookup);
      values.set(`A${i}`, { value: text, place: PLACE });
    }
    expect(Math.max(...[...values.values()].map(({ value }) => value.length))).toBe(128_000);
  });

  it("are none in a text whose dollar signs are doubled", () => {
    const check = fc.property(fc.string({ maxLength: 40 }), (text) => {
      expect(filled(text.replaceAll("$", () => "$$")).text).toBe(text);
    });
    fc.assert(check, { seed: 51, numRuns: 300 });
  });
});
