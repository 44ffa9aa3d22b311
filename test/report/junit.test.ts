import fc from "fast-check";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { describe, expect, test } from "vitest";
import type { EstimateResult, Result } from "../../src/gate/result.ts";
import { visible } from "../../src/report/escape.ts";
import { renderJunit } from "../../src/report/junit.ts";
import { xmlElement } from "../../src/report/xml.ts";
import { hostile, hostileResult } from "./hostile.ts";
import { endpoint, exact, FAILING, model, reason, result, under } from "./samples.ts";

type Element = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
};

/** Parses strictly: what is not well-formed XML 1.0 throws. */
function parsed(xml: string): Element {
  const parser = new SaxesParser();
  const root: Element = { tag: "", attributes: {}, children: [], text: "" };
  const open = [root];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    const one: Element = { tag: name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(one);
    open.push(one);
  });
  parser.on("text", (text) => {
    open.at(-1)!.text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();
  return root.children[0]!;
}

/** What it may hold (the schemas of Ant and of Jenkins agree on it). */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  testsuites: ["testsuite"],
  testsuite: ["testcase", "system-out"],
  testcase: ["failure", "skipped", "system-out"],
  failure: [],
  skipped: [],
  "system-out": [],
};

/** The same of attributes, by the schema of Jenkins' xunit-plugin (junit-10.xsd). */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  testsuites: ["name", "tests", "failures", "errors", "time"],
  testsuite: ["name", "tests", "failures", "errors", "skipped", "time"],
  testcase: ["classname", "name", "time"],
  failure: ["type", "message"],
  skipped: ["message"],
  "system-out": [],
};

function checkShape(one: Element): void {
  for (const name of Object.keys(one.attributes)) expect(ATTRIBUTES[one.tag]).toContain(name);
  for (const child of one.children) {
    expect(CHILDREN[one.tag]).toContain(child.tag);
    checkShape(child);
  }
}

function casesOf(one: Element): readonly Element[] {
  return one.tag === "testcase" ? [one] : one.children.flatMap(casesOf);
}

function outcome({ children }: Element): string {
  return children.map(({ tag }) => tag).join("+") || "passed";
}

describe("JUnit", () => {
  test("is XML of the shape that CI servers read, and its totals are those of its tests", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        const xml = renderJunit(one);
        expect(xml).not.toContain("##[");
        const root = parsed(xml);
        expect(root.tag).toBe("testsuites");
        checkShape(root);
        for (const suite of [root, ...root.children]) {
          const cases = casesOf(suite);
          const having = (tag: string) =>
            cases.filter(({ children }) => children.some((child) => child.tag === tag)).length;
          expect(suite.attributes).toMatchObject({
            tests: String(cases.length),
            failures: String(having("failure")),
            errors: "0",
            ...(suite === root ? {} : { skipped: String(having("skipped")) }),
          });
        }
        const names = one.models.flatMap((m) => m.endpoints.map((e) => visible(e.name)));
        const told = casesOf(root).map(({ attributes }) => attributes["name"]);
        expect(told.map((name) => name?.replaceAll("\ufffd", ""))).toEqual(
          expect.arrayContaining(names.map((name) => name.replace(/[\ufffd-\uffff]/g, ""))),
        );
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test("has text that a parser reads back, in attributes and elements", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = visible(text).replace(/[\ufffe\uffff]/g, "\ufffd");
        const { attributes } = parsed(xmlElement("a", { b: text }));
        expect(attributes["b"]).toBe(shown);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  test("fails what fails, skips what is undecided, and lets warnings pass", () => {
    const root = parsed(renderJunit(FAILING));
    const outcomes = Object.fromEntries(
      casesOf(root).map((one) => [one.attributes["name"], outcome(one)]),
    );
    expect(outcomes).toEqual({
      "GET /products": "passed",
      "GET /cart": "system-out",
      "POST /checkout": "failure",
      "GET /": "passed",
      "GET /search": "passed",
      "POST /login": "passed",
    });
    const failing = casesOf(root).find(({ children }) => children[0]?.tag === "failure");
    expect(failing?.attributes["classname"]).toBe("availability.yaml");
    expect(failing?.children[0]?.attributes).toEqual({
      type: "below-slo",
      message: "`POST /checkout` falls below its SLO: 99.32% is 0.18 points below 99.5%",
    });
    const undecided = reason("undecided", "warn", "GET /a", "too close to call");
    const one = result({
      reasons: [undecided],
      models: [model({ endpoints: [endpoint({ name: "GET /a", base: null, head: exact(0) })] })],
    });
    expect(casesOf(parsed(renderJunit(one))).map(outcome)).toEqual(["skipped"]);
    const strict: Result = { ...one, reasons: [{ ...undecided, verdict: "fail" }] };
    expect(casesOf(parsed(renderJunit(strict))).map(outcome)).toEqual(["failure"]);
  });

  test("has a test for each fault under which something is promised, and for what is said of a whole spec", () => {
    const one = result({
      reasons: [
        reason("loosened", "fail", null, "`maxDrop` was loosened"),
        { ...reason("below-slo", "fail", "GET /a", "below its minimum"), fault: "zone-down" },
      ],
      models: [
        model({
          endpoints: [
            endpoint({
              name: "GET /a",
              base: exact(0),
              head: exact(0),
              under: [
                under("zone-down", exact(0), exact(0.1), 0.99, "fail"),
                under("node-drain", exact(0), exact(0), 0.99),
                under("nothing-promised", exact(0), exact(0.2)),
              ],
            }),
          ],
        }),
      ],
    });
    expect(
      casesOf(parsed(renderJunit(one))).map((each) => [each.attributes["name"], outcome(each)]),
    ).toEqual([
      ["the spec", "failure"],
      ["GET /a", "passed"],
      ["GET /a under zone-down", "failure"],
      ["GET /a under node-drain", "passed"],
    ]);
  });

  test("is written of an estimate, too", () => {
    const one: EstimateResult = {
      version: 1,
      verdict: "pass",
      reasons: [],
      head: { sha: "WORKTREE", commit: "WORKTREE" },
      models: [
        {
          path: "availability.yaml",
          verdict: "pass",
          endpoints: [
            { name: "GET /", head: exact(0), slo: { head: 0.9 }, under: [], verdict: "pass" },
          ],
          diagnostics: [{ severity: "warning", code: "x", message: "`a` is not read", line: 3 }],
        },
      ],
    };
    const [suite] = parsed(renderJunit(one)).children;
    expect(suite?.attributes["name"]).toBe("availability.yaml");
    expect(suite?.children.at(-1)?.text.trim()).toBe(
      "warning: `a` is not read (availability.yaml:3)",
    );
  });
});
