import { describe, expect, it } from "vitest";
import { readStudyConfig } from "../../src/study/read-config.ts";

const HEAD = "version: 1\nname: mine\nseed: 7\nsamples: 100\nconfidence: 95%\n";
const CHAIN = "families:\n  chain:\n    length: 2\n    theta: 0.9\n    rho: 0.8\n";

/** `line:column code: message` of all that is told. */
function told(text: string): readonly string[] {
  const { config, diagnostics } = readStudyConfig(text, "mine.yaml");
  expect(config === null).toBe(diagnostics.length > 0);
  return diagnostics.map(({ file, line, column, code, message }) => {
    expect(file).toBe("mine.yaml");
    return `${line}:${column} ${code}: ${message}`;
  });
}

/** Of a chain with one line changed. */
function chainTold(from: string, to: string): readonly string[] {
  const text = `${HEAD}${CHAIN}`;
  expect(text).toContain(from);
  return told(text.replace(from, to));
}

describe("a configuration that is wrong is told in one line", () => {
  it.each([
    [
      "theta: 0.9",
      "thta: 0.9",
      ["9:5 unknown-key: unknown key `thta` in `chain`; did you mean `theta`?"],
    ],
    [
      "samples: 100",
      "sample: 100",
      ["4:1 unknown-key: unknown key `sample` in the configuration; did you mean `samples`?"],
    ],
    [
      "  chain:",
      "  chains:",
      ["7:3 unknown-family: unknown family `chains`; did you mean `chain`?"],
    ],
    [
      "theta: 0.9",
      "theta: 1.2",
      ["9:12 invalid-value: `theta: 1.2` is above 1; did you mean 1.2%?"],
    ],
    [
      "theta: 0.9",
      "theta: -0.1",
      [
        "9:12 invalid-value: `theta: -0.1` is not a probability; write a number from 0 to 1, or a percentage such as 99.95%",
      ],
    ],
    [
      "theta: 0.9",
      "theta: [0.9, high]",
      [
        "9:18 invalid-value: `theta: high` is not a number or a percentage; write one, such as 99.95%",
      ],
    ],
    [
      "theta: 0.9",
      "theta: [0.9, 90%]",
      ["9:18 invalid-value: `90%` stands in `theta` twice, first in line 9; keep one"],
    ],
    ["theta: 0.9", "theta: []", ["9:12 invalid-value: `theta` must not be empty"]],
    ["theta: 0.9", "theta:", ["9:5 invalid-value: `theta` is empty; write a value or remove it"]],
    [
      "theta: 0.9",
      "theta: { from: 0.5, to: 1, steps: 1 }",
      ["9:39 invalid-value: `steps: 1` must be a whole number from 2 to 10000"],
    ],
    [
      "theta: 0.9",
      "theta: { from: 0.5, too: 1, steps: 3 }",
      ["9:25 unknown-key: unknown key `too` in `theta`; did you mean `to`?"],
    ],
    [
      "length: 2",
      "length: 2.5",
      ["8:13 invalid-value: `length: 2.5` must be a whole number from 1 to 1000"],
    ],
    [
      "length: 2",
      "length: [1, 0]",
      ["8:17 invalid-value: `length: 0` must be a whole number from 1 to 1000"],
    ],
    [
      "seed: 7",
      "seed: -7",
      ["3:7 invalid-value: `seed: -7` must be a whole number from 0 to 9007199254740991"],
    ],
    [
      "samples: 100",
      "samples: many",
      ["4:10 invalid-value: `samples: many` must be a whole number from 1 to 1000000000"],
    ],
    [
      "samples: 100",
      'samples: "100"',
      ['4:10 invalid-value: `samples: "100"` must be a whole number from 1 to 1000000000'],
    ],
    [
      "theta: 0.9",
      "theta: { from: 0.5, to: 0.5, steps: 3 }",
      ["9:12 invalid-value: `theta` has 3 steps too near to tell apart; take fewer, or other ends"],
    ],
    [
      "theta: 0.9",
      "theta: [1, 0.99999999999999999]",
      [
        "9:16 invalid-value: `0.99999999999999999` stands in `theta` twice, first in line 9; keep one",
      ],
    ],
    [
      "confidence: 95%",
      "confidence: 100%",
      ["5:13 invalid-value: `confidence: 100%` must be above 0% and at most 99.999999%"],
    ],
    [
      "name: mine",
      "name: =cmd()",
      [
        "2:7 invalid-value: `name: =cmd()` must be letters, digits, `.`, `_` and `-` only, no more than 100, and begin with one of the first two",
      ],
    ],
    ["version: 1", "version: 2", ["1:10 invalid-value: `version: 2` must be `1`"]],
    [
      "rho: 0.8",
      "rho: 0.8\n    metrics: [exact, guess]",
      ["11:22 invalid-value: `metrics: guess` must be `exact` or `monte-carlo`"],
    ],
    [
      "rho: 0.8",
      "rho: 0.8\n    samples: 0",
      ["11:14 invalid-value: `samples: 0` must be a whole number from 1 to 1000000000"],
    ],
    [
      "rho: 0.8",
      "rho: 0.8\n    rho: 0.9",
      ["11:5 yaml-duplicate-key: key `rho` is written twice, first in line 10; keep one"],
    ],
    [
      "length: 2",
      "length: [2",
      [
        "10:8 yaml-syntax: missed comma between flow collection entries; check the quotes, brackets and indentation here",
      ],
    ],
  ])("%s -> %s", (from, to, lines) => {
    expect(chainTold(from, to)).toEqual(lines);
  });

  it("where something is missing", () => {
    expect(chainTold("    rho: 0.8\n", "")).toEqual([
      "7:3 missing-key: `chain` has no `rho`; add it",
    ]);
    expect(chainTold("seed: 7\n", "")).toEqual([
      "1:1 missing-key: the configuration has no `seed`; add it",
    ]);
  });

  it("by the family that it is about", () => {
    const family = (name: string, lines: string) => told(`${HEAD}families:\n  ${name}:${lines}`);
    const bottleneck = (replicas: string) =>
      family(
        "replicated-bottleneck",
        `\n    replicas: ${replicas}\n    theta: 0.9\n    rho: 0.8\n    entryTheta: 1\n`,
      );
    expect(bottleneck("[0, 1]")).toEqual([]);
    expect(bottleneck("[1.5]")).toEqual([
      "8:16 invalid-value: `replicas: 1.5` must be a whole number from 0 to 1000",
    ]);
    expect(bottleneck("-1")).toEqual([
      "8:15 invalid-value: `replicas: -1` must be a whole number from 0 to 1000",
    ]);
    expect(
      family("async-side-effect", "\n    theta: [0.9]\n    rho: 0.8\n    asyncRho: 0.7\n"),
    ).toEqual(["8:12 invalid-value: `theta` must be one number from 0 to 1, or a percentage"]);
    expect(family("fanout", " 3\n")).toEqual([
      "7:11 invalid-value: `fanout: 3` must be a map with degree, theta, rho",
    ]);
    expect(
      family(
        "large-chain",
        "\n    length: 2\n    q: 0.9\n    sentinels:\n      - { length: 2, q: 0.9 }\n      - { length: 2 }\n      - 3\n",
      ),
    ).toEqual([
      "12:9 missing-key: `sentinels` has no `q`; add it",
      "13:9 invalid-value: `sentinels: 3` must be a list of maps",
    ]);
    expect(
      family(
        "timeout",
        "\n    theta: 0.9\n    rho: 0.8\n    length: 2\n    onTime: { 'a:b': 0.5, c: 2 }\n    retries: 1\n",
      ),
    ).toEqual([
      "11:15 invalid-name: the name `a:b` must be letters, digits, `.`, `_` and `-` only, no more than 100, and begin with one of the first two",
      "11:30 invalid-value: `c: 2` is above 1; did you mean 2%?",
    ]);
    expect(
      family(
        "trace-incompleteness",
        "\n    degree: 11\n    theta: 0.9\n    rho: 0.8\n    replicas: 2\n    omission: 0.1\n    metrics: [monte-carlo]\n",
      ),
    ).toEqual([
      "8:13 invalid-value: `degree: 11` must be a whole number from 1 to 10",
      "13:15 invalid-value: `metrics: monte-carlo` must be `exact`",
    ]);
  });

  it("where it is no map, or several", () => {
    const begin = "the configuration of a study is a map; begin it with `version: 1`";
    expect(told("")).toEqual([`1:1 invalid-value: ${begin}`]);
    expect(told("[1]")).toEqual([`1:1 invalid-value: ${begin}`]);
    expect(told(`${HEAD}${CHAIN}---\n{}\n`)).toEqual([
      "12:1 invalid-value: the configuration of a study is one YAML document; remove the second",
    ]);
    expect(told(`${HEAD}families: {}\n`)).toEqual([
      "6:11 invalid-value: `families` must be a map of families; name at least one",
    ]);
  });

  it("where it would take hours, before anything is laid out", () => {
    const grid = "{ from: 0, to: 1, steps: 1000 }";
    const wide = `${HEAD}${CHAIN.replace("0.9", grid).replace("0.8", grid)}`;
    expect(told(wide)).toEqual([
      "6:1 too-large: the sweeps make 1,000,000 cells, more than 100,000; take fewer values",
    ]);
    const deep = HEAD.replace("100", "600_000_000".replaceAll("_", ""));
    expect(told(`${deep}${CHAIN.replace("length: 2", "length: [1, 2]")}`)).toEqual([
      "6:1 too-large: 1,200,000,000 states would be drawn, more than 1,000,000,000; take fewer `samples`, or `metrics: [exact]` for the large sweeps",
    ]);
    expect(told(`${deep}${CHAIN}`)).toEqual([]);
    expect(told(`${deep}${CHAIN.replace("2", "[1, 2]")}    metrics: exact\n`)).toEqual([]);
  });
});
