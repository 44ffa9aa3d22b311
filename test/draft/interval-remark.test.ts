import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discoverText } from "../../src/draft/discover-text.ts";
import { discoveredOf } from "../../src/draft/discovered.ts";
import { intervalRemark } from "../../src/draft/interval-remark.ts";
import { mergeObserved } from "../../src/draft/merge.ts";
import { jeffreysInterval } from "../../src/numbers/jeffreys.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { lines, loadText } from "../model/support.ts";
import { dependency, observed, service } from "./observed-shop.ts";
import { anyObserved } from "./random-observed.ts";

describe("the interval of counts, in words", () => {
  // As SciPy's beta.ppf of good + ½ and total - good + ½ has it, with the ends of Brown, Cai and DasGupta.
  it.each([
    [0, 1, "0% to 85%"],
    [1, 2, "6.1% to 93.9%"],
    [5, 10, "22% to 78%"],
    [100, 100, "97.5% to 100%"],
    [9990, 10_000, "99.82% to 99.949%"],
    [1_000_000, 1_000_000, "99.99975% to 100%"],
    [3, 1_000_000, "0.000084% to 0.0008%"],
  ])("of %i in %i", (good, total, words) => {
    expect(intervalRemark({ good, total })).toBe(`95% interval: ${words}`);
  });

  it("is within a twentieth of what is missing, and never all that is not all", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.double({ min: 0, max: 1 }), (total, of) => {
        const good = Math.floor(Number.isNaN(of) ? 0 : of * total);
        const { low, high } = jeffreysInterval(good, total);
        const [, ...ends] = /: (.*)% to (.*)%$/.exec(intervalRemark({ good, total })) ?? [];
        for (const [at, { p, q }] of [low, high].entries()) {
          const told = Number(ends[at]) / 100;
          expect(Math.abs(told - p)).toBeLessThanOrEqual(0.0501 * Math.min(p, q) + 1e-15);
          expect(told === 1).toBe(q === 0);
        }
      }),
      { seed: 20_260_109, numRuns: 200 },
    );
  });
});

const BEFORE = { good: 95, total: 100, until: "2026-10-01" };
const COUNTS = "{ good: 95, total: 100, until: 2026-10-01 }";
const OLD = "95% interval: 89% to 98.1%";
const NEXT = "{ good: 199, total: 200, until: 2026-11-01 }";
const NEW = "95% interval: 97.7% to 99.946%";

const LATER = observed({
  services: [service("web", { evidence: { good: 199, total: 200, until: "2026-11-01" } })],
  dependencies: [
    dependency("web -> pay", { evidence: { good: 199, total: 200, until: "2026-11-01" } }),
  ],
});

async function merged(text: string, of: Observed): Promise<string> {
  const { spec, diagnostics } = await loadText(text);
  if (spec === null) throw new Error(lines(diagnostics).join("\n"));
  const outcome = mergeObserved(of, { text, spec, matched: new Set(), barred: new Map() });
  expect(outcome.unwritten).toEqual([]);
  return outcome.text;
}

/** What a merge makes of a spec with these lines; once more, it makes the same. */
async function mergedInto(body: string): Promise<string> {
  const once = await merged(`version: 1\n${body}endpoints: { e: { entry: web } }\n`, LATER);
  expect(await merged(once, LATER)).toBe(once);
  return once;
}

