import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import type { YamlNode } from "../../src/yaml/node.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import type { Dialect } from "../../src/yaml/scalar.ts";

/** Plain values of a node, mappings as maps: what the places are left out of. */
function plain(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plain);
  return new Map(node.entries.map((entry) => [entry.key, plain(entry.value)]));
}

function read(text: string, dialect: Dialect = "spec"): unknown[] {
  const { documents, problem } = parseYaml(text, dialect);
  expect(problem).toBeNull();
  return documents.map(plain);
}

function value(text: string, dialect: Dialect): unknown {
  return (read(`k: ${text}\n`, dialect)[0] as Map<string, unknown>).get("k");
}

/** The text of a scalar as its place points to it. */
function textAt(text: string, at: { line: number; column: number }, length: number): string {
  return text.split(/\r\n|\r|\n/)[at.line - 1]!.slice(at.column - 1, at.column - 1 + length);
}

describe("scalars by dialect", () => {
  it.each([
    ["yes", true],
    ["Off", false],
    ["y", "y"],
    ["N", "N"],
    ["010", 8],
    ["0o10", 8],
    ["08", 8],
    ["0x1F", 31],
    ["1_000", 1000],
    ["-0b11", -3],
    ["3.0", 3],
    ["1e3", 1000],
    [".inf", Number.POSITIVE_INFINITY],
    ["12:30:45", "12:30:45"],
    ["2024-01-02", "2024-01-02"],
    ["~", null],
    ['"3"', "3"],
    ["!!str 3", "3"],
    ['!!int "3"', 3],
    ["!Ref web", "web"],
    ["3 # three", 3],
    ["99.9%", "99.9%"],
  ])("kubernetes reads %s as %s", (text, expected) => {
    expect(value(text, "kubernetes")).toEqual(expected);
  });

  it.each([
    ["yes", "yes"],
    ["off", "off"],
    ["True", true],
    ["010", 8],
    ["1_000", 1000],
  ])("compose reads %s as %s", (text, expected) => {
    expect(value(text, "compose")).toEqual(expected);
  });

  it.each([
    ["yes", "yes"],
    ["010", 10],
    ["0o10", 8],
    ["1_000", "1_000"],
    ["0.1", 0.1],
    ["-.5e1", -5],
    ["TRUE", true],
  ])("spec reads %s as %s", (text, expected) => {
    expect(value(text, "spec")).toEqual(expected);
  });

  it("keeps the decimal text of a number", () => {
    const { documents } = parseYaml("a: 0.999000\nb: '99.90%'\n", "spec");
    const texts = documents[0]!.kind === "mapping" ? documents[0]!.entries : [];
    expect(texts.map((entry) => entry.value.kind === "scalar" && entry.value.text)).toEqual([
      "0.999000",
      "99.90%",
    ]);
  });
});

describe("places", () => {
  it.each(["\n", "\r\n", "\r"])("points at every key and value (line ends %j)", (end) => {
    const lines = [
      "# first",
      "a: one",
      "b:",
      "  - two",
      '  - "three"',
      "c: {d: four}",
      "---",
      "e: five",
    ];
    const text = lines.join(end);
    const seen: string[] = [];
    const visit = (node: YamlNode): void => {
      if (node.kind === "scalar") {
        const quote = text.includes(`"${node.text}"`) ? 1 : 0;
        seen.push(textAt(text, node.at, node.text.length + 2 * quote));
      }
      if (node.kind === "sequence") node.items.forEach(visit);
      if (node.kind !== "mapping") return;
      for (const entry of node.entries) {
        seen.push(textAt(text, entry.keyAt, entry.key.length));
        visit(entry.value);
      }
    };
    parseYaml(text, "kubernetes").documents.forEach(visit);
    expect(seen).toEqual(["a", "one", "b", "two", '"three"', "c", "d", "four", "e", "five"]);
  });

  it("counts columns after a byte order mark, in UTF-16 units", () => {
    const { documents } = parseYaml("\ufeff😀: x\n", "spec");
    const entry = documents[0]!.kind === "mapping" ? documents[0]!.entries[0]! : null;
    expect(entry?.keyAt).toEqual({ line: 1, column: 1 });
    expect(entry?.value.at).toEqual({ line: 1, column: 5 });
  });
});

