import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DraftContext, discoverText } from "../../src/draft/discover-text.ts";
import { discoveredOf } from "../../src/draft/discovered.ts";
import { percentText } from "../../src/draft/evidence-text.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { build, lines, loadText, validSpec } from "../model/support.ts";
import { dependency, endpoint, observed, QUALITY, SHOP, service } from "./observed-shop.ts";
import { anyObserved } from "./random-observed.ts";

const BARE: DraftContext = { manifests: [], workloads: new Map(), matched: new Set() };

function draft(of: Observed, context: Partial<DraftContext> = {}): string {
  return discoverText(discoveredOf(of), of.quality, { ...BARE, ...context });
}

/** The lines of a draft that hold more than a comment, without remarks. */
function bare(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/ +# .*$/, ""))
    .filter((line) => !/^\s*(?:#|$)/.test(line));
}

describe("a drafted spec", () => {
  it("says what the traces show, as a person would write it", () => {
    expect(bare(draft(SHOP))).toEqual([
      "version: 1",
      "services:",
      "  cart: { replicas: 2 }",
      "  checkout: { replicas: 3 }",
      "  frontend: { replicas: 2, evidence: { good: 9990, total: 10000, until: 2026-11-01 } }",
      "dependencies:",
      "  - cart -> orders-db: { operation: orders, evidence: { good: 1000, total: 1000, until: 2026-11-01 } }",
      '  - checkout -> stripe.com: { operation: "POST /charge", timeout: { onTime: 93%, retries: 2 }, evidence: { good: 990, total: 1000, until: 2026-11-01 } }',
      "  - checkout ~> kafka: { evidence: { good: 400, total: 400, until: 2026-11-01 } }",
      "  - frontend -> cart: { evidence: { good: 800, total: 800, until: 2026-11-01 } }",
      "  - frontend -> checkout: { evidence: { good: 400, total: 400, until: 2026-11-01 } }",
      "  - kafka ~> email",
      "endpoints:",
      "  GET /cart/{id}:",
      "    entry: frontend",
      "    calls: [cart]",
      "    optional: [orders-db]",
      "  POST /checkout:",
      "    entry: frontend",
      "    mixture:",
      "      - { weight: 300 }",
      "      - { weight: 100, calls: [checkout] }",
    ]);
  });

  it("tells the counts that its lines do not say", () => {
    const text = draft(SHOP);
    expect(text).toContain("from 1,000 traces of 9,000 spans from 2026-10-25 to 2026-11-01");
    expect(text).toMatch(/kafka ~> email +# 400 calls in 400 traces, how they ended is not told/);
    const down = { evidence: null, censored: 3, calls: 3 };
    const outage = observed({ dependencies: [dependency("a -> b", down)] });
    expect(draft(outage)).toMatch(/# 3 calls in 3 traces; 3 during known outages left out\n/);
    expect(text).toMatch(
      /frontend -> cart.* # 95% interval: 99\.69% to 100%; of 1,000 calls; GET \/cart, POST \/cart/,
    );
    expect(text).toMatch(/frontend -> checkout.*%; 3 outlived their caller/);
    expect(text).toMatch(/# 500 traces, 500 succeeded; orders-db failed in 10, of which 9 succ/);
    expect(text).toContain("# 3 instances at once, 5 in all");
    // A third party gets no availability that nobody told.
    expect(text).toMatch(/^ {2}# {3}stripe\.com: \{ external: \} +# called by checkout$/m);
  });

  it("tells who may be a third party so that the lines can be uncommented", async () => {
    const text = draft(
      observed({
        services: [service("a"), service("api.b.com", { kind: "peer" })],
        dependencies: [dependency("a -> api.b.com")],
        endpoints: [endpoint("GET /", "a", ["api.b.com"])],
      }),
    );
    expect(text).toMatch(/\n# services:\n# {3}api\.b\.com: \{ external: \} +# called by a\n/);
    const said = text
      .replace(/# services:/, "services:")
      .replace(/# {3}(.*)external:/, "  $1external: 99%");
    expect((await validSpec(said)).services.get("api.b.com")?.external).not.toBeNull();
    const more = draft(SHOP).split("\n");
    expect(more).toContainEqual(expect.stringMatching(/^ {2}# {3}stripe\.com: \{ external: \}/));
  });

  it("is valid, and a model comes out of it", async () => {
    const { model, diagnostics } = await build(draft(SHOP));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(model?.endpoints).toHaveLength(2);
    expect(model?.services.find(({ name }) => name === "checkout")?.replicas).toHaveLength(3);
  });

  it("leaves replicas to the manifests where these give them", () => {
    const text = draft(SHOP, {
      matched: new Set(["cart", "frontend"]),
      workloads: new Map([["checkout", ["Deployment/shop/co"]]]),
      manifests: [{ text: "deploy/*.yaml", remark: "guess" }],
    });
    expect(bare(text).slice(1, 6)).toEqual([
      "manifests:",
      "  - deploy/*.yaml",
      "services:",
      "  checkout: { workload: Deployment/shop/co }",
      "  frontend: { evidence: { good: 9990, total: 10000, until: 2026-11-01 } }",
    ]);
  });

  it("takes for optional what endpoints do without as a rule, and not once in a hundred times", () => {
    const [cart] = discoveredOf(SHOP).endpoints;
    // `cart` was survived in 1 of 100; `cart -> orders-db` goes with `orders-db`.
    expect(cart?.members).toEqual([{ weight: 1, calls: ["cart"], optional: ["orders-db"] }]);
  });

  it("makes one kind of requests of those that differ in what is optional alone", () => {
    const of = observed({
      dependencies: ["web -> pay", "web -> ads", "web -> cart"].map((one) => dependency(one)),
      endpoints: [
        endpoint("GET /", "web", ["ads", "pay"], {
          optional: [{ name: "ads", failed: 3, survived: 3 }],
          scenarios: [
            { calls: ["pay"], traces: 70 },
            { calls: ["ads", "pay"], traces: 20 },
            { calls: ["cart"], traces: 10 },
          ],
        }),
      ],
    });
    const [mixed] = discoveredOf(of).endpoints;
    expect(mixed?.members).toEqual([
      { weight: 90, calls: ["ads", "pay"], optional: ["ads"] },
      { weight: 10, calls: ["cart"], optional: [] },
    ]);
    const [request] = of.endpoints;
    const rest = { ...request!, scenarios: request!.scenarios.slice(0, 2) };
    const [strict] = discoveredOf({ ...of, endpoints: [rest] }).endpoints;
    expect(strict?.members).toEqual([{ weight: 1, calls: ["ads", "pay"], optional: ["ads"] }]);
  });

  it("pools the operations of one pair, which share a channel", () => {
    const late = { good: 90, total: 100, until: "2026-10-01" };
    const of = observed({
      dependencies: [
        dependency("a -> b", { calls: 50, operation: "x" }),
        dependency("a -> b", {
          calls: 100,
          operation: "y",
          evidence: { good: 99, total: 100, until: "2026-11-02" },
          timing: { onTime: late, retries: 1 },
        }),
      ],
    });
    const [line] = discoveredOf(of).lines;
    expect(line?.evidence).toEqual({ good: 149, total: 150, until: "2026-11-02" });
    // No call of `x` was late: 50 attempts in time more.
    expect(line?.timing?.onTime).toMatchObject({ good: 140, total: 150 });
    expect(line?.timing?.retries).toBe(1);
    expect(line?.operations.map(({ name }) => name)).toEqual(["y", "x"]);
  });

  it("guesses entries where nothing tells of a request", async () => {
    const aggregate = {
      ...observed({
        dependencies: ["a -> b", "b -> c", "c -> b"].map((one) =>
          dependency(one, { evidence: null }),
        ),
      }),
      quality: { ...QUALITY, spans: 0, traces: 0 },
    };
    const text = draft(aggregate);
    expect(text).toContain("from aggregates of traces");
    expect([...(await validSpec(text)).endpoints.keys()]).toEqual(["a"]);
    const circle = observed({
      dependencies: ["b -> c", "c -> b", "c -> d"].map((one) => dependency(one)),
    });
    // A broker sends to many, and nobody comes in there.
    const messages = observed({
      services: [service("a"), service("b"), service("kafka", { kind: "broker" })],
      dependencies: ["b ~> kafka", "kafka ~> a", "kafka ~> b"].map((one) => dependency(one)),
    });
    expect(discoveredOf(messages).endpoints.map(({ observed: one }) => one.entry)).toEqual(["b"]);
    expect(discoveredOf(circle).endpoints.map(({ observed: { entry } }) => entry)).toEqual(["c"]);
  });

  it("names nothing that a spec cannot name, and tells so", () => {
    const of = observed({
      services: [service("a\u202eb"), service("ok")],
      dependencies: [dependency("ok -> a\u202eb"), dependency("ok -> b")],
      endpoints: [endpoint("GET /\u0007", "ok", [])],
    });
    const { lines: found, unnamable, requests } = discoveredOf(of);
    expect(found.map(({ name }) => name)).toEqual(["ok -> b"]);
    expect(requests).toEqual([]);
    expect(unnamable).toHaveLength(2);
  });

  it("writes nothing that a log of Actions would obey", async () => {
    const name = "##[error]x";
    const of = observed({
      services: [service(name, { kind: "peer" })],
      dependencies: [
        dependency(`web -> ${name}`, { operation: "##[group]" }),
        dependency(`web -> ${name}`, { operation: "##[b]", calls: 1 }),
      ],
      endpoints: [endpoint("GET /##[warning]", "web", [name])],
    });
    const text = draft(of);
    expect(text).not.toContain("##[");
    const spec = await validSpec(text);
    expect(spec.services.has(name)).toBe(true);
    expect(spec.endpoints.has("GET /##[warning]")).toBe(true);
  });

  it("keeps the endpoints that most requests come for", async () => {
    const endpoints = Array.from({ length: 60 }, (_, i) =>
      endpoint(`GET /r${String(i).padStart(2, "0")}`, "web", [], { traces: i + 1 }),
    );
    const text = draft(observed({ endpoints }));
    const spec = await validSpec(text);
    expect([...spec.endpoints.keys()][0]).toBe("GET /r20");
    expect(spec.endpoints.size).toBe(40);
    expect(text).toContain("# and 20 more, which fewer requests came for");
  });

  it("is valid for whatever traces show, and the same for the same", async () => {
    await fc.assert(
      fc.asyncProperty(anyObserved, async (of) => {
        const text = draft(of);
        fc.pre(of.dependencies.length + of.endpoints.length > 0);
        expect(draft(of)).toBe(text);
        const { spec, diagnostics } = await loadText(text);
        expect(lines(diagnostics.filter(({ severity }) => severity === "error"))).toEqual([]);
        const names = new Set(spec?.dependencies.map(({ name }) => name));
        expect([...names].sort()).toEqual(
          discoveredOf(of)
            .lines.map(({ name }) => name)
            .sort(),
        );
      }),
      { seed: 61, numRuns: 120 },
    );
  });
});

describe("a share of counts", () => {
  it.each([
    [93, 100, "93%"],
    [90, 100, "90%"],
    [99953, 100000, "99.953%"],
    [999999, 1000000, "99.9999%"],
    [2, 3, "66.6666%"],
    [2 ** 53 - 2, 2 ** 53 - 1, "99.99999999999998889%"],
    [0, 7, "0%"],
    [7, 7, "100%"],
  ])("%i of %i is %s", (good, total, text) => {
    expect(percentText(good, total)).toBe(text);
  });

  it("is never rounded up, nor far off", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 1e9 }),
        (all, part) => {
          const good = Math.min(part, all);
          const share = Number(percentText(good, all).slice(0, -1)) / 100;
          expect(share).toBeLessThanOrEqual(good / all + 1e-15);
          expect(1 - share).toBeLessThanOrEqual((1 - good / all) * 1.01 + 1e-12);
        },
      ),
      { seed: 62 },
    );
  });
});