describe("a merge", () => {
  it("knows its own words", () => {
    expect(intervalRemark(BEFORE)).toBe(OLD);
  });

  it.each([
    ["renews its own interval", ` # ${OLD}`, ` # ${NEW}`],
    [
      "keeps what is behind it",
      ` # ${OLD}; of 120 calls, says Ann`,
      ` # ${NEW}; of 120 calls, says Ann`,
    ],
    ["keeps blanks around it", `     # ${OLD}  `, `     # ${NEW}  `],
    ["leaves the line without, where somebody removed it", "", ""],
    [
      "leaves one that somebody edited",
      " # 95% interval: 88% to 98.1%",
      " # 95% interval: 88% to 98.1%",
    ],
    ["leaves one that somebody wrote on", ` # ${OLD} (why?)`, ` # ${OLD} (why?)`],
    ["leaves one within other words", ` # see: # ${OLD}`, ` # see: # ${OLD}`],
    ["leaves another's", " # hm", " # hm"],
  ])("%s", async (_, before, wanted) => {
    const written = (counts: string, remark: string) =>
      `dependencies:\n  - web -> pay: { operation: x, evidence: ${counts} }${remark}\n`;
    expect(await mergedInto(written(COUNTS, before))).toContain(written(NEXT, wanted));
    const block = (counts: string, remark: string) =>
      `dependencies:\n  - web -> pay:\n      evidence: ${counts}${remark}\n      operation: x\n`;
    expect(await mergedInto(block(COUNTS, before))).toContain(block(NEXT, wanted));
    const services = (counts: string, remark: string) =>
      `services:\n  web: { replicas: 2, evidence: ${counts} }${remark}\n`;
    expect(await mergedInto(services(COUNTS, before))).toContain(services(NEXT, wanted));
  });

  it("says it beside evidence that is new, unless something stands there", async () => {
    const both = `services:\n  web: { replicas: 2 }\ndependencies:\n  - web -> pay: { operation: x }\n`;
    expect(await mergedInto(both)).toContain(
      `services:\n  web: { replicas: 2, evidence: ${NEXT} } # ${NEW}\ndependencies:\n  - web -> pay: { operation: x, evidence: ${NEXT} } # ${NEW}\n`,
    );
    expect(await mergedInto("dependencies:\n  - web -> pay # hm\n")).toContain(
      `  - web -> pay: { evidence: ${NEXT} } # hm\n`,
    );
    expect(await mergedInto("dependencies: [{ web -> pay: {} }]\n")).toContain(
      `[{ web -> pay: { evidence: ${NEXT} } }]\n`,
    );
    expect(await mergedInto("dependencies: [web -> pay]\n")).toContain(
      `  web: { evidence: ${NEXT} } # ${NEW}\n`,
    );
  });

  it("keeps apart what stands within brackets over several lines", async () => {
    const list = (inner: string) => `dependencies: [\n  { web -> pay: ${inner}\n  },\n  a -> b ]\n`;
    expect(await mergedInto(list("{ operation: x }"))).toContain(
      list(`{ operation: x, evidence: ${NEXT} } # ${NEW}`),
    );
  });

  it("has no comment for JSON", async () => {
    const json =
      '{"version": 1, "dependencies": ["web -> pay"], "endpoints": {"e": {"entry": "web"}}}';
    const text = await merged(json, LATER);
    expect(text).not.toContain("#");
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it("keeps CRLF, and an interval that is CRLF's neighbour", async () => {
    const body = `version: 1\r\nendpoints: { e: { entry: web } }\r\ndependencies:\r\n  - web -> pay: { evidence: ${COUNTS} } # ${OLD}\r\n`;
    expect(await merged(body, LATER)).toContain(
      `  - web -> pay: { evidence: ${NEXT} } # ${NEW}\r\n`,
    );
  });
});

describe("a draft that other traces are merged into", () => {
  it("says of no counts an interval that is not theirs", async () => {
    await fc.assert(
      fc.asyncProperty(anyObserved, anyObserved, async (first, second) => {
        const context = { manifests: [], workloads: new Map(), matched: new Set<string>() };
        const draft = discoverText(discoveredOf(first), first.quality, context);
        const { spec } = await loadText(draft);
        if (spec === null) return;
        expectIntervals(draft);
        expectIntervals(await merged(draft, second));
      }),
      { seed: 20_260_110, numRuns: 60 },
    );
  });
});

function expectIntervals(text: string): void {
  for (const line of text.split("\n")) {
    const [, good, total] = /evidence: \{ good: (\d+), total: (\d+)/.exec(line) ?? [];
    if (good === undefined || total === undefined) continue;
    const remark = intervalRemark({ good: Number(good), total: Number(total) });
    // What other words stand behind a line are taken for a person's.
    if (line.includes("95% interval") || !line.includes(" # ")) {
      expect(line).toContain(` # ${remark}`);
    }
  }
}