describe("merge keys and aliases", () => {
  it("lets own keys win over merged ones, and earlier merges over later", () => {
    const text = `
x: &x {a: 1, b: 1}
y: &y {b: 2, c: 2}
z: {c: 3, <<: [*x, *y], d: 3}
`;
    const document = read(text)[0] as Map<string, unknown>;
    expect([...(document.get("z") as Map<string, unknown>)]).toEqual([
      ["c", 3],
      ["a", 1],
      ["b", 1],
      ["d", 3],
    ]);
  });

  it("keeps the place where a merged value was written", () => {
    const { documents } = parseYaml("x: &x\n  a: 1\ny:\n  <<: *x\n", "kubernetes");
    const y = documents[0]!.kind === "mapping" ? documents[0]!.entries[1]!.value : null;
    expect(y?.kind === "mapping" && y.entries[0]!.keyAt).toEqual({ line: 2, column: 3 });
  });

  it("reads a quoted << as an ordinary key", () => {
    expect(read('"<<": 1\n')).toEqual([new Map([["<<", 1]])]);
  });

  it("keeps names of JavaScript's own as ordinary keys", () => {
    expect(read("__proto__: 1\nconstructor: 2\n")).toEqual([
      new Map([
        ["__proto__", 1],
        ["constructor", 2],
      ]),
    ]);
  });
});

describe("problems", () => {
  it.each([
    [
      "a: 1\nb: 2\na: 3\n",
      "yaml-duplicate-key",
      3,
      1,
      "key `a` is written twice, first in line 1; keep one",
    ],
    ["a: {{x}}\n", "yaml-key", 1, 5, "render it first"],
    ["a: *b\n", "yaml-alias", 1, 4, "no anchor `&b` stands before `*b`"],
    ["a: &a [*a]\n", "yaml-alias", 1, 8, "stands inside its own anchor"],
    ["<<: 1\n", "yaml-merge", 1, 5, "merges a mapping"],
    ["a: b: c\n", "yaml-syntax", 1, 5, "align it"],
    ["{{ if x }}\na: 1\n", "yaml-syntax", 2, 1, "template"],
    ["a:\n\t- b\n", "yaml-syntax", 2, 1, "indent with spaces"],
    ["a: \0\n", "yaml-syntax", 1, 4, "UTF-8"],
  ])("of %j: %s at %i:%i", (text, code, line, column, message) => {
    const { problem } = parseYaml(text, "kubernetes");
    expect(problem).toMatchObject({ code, at: { line, column } });
    expect(problem?.message).toContain(message);
    expect(problem?.message).not.toContain("\n");
  });

  it("keeps the documents before and after a broken one", () => {
    const { documents, problem } = parseYaml("a: 1\n---\nb: [\n---\nc: 3\n---\n", "kubernetes");
    expect(documents.map(plain)).toEqual([new Map([["a", 1]]), new Map([["c", 3]])]);
    expect(problem?.at.line).toBe(4);
  });

  it("splits where a block scalar holds the marker in its first column, not where it is indented", () => {
    expect(read("a: |\n  ---\n  x\n---\nb: 1\n")).toEqual([
      new Map([["a", "---\nx\n"]]),
      new Map([["b", 1]]),
    ]);
  });

  it("reads a stream with directives", () => {
    expect(read("%YAML 1.2\n---\na: 1\n...\n---\nb: 2\n")).toHaveLength(2);
  });

  it("forgets the anchors of the document before", () => {
    expect(parseYaml("a: &x 1\n...\nb: *x\n", "spec").problem?.code).toBe("yaml-alias");
  });

  it("leaves out empty documents", () => {
    expect(read("---\n# nothing\n---\n---\na: 1\n---\n")).toEqual([new Map([["a", 1]])]);
  });
});

