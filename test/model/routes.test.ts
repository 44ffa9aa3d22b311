import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import type { Deployment, Workload } from "../../src/deployment/workload.ts";
import { buildModel, type ModelOutcome } from "../../src/model/build.ts";
import type { Channel } from "../../src/model/model.ts";
import { alone, deployed, lines, validSpec, workload } from "./support.ts";

const spec = (timeout: string, more = "") =>
  `version: 1
services: { payment: { workload: Deployment/shop/payment-v1 } }
dependencies:
  - checkout -> payment: { availability: 99.9%${timeout === "" ? "" : `, timeout: ${timeout}`} }
${more}endpoints: { e: { entry: checkout, slo: 99% } }
`;

const LATENCY = "{ latency: { p50: 40ms, p99: 350ms } }";

const PAYMENT = workload({
  namespace: "shop",
  name: "payment-v1",
  selectedBy: ["payment", "payment-headless"],
});

function virtualService(
  rule: string,
  options: { hosts?: string; more?: string; name?: string } = {},
) {
  const { hosts = "payment", more = "", name = "payment" } = options;
  return `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ${name}, namespace: shop}
spec:
  hosts: ['${hosts}']
  ${more}
  http: [${rule}]
`;
}

function httpRoute(rule: string, parent = "{kind: Service, group: '', name: payment}"): string {
  return `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: pay, namespace: shop}
spec:
  parentRefs: [${parent}]
  rules: [${rule}]
`;
}

function deploymentOf(manifests: readonly string[], workloads: readonly Workload[] = [PAYMENT]) {
  const files = manifests.map((text, i) => ({ path: `mesh-${i + 1}.yaml`, text }));
  const deployment: Deployment = {
    ...deployed(...workloads),
    routes: readDeployment(files).routes,
  };
  return deployment;
}

async function built(
  text: string,
  manifests: readonly string[],
  context = alone,
): Promise<ModelOutcome> {
  return buildModel(await validSpec(text), deploymentOf(manifests), context);
}

async function channelOf(text: string, ...manifests: readonly string[]): Promise<Channel> {
  const { model, diagnostics } = await built(text, manifests);
  if (model === null) throw new Error(lines(diagnostics).join("\n"));
  return model.dependencies[0]!.channels[0]!;
}

/** What is told of routes, without what other tests hold. */
async function toldOf(text: string, ...manifests: readonly string[]): Promise<readonly string[]> {
  const { diagnostics } = await built(text, manifests);
  return lines(diagnostics).filter((one) => !/ (?:defaulted|unclaimed-workloads):/.test(one));
}

/** Φ((ln after - ln 40)/σ), σ = ln(350/40)/2.32635, by the integral of the density (Simpson's rule). */
function shareWithin(after: number): number {
  const z = (Math.log(after / 40) * 2.32635) / Math.log(350 / 40);
  const [low, steps] = [-9, 20_000];
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const step = (z - low) / steps;
  let sum = density(low) + density(z);
  for (let i = 1; i < steps; i++) sum += density(low + i * step) * (i % 2 === 1 ? 4 : 2);
  return (sum * step) / 3;
}

/** ρ(1-(1-λ)^{r+1}), semantics. */
function usable({ up, timeout }: Channel): number {
  if (timeout === null) return up.p;
  return up.p * (1 - (1 - timeout.onTime.p) ** (timeout.retries + 1));
}

