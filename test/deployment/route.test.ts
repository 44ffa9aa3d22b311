import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goDuration } from "../../src/deployment/go-duration.ts";
import type { RouteFact } from "../../src/deployment/workload.ts";
import { durationText } from "../../src/model/duration.ts";
import { deploymentOf, placeholder } from "./manifest.ts";

function routesOf(text: string): readonly RouteFact[] {
  const { routes, unread } = deploymentOf({ "route.yaml": text });
  expect(unread).toEqual([]);
  return routes;
}

/** A VirtualService with this `http`, each line indented as it stands. */
function virtualService(http: string, more = "hosts: [payment]"): string {
  return `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: payment, namespace: shop}
spec:
  ${more}
  http:
${http}
`;
}

function httpRoute(rules: string, parents = "[{group: '', kind: Service, name: payment}]"): string {
  return `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: payment, namespace: shop}
spec:
  parentRefs: ${parents}
  rules:
${rules}
`;
}

describe("durations of Go", () => {
  it.each<[string, number | null]>([
    ["1.000s", 1000],
    ["200ms", 200],
    ["1h2m", 3_720_000],
    [".5s", 500],
    ["1.s", 1000],
    ["1.5ms250us", 1.75],
    ["3µs", 0.003],
    ["3μs", 0.003],
    ["1ns", 0.000001],
    ["+2m", 120_000],
    ["0", 0],
    ["0s", 0],
    ["", null],
    ["10", null],
    ["s", null],
    [".s", null],
    ["+", null],
    ["-1s", null],
    ["1s ", null],
    ["1d", null],
    ["1S", null],
    ["1s2", null],
    [`${"1".repeat(70)}s`, null],
  ])("%s", (text, expected) => {
    expect(goDuration(text)).toBe(expected);
  });

  it("come back from the text that messages show", () => {
    const milliseconds = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(milliseconds, (one) => {
        expect(goDuration(durationText(one))).toBeCloseTo(one, 9);
      }),
      { seed: 5 },
    );
    expect([250, 1500, 60_000, 90_000].map(durationText)).toEqual(["250ms", "1.5s", "1m", "90s"]);
  });
});