describe("JSON", () => {
  it.each([
    ['{"a": 1}\n{"a": 2}\n', "a line each"],
    ['{"a":1}{"a":2}', "without anything between"],
    ['\n{\n\t"a": 1\n}\n\n{\n\t"a": 2\n}\n', "over several lines, with tabs"],
    ['{"a": 1}\r\n---\r\n{"a": 2}\r\n', "as documents of YAML"],
  ])("%j: objects %s", (text) => {
    expect(read(text, "kubernetes")).toEqual([new Map([["a", 1]]), new Map([["a", 2]])]);
  });

  it("is split by its own braces, not by those in strings", () => {
    const first = '{"a": "} {\\"}{", "b": {"c": "---\\n"}}';
    const { documents } = parseYaml(`${first}\n{"d": 1}\n`, "kubernetes");
    const expected = [{ a: '} {"}{', b: { c: "---\n" } }, { d: 1 }];
    expect(documents.map(plain)).toEqual([
      new Map<string, unknown>([
        ["a", expected[0]!.a],
        ["b", new Map([["c", "---\n"]])],
      ]),
      new Map([["d", 1]]),
    ]);
    const last = documents[1]!.kind === "mapping" ? documents[1]!.entries[0]! : null;
    expect(last?.keyAt).toEqual({ line: 2, column: 2 });
  });

  it("that is broken is named at its line, and what stands before it is read", () => {
    const { documents, problem } = parseYaml('{"a": 1}\n{"a": [}\n{"a": 3}\n', "kubernetes");
    expect(documents.map(plain)).toContainEqual(new Map([["a", 1]]));
    expect(problem?.at.line).toBe(2);
  });

  it("is not taken for it where a template starts the file", () => {
    expect(parseYaml("{{ x }}\n{{ y }}\n", "kubernetes").problem).not.toBeNull();
  });
});

describe("what stands in strings", () => {
  it.each(["\n", "\r\n"])(
    "is no marker of documents, no tab and no comment (line ends %j)",
    (end) => {
      const text = [
        "a: '---'",
        'b: "--- # x"',
        "c: |",
        "  ---",
        "  \t# tab",
        "  kind: Deployment",
        "d: >-",
        "  ---",
        "  x",
        "e:",
        "  - ---x",
        "",
      ].join(end);
      const [document] = read(text, "kubernetes");
      expect(document).toEqual(
        new Map<string, unknown>([
          ["a", "---"],
          ["b", "--- # x"],
          ["c", "---\n\t# tab\nkind: Deployment\n"],
          ["d", "--- x"],
          ["e", ["---x"]],
        ]),
      );
    },
  );

  it("keeps documents, with a byte order mark and CRLF before a marker", () => {
    expect(read("\ufeff---\r\na: 1\r\n--- # next\r\nb: yes\r\n...\r\n", "kubernetes")).toEqual([
      new Map([["a", 1]]),
      new Map([["b", true]]),
    ]);
  });
});