describe("a route into a dependency", () => {
  it.each<[string, string, number, number]>([
    ["a time-out", virtualService("{timeout: 200ms}"), 200, 0],
    [
      "one for each attempt",
      virtualService("{retries: {attempts: 3, perTryTimeout: 2s}}"),
      2000,
      3,
    ],
    ["retries off", virtualService("{timeout: 1.000s, retries: {attempts: 0}}"), 1000, 0],
    // "Actual number of retries attempted depends on the request timeout."
    ["retries without time", virtualService("{timeout: 1s, retries: {attempts: 3}}"), 1000, 0],
    [
      "retries with time for one",
      virtualService("{timeout: 5s, retries: {attempts: 3, perTryTimeout: 2s}}"),
      2000,
      1,
    ],
    [
      "retries that fill the time",
      virtualService("{timeout: 6s, retries: {attempts: 2, perTryTimeout: 2s}}"),
      2000,
      2,
    ],
    [
      "an attempt that is longer than the whole",
      virtualService("{timeout: 300ms, retries: {attempts: 2, perTryTimeout: 2s}}"),
      300,
      0,
    ],
    [
      "retries of other failures",
      virtualService("{retries: {attempts: 2, perTryTimeout: 1s, retryOn: 'connect-failure,503'}}"),
      1000,
      0,
    ],
    [
      "retries of late calls",
      virtualService("{retries: {attempts: 2, perTryTimeout: 1s, retryOn: 'reset, 503'}}"),
      1000,
      2,
    ],
    [
      "of the Gateway API",
      httpRoute("{timeouts: {request: 1h, backendRequest: 150ms}, retry: {attempts: 1}}"),
      150,
      1,
    ],
  ])("gives up as it says: %s", async (_, manifest, after, retries) => {
    const channel = await channelOf(spec(LATENCY), manifest);
    expect(channel.timeout?.onTime.p).toBeCloseTo(shareWithin(after), 9);
    expect(channel.timeout?.retries).toBe(retries);
    expect(channel.up.p).toBe(0.999);
    const late = 1 - shareWithin(after);
    expect(usable(channel)).toBeCloseTo(0.999 * (1 - late ** (retries + 1)), 9);
  });

  it("says at which lines", async () => {
    const manifest = virtualService(
      "\n    {timeout: 5s,\n    retries: {attempts: 1,\n    perTryTimeout: 2s}}",
    );
    const { origin } = await channelOf(spec(LATENCY), manifest);
    expect(origin?.onTime).toMatchObject({ file: "mesh-1.yaml", line: 10 });
    expect(origin?.retries).toMatchObject({ file: "mesh-1.yaml", line: 9 });
    expect((await channelOf(spec("{ onTime: 93%, retries: 1 }"), manifest)).origin).toBeUndefined();
  });

  it("leaves what the spec writes", async () => {
    const manifest = virtualService("{timeout: 5s, retries: {attempts: 4, perTryTimeout: 1s}}");
    const written = "{ after: 2s, latency: { p50: 40ms, p99: 350ms } }";
    const after = await channelOf(spec(written), manifest);
    expect(after.timeout?.onTime.p).toBeCloseTo(shareWithin(2000), 9);
    // Of attempts of 2s, two fit into 5s.
    expect(after.timeout?.retries).toBe(1);
    const seven = "{ latency: { p50: 40ms, p99: 350ms }, retries: 7 }";
    const retries = await channelOf(spec(seven), manifest);
    expect(retries.timeout?.retries).toBe(7);
    expect(retries.timeout?.onTime.p).toBeCloseTo(shareWithin(1000), 9);
    const share = await channelOf(spec("{ onTime: 93% }"), manifest);
    expect(share.timeout).toEqual({ onTime: { p: 0.93, q: 0.07 }, retries: 4 });
  });

  it("says nothing of how often a call is late, alone", async () => {
    const manifest = virtualService("{timeout: 200ms, retries: {attempts: 2}}");
    const channel = await channelOf(spec(""), manifest);
    expect([channel.timeout, channel.origin]).toEqual([null, undefined]);
    expect(await toldOf(spec(""), manifest)).toEqual([
      "1:1 notice unused-routes: the manifests say when calls of 1 dependency (`checkout -> payment`) are given up or tried again, the spec does not say how long they take, and no figure counts it; add `timeout: { latency: { p50: …, p99: … } }`",
    ]);
  });

  it("must be there where the spec leaves the time-out to it, but in the carried evaluation", async () => {
    const error =
      "4:60 error missing-key: `latency` of `checkout -> payment` needs `after` beside it: no VirtualService or HTTPRoute says when a call into `payment` is given up; add `after`, or its time-out to the manifests";
    expect(await toldOf(spec(LATENCY))).toEqual([error]);
    const other = virtualService("{retries: {attempts: 1}}");
    expect(await toldOf(spec(LATENCY), other)).toEqual([error]);
    const carried = { matchedAtBase: new Map(), carriedFrom: new Map() };
    const { model, diagnostics } = await built(spec(LATENCY), [], carried);
    expect(diagnostics).toEqual([]);
    expect(model?.dependencies[0]?.channels[0]?.timeout).toBeNull();
  });

  it.each<[string, boolean]>([
    ["payment", true],
    ["PAYMENT", true],
    ["payment-headless", true],
    ["payment.shop", true],
    ["payment.shop.svc", true],
    ["payment.shop.svc.cluster.local", true],
    ["*.shop.svc.cluster.local", true],
    ["payment.till", false],
    ["payment.till.svc.cluster.local", false],
    ["*.till.svc.cluster.local", false],
    ["payment.shop.example.com", false],
    ["pay", false],
    ["payment-v1", false],
  ])("is one for %s: %s", async (hosts, isOne) => {
    const { timeout } = await channelOf(
      spec("{ onTime: 93% }"),
      virtualService("{retries: {attempts: 2}}", { hosts }),
    );
    expect(timeout?.retries).toBe(isOne ? 2 : 0);
  });

  it("is the most exact one", async () => {
    const wide = virtualService("{retries: {attempts: 9}}", { hosts: "*.shop.svc.cluster.local" });
    const exact = virtualService("{retries: {attempts: 2}}", { name: "exact" });
    const wider = virtualService("{retries: {attempts: 5}}", {
      hosts: "*.cluster.local",
      name: "w",
    });
    const of = async (...all: readonly string[]) =>
      (await channelOf(spec("{ onTime: 93% }"), ...all)).timeout?.retries;
    expect([await of(wide, exact), await of(exact, wide)]).toEqual([2, 2]);
    expect([await of(wide, wider), await of(wider, wide)]).toEqual([9, 9]);
  });

  it("is for a service without a workload by its name", async () => {
    const text = spec("{ onTime: 93% }").replace(
      "{ workload: Deployment/shop/payment-v1 }",
      "{ external: 99.9% }",
    );
    const manifest = virtualService("{retries: {attempts: 2}}");
    expect((await channelOf(text, manifest)).timeout?.retries).toBe(2);
  });
});