describe("a VirtualService", () => {
  it("states time-out, retries, faults and weights, each at its line", () => {
    const [route, ...others] = routesOf(
      virtualService(`  - timeout: 5s
    retries:
      attempts: 3
      perTryTimeout: 1500ms
      retryOn: 5xx,reset
    fault:
      abort:
        percentage:
          value: 0.1
        httpStatus: 503
      delay: {percent: 50, fixedDelay: 7.000s}
    route:
    - {destination: {host: payment, subset: v1}, weight: 90}
    - {destination: {host: payment-canary}, weight: 10}
    - {destination: {host: old}}`),
    );
    const at = (line: number, column = expect.any(Number)) => ({
      file: "route.yaml",
      line,
      column,
    });
    expect(others).toEqual([]);
    expect(route).toEqual({
      kind: "VirtualService",
      namespace: "shop",
      name: "payment",
      through: "mesh",
      gateways: [],
      hosts: ["payment"],
      destinations: [
        { host: "payment", weight: 90, place: at(19) },
        { host: "payment-canary", weight: 10, place: at(20) },
        { host: "old", weight: 0, place: at(21) },
      ],
      timeout: { value: 5000, place: at(7) },
      retries: { value: 3, place: at(9) },
      perTryTimeout: { value: 1500, place: at(10) },
      retryOn: { value: "5xx,reset", place: at(11) },
      abortPercent: { value: 0.1, place: at(15) },
      delay: { value: { percent: 50, milliseconds: 7000 }, place: at(17) },
      partial: false,
      unclear: [],
      place: at(7, 5),
    });
  });

  it("says nothing where nothing is written", () => {
    const [route] = routesOf(
      virtualService("  - timeout: 0s\n    route: [{destination: {host: payment}}]"),
    );
    expect(route).toMatchObject({
      timeout: null,
      retries: null,
      perTryTimeout: null,
      retryOn: null,
      abortPercent: null,
      delay: null,
      destinations: [{ weight: 100 }],
    });
  });

  it("turns retries off with `attempts: 0`, and without `attempts`", () => {
    const retries = (text: string) =>
      routesOf(virtualService(`  - retries: ${text}`))[0]?.retries?.value;
    expect([retries("{attempts: 0}"), retries("{perTryTimeout: 2s}"), retries("null")]).toEqual([
      0,
      0,
      undefined,
    ]);
  });

  it("faults no call where it says no percentage", () => {
    const [route] = routesOf(
      virtualService("  - fault: {abort: {httpStatus: 500}, delay: {fixedDelay: 1s}}"),
    );
    expect(route?.abortPercent?.value).toBe(0);
    expect(route?.delay?.value).toEqual({ percent: 0, milliseconds: 1000 });
  });

  it.each<[string, readonly boolean[]]>([
    // The first rule that matches decides.
    ["  - timeout: 1s\n  - timeout: 2s", [false]],
    ["  - match: [{uri: {prefix: /charge}}]\n  - timeout: 2s\n  - timeout: 3s", [true, false]],
    ["  - match: [{headers: {user: {exact: jason}}}]", [true]],
    ["  - match: [{sourceLabels: {app: web}}]", [true]],
    ["  - match: [{port: 80}]", [true]],
    ["  - match: [{uri: {regex: .*}}]", [true]],
    ["  - match: [{uri: {prefix: /}}, {uri: {prefix: /charge}}]\n  - timeout: 2s", [false]],
    ["  - match: [{name: all, gateways: [mesh]}]\n  - timeout: 2s", [false]],
    ["  - match: [{gateways: [edge]}]\n  - timeout: 2s", [false]],
  ])("%s", (http, partial) => {
    expect(routesOf(virtualService(http)).map((one) => one.partial)).toEqual(partial);
  });

  it("takes a rule for a gateway as none of the mesh's", () => {
    const http = "  - match: [{gateways: [edge]}]\n    timeout: 1s\n  - timeout: 2s";
    expect(routesOf(virtualService(http)).map((one) => one.timeout?.value)).toEqual([2000]);
    const both = routesOf(virtualService(http, "hosts: [payment]\n  gateways: [edge, mesh]"));
    expect(both.map(({ through, timeout }) => `${through} ${timeout?.value}`)).toEqual([
      "gateway 1000",
      "mesh 2000",
    ]);
  });

  it("is for gateways alone where it names them without the mesh", () => {
    const http = "  - timeout: 1s\n    route: [{destination: {host: payment}}]";
    const through = (gateways: string) =>
      routesOf(virtualService(http, `hosts: ['*']\n  gateways: ${gateways}`)).map((one) => [
        one.through,
        one.gateways,
        one.hosts,
      ]);
    expect(through("[istio-system/edge]")).toEqual([["gateway", ["edge"], ["payment"]]]);
    expect(through("[edge, mesh]")).toEqual([["mesh", ["edge"], ["*"]]]);
  });

  it("is left to others without hosts: a delegate, or a patch", () => {
    expect(routesOf(virtualService("  - timeout: 1s", "exportTo: ['.']"))).toEqual([]);
  });

  it("tells what it cannot read, and how to mend it", () => {
    const [route] = routesOf(
      virtualService(`  - timeout: 10
    retries: {attempts: "3", perTryTimeout: '${placeholder("TRY")}'}
    fault: {abort: {percentage: {value: 101}}}
    delegate: {name: other}`),
    );
    expect(route).toMatchObject({ timeout: null, retries: null, perTryTimeout: null });
    expect(route?.abortPercent).toBeNull();
    expect(route?.unclear.map(({ value, place }) => `${place.line} ${value}`).sort()).toEqual([
      "10 the rule of `VirtualService/payment` is left to a delegate, whose time-outs, retries and faults do not count; write them in the rule itself",
      "7 `timeout` of `VirtualService/payment` is `10`, and does not count; write a duration, such as 1.5s or 200ms",
      `8 \`perTryTimeout\` of \`VirtualService/payment\` is \`${placeholder("TRY")}\`, and does not count; render the manifest first, or write a duration, such as 1.5s or 200ms`,
      '8 `retries.attempts` of `VirtualService/payment` is `"3"`, and does not count; write a whole number, 0 or more',
      "9 the percentage of `fault.abort` of `VirtualService/payment` is `101`, and does not count; write a number from 0 to 100",
    ]);
  });

  it("is one of Istio's, of whatever version, also in a list", () => {
    const of = (apiVersion: string) =>
      virtualService("  - timeout: 1s").replace("networking.istio.io/v1", apiVersion);
    expect(routesOf(of("networking.istio.io/v1alpha3"))).toHaveLength(1);
    expect(routesOf(of("networking.istio.io/v1beta1"))).toHaveLength(1);
    expect(routesOf(of("example.com/v1"))).toEqual([]);
    const item = virtualService("  - timeout: 1s").replace(/^/gm, "  ").trimStart();
    expect(routesOf(`apiVersion: v1\nkind: List\nitems:\n- ${item}`)).toHaveLength(1);
  });
});

