import { describe, expect, it } from "vitest";
import {
  built,
  channelOf,
  httpRoute,
  LATENCY,
  shareWithin,
  spec,
  toldOf,
  usable,
  virtualService,
} from "./route-scene.ts";

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