describe("several routes into a dependency", () => {
  it("count as the worst of them, which is told", async () => {
    const [slow, fast] = [virtualService("{timeout: 100ms}"), virtualService("{timeout: 1s}")];
    for (const both of [
      [slow, fast],
      [fast, slow],
    ]) {
      const channel = await channelOf(spec(LATENCY), ...both);
      expect(channel.timeout?.onTime.p).toBeCloseTo(shareWithin(100), 9);
      expect(await toldOf(spec(LATENCY), ...both)).toEqual([
        "mesh-2.yaml:7:10 warning several-routes: VirtualService `payment` (mesh-1.yaml:7) and VirtualService `payment` (mesh-2.yaml:7) each say how `payment` is called, and not the same; the worst counts: keep one, or narrow `manifests` to one environment",
      ]);
    }
    expect(await toldOf(spec(LATENCY), slow, slow)).toEqual([]);
  });

  it("do not count where they are for some calls only, which is told", async () => {
    const manifest = virtualService(
      "{match: [{uri: {prefix: /slow}}], timeout: 9s}, {timeout: 200ms}",
    );
    const channel = await channelOf(spec(LATENCY), manifest);
    expect(channel.timeout?.onTime.p).toBeCloseTo(shareWithin(200), 9);
    expect(await toldOf(spec(LATENCY), manifest, manifest)).toEqual([
      "mesh-1.yaml:7:10 notice partial-route: VirtualService `payment` says how some calls into `payment` are given up and tried again, and no figure counts them apart; write `after` and `retries` of `checkout -> payment` where they are most of them",
    ]);
  });

  it("do not count where they are a gateway's, unless nothing else says, or the caller is it", async () => {
    const gateway = (attempts: number, name = "edge") =>
      httpRoute(
        `{timeouts: {request: 9s, backendRequest: 150ms}, retry: {attempts: ${attempts}}, backendRefs: [{name: payment}]}`,
        `{name: ${name}}`,
      );
    const of = async (timeout: string, ...all: readonly string[]) =>
      (await channelOf(spec(timeout), ...all)).timeout?.retries;
    expect(await of("{ onTime: 93% }", gateway(4))).toBe(0);
    expect(await of("{ onTime: 93% }", gateway(4, "checkout"))).toBe(4);
    expect(await of(LATENCY, gateway(4))).toBe(4);
    expect(await of(LATENCY, gateway(4), virtualService("{timeout: 1s}"))).toBe(0);
    expect(await toldOf(spec(LATENCY), gateway(4))).toEqual([
      "mesh-1.yaml:6:11 notice gateway-route: `checkout -> payment` is given up as HTTPRoute `pay` says, which holds for calls through a gateway; write `after` where the caller has a time-out of its own",
    ]);
  });
});