describe("limits", () => {
  it("stops a depth bomb of blocks as well as one of brackets", () => {
    const blocks = Array.from({ length: 3000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n");
    expect(parseYaml(blocks, "kubernetes").problem).toMatchObject({
      code: "yaml-too-large",
      message: "nested more than 100 levels deep; flatten it",
    });
  });

  it("stops a bomb of merges that merge each other", () => {
    const lines = ["a0: &a0 {k: x}"];
    for (let i = 1; i < 40; i++) {
      lines.push(`a${i}: &a${i} {l: *a${i - 1}, m: *a${i - 1}, <<: [*a${i - 1}, *a${i - 1}]}`);
    }
    const start = performance.now();
    expect(parseYaml(lines.join("\n"), "kubernetes").problem?.code).toBe("yaml-too-large");
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it("refuses 50 MB at once", () => {
    const text = "kind: Deployment\n".repeat(3_000_000);
    const start = performance.now();
    expect(parseYaml(text, "kubernetes").problem?.message).toContain("larger than 16 MiB");
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it("refuses a billion laughs without writing it out", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 10; i++) {
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(", ")}]`,
      );
    }
    const { problem } = parseYaml(lines.join("\n"), "spec");
    expect(problem?.code).toBe("yaml-too-large");
    expect(problem?.at.line).toBe(6);
  });

  it("refuses merges that multiply", () => {
    const keys = Array.from({ length: 1000 }, (_, i) => `k${i}: 1`).join(", ");
    const text = `a: &a {${keys}}\nb: [${Array(2000).fill("{<<: *a}").join(", ")}]\n`;
    expect(parseYaml(text, "spec").problem?.code).toBe("yaml-too-large");
  });

  it("refuses what is nested too deeply, at the place", () => {
    const { problem } = parseYaml("[".repeat(5000) + "]".repeat(5000), "spec");
    expect(problem?.code).toBe("yaml-too-large");
    expect(problem?.at.column).toBeLessThan(200);
  });

  it("refuses a text larger than the limit", () => {
    expect(parseYaml(`a: ${"x".repeat(17 << 20)}`, "spec").problem?.code).toBe("yaml-too-large");
  });
});

describe("what Go's readers accept and YAML 1.2 does not", () => {
  it.each([
    ["a:\n  b: [\n    c\n  ]\n  d: 1\n", "closing bracket under its key"],
    ["a:\n  b: [\n    c # why [\n  ]\n  d: 1\n", "after a comment"],
    ["a:\n  b: [\n    c\n  # note\n\n  ]\n  d: 1\n", "after lines of comment"],
    ["a:\r\n  b: [\r\n    c\r\n  ]\r\n  d: 1\r\n", "with CRLF"],
    ["a:\n  b: [\n  c\n]\n  d: 1\n", "left of its key"],
    ["a:\n  b:\t[c]\n  d: 1\n", "after a tab"],
    ["a: {b:\t[\tc,\t],\td:\t1}\n", "among tabs"],
    ["a: {\n\tb:\t[c],\n\td: 1\n}\n", "in a line that a tab indents"],
  ])("%j: a %s", (text) => {
    const { documents, problem } = parseYaml(text, "kubernetes");
    expect(problem).toBeNull();
    expect(plain(documents[0]!)).toEqual(
      new Map([
        [
          "a",
          new Map<string, unknown>([
            ["b", ["c"]],
            ["d", 1],
          ]),
        ],
      ]),
    );
    const a = documents[0]!.kind === "mapping" ? documents[0]!.entries[0]!.value : null;
    const d = a?.kind === "mapping" ? a.entries[1]! : null;
    expect(textAt(text, d!.keyAt, 1)).toBe("d");
  });
});

describe("against js-yaml's own writer", () => {
  const leaf = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
    fc.constant(null),
  );
  const key = fc.string({ minLength: 1, maxLength: 6 }).filter((one) => one !== "__proto__");
  const tree = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("any"), { maxLength: 4 }),
      fc.dictionary(key, tie("any"), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).any;
  const asMaps = (one: unknown): unknown =>
    Array.isArray(one)
      ? one.map(asMaps)
      : one !== null && typeof one === "object"
        ? new Map(Object.entries(one).map(([name, inner]) => [name, asMaps(inner)]))
        : one;

  it("reads back what was written", () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: -1, max: 3 }), (written, flowLevel) => {
        const { documents, problem } = parseYaml(dump({ written }, { flowLevel }), "spec");
        expect(problem).toBeNull();
        expect(documents.map(plain)).toEqual([asMaps({ written })]);
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });

  it("never throws on text of any kind", () => {
    const scrap = fc.constantFrom(
      "a",
      ": ",
      "- ",
      "\n",
      "  ",
      "[",
      "]",
      "{",
      "}",
      "&x ",
      "*x",
      "<<",
      "---",
      '"',
      "'",
      "|",
      ">",
      "#",
      "!",
      "\t",
      "%",
      "?",
      "\r",
    );
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 40 }), (scraps) => {
        const { problem } = parseYaml(scraps.join(""), "kubernetes");
        expect(problem === null || problem.at.line >= 1).toBe(true);
      }),
      { seed: 20261130, numRuns: 3000 },
    );
  });
});
