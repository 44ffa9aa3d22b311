// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so
import { describe, expect, it } from "vitest";
import { readEnvFile } from "../../src/deployment/compose-dotenv.ts";
import { placeholder } from "./manifest.ts";

const OUTER = { value: "outer", place: { file: "outer.env", line: 1, column: 1 } };

function read(text: string) {
  const { variables, problem } = readEnvFile(text, ".env", (name) =>
    name === "OUTER" ? OUTER : undefined,
  );
  const values = Object.fromEntries([...variables].map(([name, { value }]) => [name, value]));
  const lines = Object.fromEntries([...variables].map(([name, { place }]) => [name, place.line]));
  return { values, lines, problem };
}

describe("an env file", () => {
  // The rules of Docker's manual, "Env file syntax".
  it.each([
    ["A=b", "b"],
    ["A = b ", "b"],
    ["A: b", "b"],
    ["A=", ""],
    ["export A=b", "b"],
    ["A=b # comment", "b"],
    ["A=b#no comment", "b#no comment"],
    ['A="b # c" # d', "b # c"],
    ["A='b $OUTER'", "b $OUTER"],
    ['A="b $OUTER"', "b outer"],
    ["A=$OUTER", "outer"],
    [`A=${placeholder("NONE:-d")}`, "d"],
    ['A="b\\nc\\t\\"d\\""', 'b\nc\t"d"'],
    ["A='it\\'s'", "it's"],
    ['A="$$b \\$c"', "$b $c"],
    ['A="b\nc"', "b\nc"],
    ["\uFEFFA=b\r\n", "b"],
    ["OUTER\nA=b", "b"],
    ["1A=x\nA=b", "b"],
  ])("%j", (text, expected) => {
    const { values, problem } = read(text);
    expect([values.A, problem]).toEqual([expected, null]);
  });

  it("knows its own lines above, and the project's variables before them", () => {
    const { values } = read("A=1\nOUTER=inner\nB=${A}-${OUTER}-${C}\nC=3");
    expect(values.B).toBe("1-outer-");
  });

  it("tells lines, also after a value of several", () => {
    const { lines } = read("# one\n\nA='x\ny'\nB=1\r\n\r\nC=2");
    expect(lines).toEqual({ A: 3, B: 5, C: 7 });
  });

  it("takes the project's variable for a name alone", () => {
    expect(read("OUTER\nNONE\n").values).toEqual({ OUTER: "outer" });
  });

  it.each([
    ["A=1\nB C=2\nD=3", 2, "is no `NAME=value`"],
    ['A=1\n\nB="open\n', 3, "has quotes that are never closed"],
    ["A=1\nB=${NONE:?say it}\nC=2", 2, "needs `NONE` (`say it`)"],
    ["A=1\n%%\n", 2, "is no `NAME=value`"],
  ])("%j is told, and what stands before it counts", (text, line, message) => {
    const { values, problem } = read(text);
    expect(values).toEqual({ A: "1" });
    expect(problem?.message).toContain(message);
    expect(problem?.place.line).toBe(line);
  });
});