describe("faults that a mesh injects", () => {
  const abort = (value: string) =>
    `fault: {abort: {percentage: {value: ${value}}, httpStatus: 503}}`;

  it.each<[string, number, number]>([
    ["10", 0.1, 0.9],
    ["0.1", 0.001, 0.999],
    ["100", 1, 0],
    ["0", 0, 1],
  ])("lower ρ by the share that they abort: %s%%", async (percent, aborted, rest) => {
    const manifest = virtualService(`{${abort(percent)}}`);
    const { up, origin, timeout } = await channelOf(spec(""), manifest);
    expect(up.p).toBeCloseTo(0.999 * rest, 14);
    expect(up.q).toBeCloseTo(0.001 + 0.999 * aborted, 14);
    expect(timeout).toBeNull();
    expect(origin?.injected?.share.p ?? 0).toBe(aborted);
  });

  it("are told, with what they count against, at their line", async () => {
    const manifest = virtualService(`{\n    ${abort("10")}}`);
    expect(await toldOf(spec(""), manifest)).toEqual([
      "mesh-1.yaml:8:41 warning fault-injection: VirtualService `payment` makes 10% of the calls into `payment` fail: that counts against `checkout -> payment`; remove the fault unless an experiment needs it",
    ]);
    expect((await channelOf(spec(""), manifest)).origin?.injected?.place.line).toBe(8);
  });

  it("count a delay as late where the caller gives up before it ends", async () => {
    const delay = (fixed: string, more = "") =>
      virtualService(`{fault: {delay: {percentage: {value: 40}, fixedDelay: ${fixed}}}${more}}`);
    const up = async (timeout: string, manifest: string) =>
      (await channelOf(spec(timeout), manifest)).up.p;
    const written = "{ after: 1s, latency: { p50: 40ms, p99: 350ms } }";
    expect(await up(written, delay("1s"))).toBeCloseTo(0.999 * 0.6, 14);
    expect(await up(written, delay("999ms"))).toBe(0.999);
    expect(await up(LATENCY, delay("2s", ", timeout: 2s"))).toBeCloseTo(0.999 * 0.6, 14);
    // Nothing is late where nobody gives up.
    expect(await up("", delay("1h"))).toBe(0.999);
    expect(await up("{ onTime: 93% }", delay("1h"))).toBe(0.999);
    expect(await toldOf(spec(written), delay("7s"))).toEqual([
      "mesh-1.yaml:7:47 warning fault-injection: VirtualService `payment` delays 40% of the calls into `payment` by 7s: that counts against `checkout -> payment`; remove the fault unless an experiment needs it",
    ]);
    expect((await toldOf(spec(written), delay("0.5s")))[0]).toContain(
      "delays 40% of the calls into `payment` by 500ms: no time-out of the spec is shorter, and no figure counts it;",
    );
  });

  it("are drawn apart where there are both", async () => {
    const both = virtualService(
      "{timeout: 1s, fault: {abort: {percentage: {value: 10}}, delay: {percent: 40, fixedDelay: 7s}}}",
    );
    const { up } = await channelOf(spec(LATENCY), both);
    expect(up.p).toBeCloseTo(0.999 * 0.9 * 0.6, 14);
    expect(up.q).toBeCloseTo(1 - 0.999 * 0.9 * 0.6, 14);
    expect((await toldOf(spec(LATENCY), both))[0]).toContain(
      "makes 10% of the calls into `payment` fail and delays 40% of them by 7s: that counts against `checkout -> payment`;",
    );
  });

  it.each([
    [
      virtualService(`{match: [{headers: {end-user: {exact: jason}}}], ${abort("100")}}`),
      "it holds for some calls only, and no figure counts it",
    ],
    [
      virtualService(`{${abort("100")}, route: [{destination: {host: payment}}]}`, {
        more: "gateways: [edge]",
      }),
      "it holds for what comes in through a gateway, and no figure counts it",
    ],
    [
      virtualService(`{${abort("100")}}`, { hosts: "ratings" }),
      "no dependency of the spec leads there, and no figure counts it",
    ],
  ])("are told where they do not count", async (manifest, why) => {
    const told = await toldOf(spec(""), manifest);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(" warning fault-injection: ");
    expect(told[0]).toContain(why);
    expect((await channelOf(spec(""), manifest)).up.p).toBe(0.999);
  });

  it("are told ten at the most", async () => {
    const many = Array.from({ length: 13 }, (_, i) =>
      virtualService(`{${abort("5")}}`, { name: `v${i}`, hosts: `h${i}` }),
    );
    const told = await toldOf(spec(""), ...many);
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toBe(
      "mesh-11.yaml:7:47 warning fault-injection: 3 more faults that the manifests inject into calls; remove those that no experiment needs",
    );
  });
});

