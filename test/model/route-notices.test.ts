import { describe, expect, it } from "vitest";
import { LATENCY, spec, toldOf, virtualService } from "./route-scene.ts";

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
