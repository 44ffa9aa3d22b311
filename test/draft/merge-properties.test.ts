import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeObserved } from "../../src/draft/merge.ts";
import { quotedScalar, scalar } from "../../src/draft/yaml-text.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { lines, loadText } from "../model/support.ts";
import { anyObserved, NAMES } from "./random-observed.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");

async function merged(text: string, of: Observed) {
  const { spec } = await loadText(text);
  if (spec === null) return null;
  const outcome = mergeObserved(of, { text, spec, matched: new Set(), barred: new Map() });
  return { spec, ...outcome };
}

/** What a merge must leave: all but counts, days and the brackets of what was empty. */
function lasting(line: string): string {
  return line.replace(/\d{4}-\d\d-\d\d|\d+|\[ *\]|\{ *\}|\s/g, "");
}

/** That the signs of one text stand in another in the same order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const sign of whole) if (sign === part[at]) at++;
  return at >= part.length;
}

/** That every old line, and every comment whole, is still there, and in the same order. */
function expectKept(before: string, after: string): void {
  const rest = after.split(/\r\n|\n/);
  let at = 0;
  for (const line of before.split(/\r\n|\n/)) {
    const old = lasting(line);
    const comment = / # .*$/.exec(line)?.[0] ?? "";
    while (at < rest.length) {
      const here = rest[at] ?? "";
      if (isWithin(old, lasting(here)) && here.endsWith(comment)) break;
      at++;
    }
    if (at >= rest.length) throw new Error(`lost: ${line}\n${after}`);
    at++;
  }
}

async function expectMerged(text: string, of: Observed): Promise<void> {
  const once = await merged(text, of);
  if (once === null) throw new Error(`not valid to begin with:\n${text}`);
  expectKept(text, once.text);
  const { spec, diagnostics } = await loadText(once.text);
  expect(lines(diagnostics.filter(({ severity }) => severity === "error"))).toEqual([]);
  // All that stood in the spec stands in it, as it was.
  const after = new Set(spec?.dependencies.map(({ name }) => name));
  for (const { name } of once.spec.dependencies) expect(after).toContain(name);
  for (const [name, { entry, slo }] of once.spec.endpoints) {
    expect(spec?.endpoints.get(name)?.entry.value).toBe(entry.value);
    expect(spec?.endpoints.get(name)?.slo?.value).toEqual(slo?.value);
  }
  for (const [name, { replicas }] of once.spec.services) {
    if (replicas !== null) expect(spec?.services.get(name)?.replicas?.value).toBe(replicas.value);
  }
  expect((await merged(once.text, of))?.text).toBe(once.text);
}

const key = fc.tuple(
  fc.constantFrom(...NAMES),
  fc.constantFrom("->", "~>"),
  fc.constantFrom(...NAMES),
);
const style = fc.constantFrom("plain", "flow", "block", "deep", "empty");
const remark = fc.constantFrom("", " # why", "  # a -> b: { }");
const item = fc.record({ key, style, remark, quotes: fc.boolean() });
const layout = fc.record({
  items: fc.array(item, { maxLength: 6 }),
  services: fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), style, remark }), {
    maxLength: 4,
    selector: (one) => one.name,
  }),
  indent: fc.constantFrom("", "  ", "    "),
  list: fc.constantFrom("block", "flow", "absent"),
  flowEndpoints: fc.boolean(),
  order: fc.constantFrom("sde", "eds", "des"),
  crlf: fc.boolean(),
  blank: fc.boolean(),
  ending: fc.boolean(),
});

type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;

/** A spec, written in one of the many ways that people write them. */
function written(of: Layout): string {
  const gap = of.blank ? ["", "# a section"] : [];
  const sections: Record<string, readonly string[]> = {
    s: servicesOf(of),
    d: dependenciesOf(of),
    e: of.flowEndpoints
      ? ["endpoints: { e: { entry: web }, GET /: { entry: pay } } # those"]
      : [
          "endpoints:",
          `${of.indent}  e: { entry: web }`,
          `${of.indent}  'GET /': # first`,
          `${of.indent}    entry: pay`,
          "  # the rest",
        ],
  };
  const all = [
    "# a spec",
    "version: 1",
    ...[...of.order].flatMap((one) => [...gap, ...(sections[one] ?? [])]),
  ];
  return all.join(of.crlf ? "\r\n" : "\n") + (of.ending ? (of.crlf ? "\r\n" : "\n") : "");
}

function servicesOf({ services, indent }: Layout): readonly string[] {
  if (services.length === 0) return [];
  return [
    "services:",
    ...services.flatMap(({ name, style: how, remark: why }) => {
      const head = `${indent}  ${scalar(name)}:`;
      if (how === "plain" || how === "empty") return [`${head} {}${why}`];
      if (how === "flow") return [`${head} { quorum: 1, replicas: 2 }${why}`];
      return [`${head}${why}`, `${indent}      quorum: 1`, `${indent}      # no more`];
    }),
  ];
}

function dependenciesOf({ items, list, indent }: Layout): readonly string[] {
  if (list === "absent") return [];
  if (items.length === 0) return ["dependencies: [ ]"];
  const named = items.map(({ key: [from, arrow, to], quotes, ...rest }) => {
    const text = `${from} ${arrow} ${to}`;
    const isPlain = /^\w+ [-~]> \w+$/.test(text) && !quotes;
    return { ...rest, name: isPlain ? text : quotedScalar(text) };
  });
  if (list === "flow") {
    const parts = named.map(({ name, style: how }) =>
      how === "plain" ? name : `{ ${name}: { operation: a, evidence: { good: 1, total: 9 } } }`,
    );
    return [`dependencies: [${parts.join(", ")}] # all`];
  }
  const dash = `${indent}- `;
  return [
    "dependencies: # all",
    ...named.flatMap(({ name, style: how, remark: why }) => {
      if (how === "plain") return [`${dash}${name}${why}`];
      if (how === "empty") return [`${dash}${name}: {}${why}`];
      if (how === "flow")
        return [`${dash}${name}: { availability: 99%, evidence: {good: 1, total: 9} }${why}`];
      if (how === "block")
        return [`${dash}${name}:${why}`, `${indent}      operation: "x"`, "", "# between"];
      return [
        `${dash}${name}:`,
        `${indent}    evidence:${why}`,
        `${indent}      total: 9 # all`,
        `${indent}      until: "2020-01-01"`,
        `${indent}      good: 0`,
      ];
    }),
  ];
}

describe("a merge", () => {
  it("keeps every line of a spec, stays valid, and is the same when it is done again", async () => {
    await fc.assert(
      fc.asyncProperty(layout, anyObserved, async (of, shown) => {
        const text = written(of);
        const { spec } = await loadText(text);
        fc.pre(spec !== null);
        await expectMerged(text, shown);
      }),
      { seed: 63, numRuns: 150 },
    );
  }, 20_000);

  it.each([
    "shop/availability.yaml",
    "otel-demo/availability.yaml",
    "social-network/availability.yaml",
  ])("keeps %s, whatever the traces show", async (path) => {
    const text = readFileSync(join(fixtures, path), "utf8");
    await fc.assert(
      fc.asyncProperty(anyObserved, (shown) => expectMerged(text, shown)),
      { seed: 64, numRuns: 12 },
    );
  });
});