describe("what of routes does not count", () => {
  it.each<[string, string]>([
    [
      "{timeout: 5s, retries: {attempts: 3, perTryTimeout: 2s, retryOn: 5xx}}",
      "notice idle-retries: 3 retries of calls into `payment` (mesh-1.yaml:7): a late call has the time for 1 of them, and no more count; shorten `perTryTimeout`, or give all attempts together more time",
    ],
    [
      "{timeout: 5s, retries: {attempts: 1}}",
      "notice idle-retries: 1 retry of calls into `payment` (mesh-1.yaml:7): a late call has the time for none of them, and no more count; shorten `perTryTimeout`, or give all attempts together more time",
    ],
    [
      "{retries: {attempts: 2, perTryTimeout: 2s, retryOn: connect-failure}}",
      "notice idle-retries: 2 retries of calls into `payment` (mesh-1.yaml:7): `retryOn` does not name what is late, and none counts; add `gateway-error` where late calls should be tried again",
    ],
    [
      "{retries: {attempts: 500, perTryTimeout: 2s, retryOn: 5xx}}",
      "notice idle-retries: 500 retries of calls into `payment` (mesh-1.yaml:7): 100 of them count",
    ],
    [
      "{retries: {attempts: 2, perTryTimeout: 2s}}",
      "notice assumed-retries: 2 retries of calls into `payment` (mesh-1.yaml:7) count for late calls, too, which Istio tries again only where `retryOn` says so; add `retryOn: gateway-error`, or write `retries: 0` in the spec",
    ],
    [
      "{timeout: 1s, retries: {attempts: two}}",
      "warning unclear-route: `retries.attempts` of `VirtualService/payment` is `two`, and does not count; write a whole number, 0 or more",
    ],
  ])("is told: %s", async (rule, expected) => {
    const told = await toldOf(spec(LATENCY), virtualService(rule));
    expect(told.map((one) => one.replace(/^\S+ /, ""))).toEqual([expected]);
  });

  it("is not told where the spec says it all", async () => {
    const written = "{ after: 1s, latency: { p50: 40ms, p99: 350ms }, retries: 0 }";
    const manifest = virtualService("{retries: {attempts: 2, perTryTimeout: 2s}}");
    expect(await toldOf(spec(written), manifest)).toEqual([]);
  });

  it("is a weight to a host that no workload serves", async () => {
    const to = (...destinations: readonly string[]) =>
      virtualService(`{route: [${destinations.join(", ")}]}`);
    const own = "{destination: {host: payment, subset: v1}, weight: 90}";
    const split = to(own, "{destination: {host: payment, subset: v2}, weight: 10}");
    expect(await toldOf(spec(""), split)).toEqual([]);
    expect(await toldOf(spec(""), to(own, "{destination: {host: gone}, weight: 0}"))).toEqual([]);
    expect(
      await toldOf(spec(""), to(own, "{destination: {host: a.shop.mesh}, weight: 10}")),
    ).toEqual([]);
    expect(await toldOf(spec(""), to(own, "{destination: {host: checkout}, weight: 10}"))).toEqual(
      [],
    );
    expect(await toldOf(spec(""), to(own, "{destination: {host: gone}, weight: 10}"))).toEqual([
      "mesh-1.yaml:7:96 warning unserved-route: VirtualService `payment` sends calls (10 of 100) to `gone`, which no workload of the manifests serves, and no figure counts that; correct the host, or add what serves it to `manifests`",
    ]);
    expect(
      (await toldOf(spec(""), to("{destination: {host: gone.shop.svc.cluster.local}}")))[0],
    ).toContain("sends all its calls to `gone.shop.svc.cluster.local`, which no workload");
  });
});