describe("an HTTPRoute", () => {
  it("states time-outs, retries and weights for calls into the Service that is its parent", () => {
    const [route, ...others] = routesOf(
      httpRoute(`  - timeouts: {request: 5s, backendRequest: 1500ms}
    retry: {attempts: 2}
    backendRefs: [{name: payment-v1, weight: 9}, {name: v2, namespace: lab}, {name: b, kind: Bucket}]`),
    );
    expect(others).toEqual([]);
    expect(route).toMatchObject({
      kind: "HTTPRoute",
      through: "mesh",
      hosts: ["payment"],
      timeout: { value: 5000, place: { line: 7 } },
      perTryTimeout: { value: 1500, place: { line: 7 } },
      retries: { value: 2, place: { line: 8 } },
      destinations: [
        { host: "payment-v1", weight: 9 },
        { host: "v2.lab.svc", weight: 1 },
      ],
      partial: false,
    });
  });

  it("is for what a Gateway lets in, where that is its parent", () => {
    const rules = "  - backendRefs: [{name: payment}]";
    expect(routesOf(httpRoute(rules, "[{name: edge}]"))).toMatchObject([
      { through: "gateway", gateways: ["edge"], hosts: ["payment"] },
    ]);
    const both = "[{name: edge}, {kind: Service, group: '', name: till, namespace: shop}]";
    expect(routesOf(httpRoute(rules, both))).toMatchObject([
      { through: "mesh", hosts: ["till.shop.svc"], partial: false },
      { through: "gateway", hosts: ["payment"] },
    ]);
  });

  it("holds for callers of its namespace alone where its Service is in another", () => {
    const parents = "[{kind: Service, group: '', name: payment, namespace: till}]";
    expect(routesOf(httpRoute("  - timeouts: {request: 1s}", parents))).toMatchObject([
      { hosts: ["payment.till.svc"], partial: true },
    ]);
  });

  it.each<[string, readonly boolean[]]>([
    ["  - timeouts: {request: 1s}\n  - timeouts: {request: 2s}", [false]],
    // The most special match decides, wherever it stands.
    ["  - timeouts: {request: 1s}\n  - matches: [{path: {value: /charge}}]", [false, true]],
    ["  - matches: [{path: {type: PathPrefix, value: /}}]", [false]],
    ["  - matches: [{path: {type: Exact, value: /}}]", [true]],
    ["  - matches: [{method: GET}]", [true]],
    ["  - matches: []", [false]],
  ])("%s", (rules, partial) => {
    expect(routesOf(httpRoute(rules)).map((one) => one.partial)).toEqual(partial);
  });
});
