import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Workload } from "../../src/deployment/workload.ts";
import { discoverText } from "../../src/draft/discover-text.ts";
import { discoveredOf } from "../../src/draft/discovered.ts";
import { checkSpec, unseenServices } from "../../src/flow/check.ts";
import { mostUnseen, shareText, tracesNeeded } from "../../src/flow/check-finding.ts";
import { buildModel } from "../../src/model/build.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { dependency, endpoint, observed, QUALITY, SHOP, service } from "../draft/observed-shop.ts";
import { anyObserved } from "../draft/random-observed.ts";
import { alone, deployed, validSpec, workload } from "../model/support.ts";

async function check(
  text: string,
  of: Observed,
  workloads: readonly Workload[] = [],
): Promise<readonly string[]> {
  return (await findings(text, of, workloads)).map(
    ({ kind, place, message }) => `${place.file}:${place.line} ${kind}: ${message}`,
  );
}

async function findings(text: string, of: Observed, workloads: readonly Workload[] = []) {
  const spec = await validSpec(text);
  const { model, matches } = buildModel(spec, deployed(...workloads), alone);
  return checkSpec(of, { spec, text, model, matches });
}

const HEAD = "version: 1\ndependencies: [web -> pay]\nendpoints: { GET /: { entry: web } }\n";
const SEEN = observed({
  services: [service("web"), service("pay")],
  dependencies: [dependency("web -> pay", { evidence: null })],
  endpoints: [endpoint("GET /", "web", ["pay"])],
});