describe("properties of routes", () => {
  const rule = fc.record({
    timeout: fc.option(fc.integer({ min: 1, max: 4000 })),
    attempts: fc.integer({ min: 0, max: 6 }),
    single: fc.option(fc.integer({ min: 1, max: 1500 })),
    abort: fc.option(fc.integer({ min: 0, max: 100 })),
    retryOn: fc.constantFrom(null, "5xx", "connect-failure"),
  });
  type Rule = typeof rule extends fc.Arbitrary<infer T> ? T : never;

  const textOf = ({ timeout, attempts, single, abort, retryOn }: Rule, from: boolean): string => {
    const parts = [
      ...(timeout === null ? [] : [`timeout: ${timeout}ms`]),
      `retries: {attempts: ${attempts}${single === null ? "" : `, perTryTimeout: ${single}ms`}${retryOn === null ? "" : `, retryOn: ${retryOn}`}}`,
      ...(abort === null ? [] : [`fault: {abort: {percentage: {value: ${abort}}}}`]),
    ];
    return `{${(from ? parts : parts.toReversed()).join(", ")}}`;
  };
  const WRITTEN = fc.constantFrom(
    LATENCY,
    "{ onTime: 80% }",
    "{ after: 90ms, latency: { p50: 40ms, p99: 350ms } }",
  );
  const figure = async (written: string, text: string): Promise<number | null> => {
    const { model } = await built(spec(written), [text]);
    const channel = model?.dependencies[0]?.channels[0];
    return channel === undefined ? null : usable(channel);
  };

  it("a lower number of retries never raises availability", async () => {
    await fc.assert(
      fc.asyncProperty(rule, WRITTEN, fc.nat({ max: 6 }), async (one, written, fewer) => {
        const less = { ...one, attempts: Math.min(fewer, one.attempts) };
        const [before, after] = [
          await figure(written, virtualService(textOf(one, true))),
          await figure(written, virtualService(textOf(less, true))),
        ];
        if (before === null || after === null) expect(after).toBe(before);
        else expect(after).toBeLessThanOrEqual(before);
      }),
      { seed: 51, numRuns: 200 },
    );
  });

  it("a fault never raises availability; order, labels and comments never change it", async () => {
    await fc.assert(
      fc.asyncProperty(rule, WRITTEN, async (one, written) => {
        const text = virtualService(textOf(one, true));
        const before = await figure(written, text);
        const other = virtualService(textOf(one, false))
          .replace("namespace: shop}", "namespace: shop, labels: {team: pay}} # ours")
          .replace("spec:\n", "spec:\n\n  exportTo: ['*']\n");
        expect(await figure(written, other)).toBe(before);
        const without = await figure(
          written,
          virtualService(textOf({ ...one, abort: null }, true)),
        );
        if (before !== null) expect(before).toBeLessThanOrEqual(without!);
      }),
      { seed: 52, numRuns: 100 },
    );
  });
});