describe("a spec beside what the traces show", () => {
  it("has nothing found where the two agree", async () => {
    expect(await check(HEAD, SEEN)).toEqual([]);
  });

  it("lacks a dependency", async () => {
    const of = observed({
      ...SEEN,
      dependencies: [
        ...SEEN.dependencies,
        dependency("pay -> bank", { calls: 1200, traces: 800, evidence: null }),
        dependency("webb -> pay", { calls: 1, evidence: null }),
      ],
    });
    const found = await findings(HEAD, of);
    expect(found.map(({ message, snippet }) => [message, snippet])).toEqual([
      [
        "the spec has no `pay -> bank`, which 1,200 calls in 800 traces show; add it",
        "- pay -> bank",
      ],
      [
        "the spec has no `webb -> pay`, which 1 call in 1 trace shows; add it, or correct a name: did you mean `web`?",
        "- webb -> pay",
      ],
    ]);
    expect(found[0]?.place).toMatchObject({ file: "availability.yaml", line: 2, column: 16 });
  });

  it("has a dependency by another name, as like as not", async () => {
    const text = "version: 1\ndependencies: [web -> stripe]\nendpoints: { e: { entry: web } }\n";
    const of = observed({
      dependencies: [dependency("web -> api.stripe.com", { evidence: null })],
    });
    expect((await check(text, of))[0]).toContain(
      "show; add it, or give it the name that `web -> stripe` has, if that is the same",
    );
  });

  it("has the other arrow, or waits for what nobody waits for", async () => {
    const text =
      "version: 1\ndependencies:\n  - web ~> pay\n  - web -> mail\n  - web -> sms\nendpoints: { e: { entry: web } }\n";
    const of = observed({
      dependencies: [
        dependency("web -> pay", { evidence: null }),
        dependency("web -> mail", { calls: 10, outlived: 9, evidence: null }),
        dependency("web -> sms", { calls: 10, outlived: 4, evidence: null }),
      ],
    });
    expect(await check(text, of)).toEqual([
      "availability.yaml:3 mode-conflict: the spec has `web ~> pay`, and the caller waits by what 1,000 calls in 1,000 traces show; write `web -> pay`",
      "availability.yaml:4 mode-conflict: `web -> mail` blocks its caller in the spec, and 9 of 10 calls outlived theirs: fire and forget, as like as not; if so write `web ~> mail`",
    ]);
  });

  it("has a dependency that was never seen: told with how many traces that takes", async () => {
    const text = (calls: string) => `version: 1
dependencies: [web -> pay, web -> ads, ads -> bank]
endpoints:
  GET /:
    entry: web
    mixture: [{ weight: 4, calls: [pay] }, { weight: 1, calls: [${calls}] }]
`;
    // A fifth of the requests: 0.8^14 is below 0.05, and 0.8^13 is not.
    expect(await check(text("pay, ads"), SEEN)).toEqual([
      "availability.yaml:2 unseen-dependency: none of the 500 traces of `GET /` shows `web -> ads`, which by the spec 20% of them call; 14 traces would have been enough (95%); remove it if it is gone",
      "availability.yaml:2 unseen-dependency: no trace shows `ads -> bank`, nor any request that reaches `ads`: fewer than 0.3% of requests do (95%); trace it, or remove it if it is gone",
    ]);
    const few = observed({
      ...SEEN,
      endpoints: [endpoint("GET /", "web", ["pay"], { traces: 7 })],
    });
    expect((await check(text("ads"), few))[0]).toContain(
      "14 would be needed to see what 20% of them do (95%)",
    );
    // Where nothing says how often: what one in a hundred does.
    const [plain] = await check(
      "version: 1\ndependencies: [web -> pay, web -> ads]\nendpoints: { e: { entry: web } }\n",
      observed({ ...SEEN, endpoints: [] }),
    );
    expect(plain).toContain(
      "none of the 1,000 traces that reach `web` shows `web -> ads`, so fewer than 0.3% make the call; 299 traces would have been enough (95%) to see what 1% of them do",
    );
  });

  it("counts calls where aggregates tell of no trace", async () => {
    const of = {
      ...observed({ dependencies: [dependency("web -> pay", { calls: 100, evidence: null })] }),
      quality: { ...QUALITY, traces: 0, spans: 0 },
    };
    expect(
      await check(
        "version: 1\ndependencies: [web -> pay, web -> ads]\nendpoints: { GET /: { entry: web } }\n",
        of,
      ),
    ).toEqual([
      "availability.yaml:2 unseen-dependency: none of the 100 calls that reach `web` shows `web -> ads`; 299 would be needed to see what 1% of them do (95%)",
    ]);
  });

  it("lacks an endpoint, or has one that no request came for", async () => {
    const of = observed({
      ...SEEN,
      endpoints: [endpoint("POST /pay/{id}", "web", ["pay"], { traces: 1 })],
    });
    const text = HEAD.replace("GET /:", "order paid: { entry: web, completion: eventual }, GET /:");
    expect(await check(text, of)).toEqual([
      "availability.yaml:3 missing-endpoint: the spec has no endpoint `POST /pay/{id}`, which 1 request came for; add it, or name it in a comment if nobody promises it",
      "availability.yaml:3 unseen-endpoint: no request for `GET /` is in the 1,000 traces, so fewer than 0.3% of all are for it (95%); seen were `POST /pay/{id}`",
    ]);
    expect(await check(`# not POST /pay/{id}\n${HEAD}`, of)).toHaveLength(1);
  });

  it("says otherwise where a request comes in, whom it calls, and what it does without", async () => {
    const text = `version: 1
dependencies: [web -> pay, web -> ads]
endpoints:
  GET /:
    entry: web
    calls: [pay]
  GET /in: { entry: pay }
  GET /needs: { entry: web, needs: [pay] }
`;
    const of = observed({
      dependencies: [
        dependency("web -> pay", { evidence: null }),
        dependency("web -> ads", { evidence: null }),
      ],
      endpoints: [
        endpoint("GET /", "web", ["ads", "pay"], {
          optional: [
            { name: "ads", failed: 12, survived: 12 },
            { name: "pay", failed: 12, survived: 11 },
          ],
        }),
        endpoint("GET /in", "web", []),
        endpoint("GET /needs", "web", ["ads", "pay"]),
      ],
    });
    expect(await check(text, of)).toEqual([
      "availability.yaml:6 missing-call: `GET /` called `ads` in 500 of 500 traces, and its `calls` leave that out; add it there",
      "availability.yaml:7 missing-call: `GET /in` comes in at `web` by 500 traces, and at `pay` by the spec; correct `entry`",
      "availability.yaml:4 optional: `ads` failed in 12 requests for `GET /`, and 12 of these succeeded all the same; if it does without, add it to `optional`",
      "availability.yaml:4 optional: `pay` failed in 12 requests for `GET /`, and 11 of these succeeded all the same; if it does without, add it to `optional`",
    ]);
    const spared = text.replace(
      "calls: [pay]",
      'calls: [pay, ads]\n    optional: [pay, "web -> ads"]',
    );
    expect((await check(spared, of)).filter((one) => one.includes("optional"))).toEqual([
      expect.stringContaining("`ads` failed"),
    ]);
  });

  it("has other replicas than are there", async () => {
    const text =
      "version: 1\nservices: { pay: { replicas: 3 }, ext: { external: 99% } }\ndependencies: [web -> pay, web -> ext]\nendpoints: { e: { entry: web } }\n";
    const of = (calls: number) =>
      observed({
        services: [
          service("ext", { instances: 9 }),
          service("pay", { instances: 2, instancesEver: 4 }),
          service("web", { instances: 5 }),
        ],
        dependencies: [
          dependency("web -> pay", { calls, evidence: null }),
          dependency("web -> ext", { evidence: null }),
        ],
      });
    const web = workload({ name: "web", count: 4 });
    expect(await check(text, of(1000), [web])).toEqual([
      "availability.yaml:2 replica-conflict: the traces show 2 instances of `pay` at once (4 in all), and the spec says 3; write `replicas: 2`, or name the `workload` that says it",
      `deploy.yaml:${web.replicas.place.line} replica-conflict: the traces show 5 instances of \`web\` at once, and the manifest says 4; the manifest counts; see which of the two is out of date`,
    ]);
    // Ten calls to three replicas miss one of them more often than 1 in 20 times: 3 (2/3)^10 is 0.052.
    expect(await check(text, of(10), [web])).toHaveLength(1);
    expect(await check(text, of(11), [web])).toHaveLength(2);
    // What an autoscaler adds is what it is for.
    const scaled = { ...web, replicas: { ...web.replicas, rule: "autoscaler" as const } };
    expect(await check(text, of(10), [scaled])).toEqual([]);
  });

  it("has parameters that the counts speak against", async () => {
    const text = `version: 1
services: { pay: { replicaAvailability: 99% } }
dependencies:
  - web -> pay: { availability: 99.95%, timeout: { onTime: 99%, retries: 1 } }
  - web -> ads
  - web -> old: { evidence: { good: 900, total: 1000 } }
endpoints: { e: { entry: web } }
`;
    const share = (good: number, total = 1000) => ({ good, total, until: null });
    const of = observed({
      services: [
        service("pay", { evidence: share(990_000, 1_000_000) }),
        service("ads", { evidence: share(900) }),
      ],
      dependencies: [
        dependency("web -> pay", {
          evidence: share(980),
          timing: { onTime: share(950), retries: 3 },
        }),
        dependency("web -> ads", {
          evidence: share(1000),
          timing: { onTime: share(999), retries: 0 },
        }),
        dependency("web -> old", { evidence: share(999) }),
      ],
    });
    expect(await check(text, of)).toEqual([
      "availability.yaml:5 drift: callers of `web -> ads` gave up waiting in 1 of 1,000 attempts, and the spec has no `timeout` there; add it",
      "availability.yaml:6 drift: the evidence of `web -> old` is 90.00%, outside of what was observed: 999 of 1,000, so between 99.53% and 99.989% (95%); merge the newer counts into the spec",
      "availability.yaml:4 drift: the availability of `web -> pay` is 99.95%, outside of what was observed: 980 of 1,000, so between 96.98% and 98.73% (95%); correct `availability`, or remove it for the evidence to give it",
      "availability.yaml:4 drift: attempts of `web -> pay` end in time in 99% by the spec, outside of what was observed: 950 of 1,000, so between 93.51% and 96.22% (95%); correct `timeout`",
      "availability.yaml:4 drift: callers of `web -> pay` try again up to 3 times when they gave up waiting, and the spec has 1; correct `retries`",
      expect.stringMatching(
        /^availability.yaml:\d drift: the default of a replica of `ads` is 99.9%/,
      ),
    ]);
  });

  it("agrees with its own draft, but for what no spec can say", async () => {
    await fc.assert(
      fc.asyncProperty(anyObserved, async (of) => {
        fc.pre(of.dependencies.length + of.endpoints.length > 0);
        const context = { manifests: [], workloads: new Map(), matched: new Set<string>() };
        const text = discoverText(discoveredOf(of), of.quality, context);
        const kinds = new Set((await findings(text, of)).map(({ kind }) => kind));
        for (const kind of [
          "missing-dependency",
          "missing-endpoint",
          "unseen-dependency",
          "unseen-endpoint",
        ]) {
          expect(kinds).not.toContain(kind);
        }
      }),
      { seed: 65, numRuns: 60 },
    );
  });

  it("tells which services no span shows", async () => {
    const spec = await validSpec(
      "version: 1\ndependencies: [web -> pay, pay -> bank]\nendpoints: { e: { entry: web } }\n",
    );
    expect(unseenServices(SEEN, [...spec.services.keys()])).toEqual(["bank"]);
    expect(unseenServices(SHOP, [...spec.services.keys()])).toEqual(["web", "pay", "bank"]);
  });
});

describe("how much can be unseen", () => {
  it("is bounded so that 5 of 100 runs would miss it", () => {
    for (const traces of [1, 10, 299, 100_000]) {
      expect((1 - mostUnseen(traces)) ** traces).toBeCloseTo(0.05, 10);
    }
    for (const share of [0.2, 0.01, 1e-5, 0.95]) {
      const needed = tracesNeeded(share);
      expect((1 - share) ** needed).toBeLessThanOrEqual(0.05);
      expect((1 - share) ** (needed - 1)).toBeGreaterThan(0.05);
    }
    expect([tracesNeeded(1), tracesNeeded(0), mostUnseen(0)]).toEqual([
      1,
      Number.POSITIVE_INFINITY,
      1,
    ]);
  });

  it.each([
    [0.2, "20%"],
    [0.0029913, "0.3%"],
    [0.00251, "0.26%"],
    [0.123, "13%"],
    [1, "100%"],
    [0.00003, "0.003%"],
  ])("%d is written %s", (share, text) => {
    expect(shareText(share)).toBe(text);
  });
});
