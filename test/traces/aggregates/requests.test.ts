import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  readAggregate,
  showAggregates,
  withAggregates,
} from "../../../src/traces/aggregates/aggregates.ts";
import { envoyEnding } from "../../../src/traces/aggregates/envoy-ending.ts";

type Row = readonly [labels: Record<string, string>, count: number];

const reply = (name: string, rows: readonly Row[]) =>
  rows.map(([labels, count]) => ({
    metric: { __name__: name, ...labels },
    value: [1_793_534_400, String(count)],
  }));

const show = (...parts: readonly unknown[]) =>
  showAggregates(parts.map((part, i) => readAggregate(JSON.stringify(part), `${i}.json`)));

const lines = ({ observed }: ReturnType<typeof show>) =>
  observed.dependencies.map(({ from, to, mode, protocol, calls, evidence }) => {
    const good = evidence === null ? "?" : `${evidence.good}/${evidence.total}`;
    return `${from} ${mode === "sync" ? "->" : "~>"} ${to} ${protocol} ${calls} ${good}`;
  });
const codes = ({ diagnostics }: ReturnType<typeof show>) => diagnostics.map(({ code }) => code);

const TOTAL = "traces_service_graph_request_total";
const FAILED = "traces_service_graph_request_failed_total";

describe("the service graph of Tempo and the Collector", () => {
  const pair = (client: string, server: string, connection_type = "") => ({
    client,
    server,
    connection_type,
  });
  const totals = reply(TOTAL, [
    [{ ...pair("web", "cart"), __metrics_gen_instance: "a" }, 100],
    [{ ...pair("web", "cart"), __metrics_gen_instance: "b" }, 50],
    [pair("cart", "orders-db.shop.svc.cluster.local:5432", "database"), 40],
    [pair("cart", "redis", "database"), 30],
    [pair("cart", "email", "messaging_system"), 20],
    [pair("cart", "api.stripe.com:443", "virtual_node"), 10],
    [pair("user", "web", "virtual_node"), 200],
    [pair("user", "status", "virtual_node"), 1],
  ]);

  it("gives each kind of connection its mode, protocol and peer", () => {
    const failed = reply(FAILED, [[pair("web", "cart"), 3]]);
    const shown = show([...totals, ...failed]);
    expect(lines(shown)).toEqual([
      "cart -> api.stripe.com unknown 10 10/10",
      "cart ~> email messaging 20 20/20",
      "cart -> orders-db database 40 40/40",
      "cart -> redis cache 30 30/30",
      "web -> cart unknown 150 147/150",
    ]);
    expect(shown.observed.services.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "api.stripe.com peer",
      "cart instrumented",
      "email instrumented",
      "orders-db database",
      "redis cache",
      "status instrumented",
      "web instrumented",
    ]);
    expect(shown.observed.dependencies[4]?.evidence?.until).toBe("2026-11-01");
    expect(codes(shown)).toEqual(["errors-of-applications"]);
  });

  it("tells that calls during known outages are not left out", () => {
    const failed = reply(FAILED, [[pair("web", "cart"), 3]]);
    const reading = readAggregate(JSON.stringify([...totals, ...failed]), "a.json");
    const outage = { of: { kind: "service", service: "cart" }, from: 0, until: 1 } as const;
    expect(showAggregates([reading], [outage]).diagnostics.map(({ code }) => code)).toContain(
      "uncensored-counts",
    );
  });

  it("has no evidence where failures were not asked for", () => {
    const shown = show(totals);
    expect(lines(shown)[4]).toBe("web -> cart unknown 150 ?");
    expect(codes(shown)).toEqual(["counts-alone"]);
  });

  it("counts a range by its increase, and the first failure of a series that began in it", () => {
    const range = (name: string, values: readonly (readonly [number, string])[]) => ({
      metric: { __name__: name, ...pair("web", "cart") },
      values,
    });
    const matrix = {
      status: "success",
      data: {
        resultType: "matrix",
        result: [
          range(TOTAL, [
            [0, "1000"],
            [60, "1100"],
            [120, "50"],
          ]),
          range(FAILED, [[120, "1"]]),
        ],
      },
    };
    expect(lines(show(matrix))).toEqual(["web -> cart unknown 150 149/150"]);
  });

  it("reads the text of the Collector's own endpoint too", () => {
    const text = `# TYPE ${TOTAL} counter
${TOTAL}{client="web",server="cart",connection_type=""} 8
${FAILED}{client="web",server="cart",connection_type=""} 2
`;
    const shown = showAggregates([readAggregate(text, "a.prom")]);
    expect(lines(shown)).toEqual(["web -> cart unknown 8 6/8"]);
    const again = showAggregates([readAggregate(text, "a.prom"), readAggregate(text, "b.prom")]);
    expect(lines(again)).toEqual(lines(shown));
    expect(codes(again)).toContain("repeated-scrape");
  });
});

describe("Istio's requests", () => {
  const request = (more: Record<string, string>) => ({
    reporter: "source",
    source_workload: "web",
    destination_workload: "cart",
    destination_service_name: "cart",
    request_protocol: "http",
    response_code: "200",
    response_flags: "-",
    ...more,
  });
  const istio = (...rows: readonly Row[]) => show(reply("istio_requests_total", rows));

  it("counts a request by one of its two proxies, the source's where there is one", () => {
    const shown = istio(
      [request({}), 90],
      [request({ response_code: "503", response_flags: "UF,URX" }), 5],
      [request({ response_code: "500" }), 5],
      [request({ reporter: "destination" }), 94],
      [
        request({
          reporter: "destination",
          destination_workload: "orders",
          request_protocol: "grpc",
        }),
        7,
      ],
      [request({ reporter: "waypoint", destination_workload: "ads", response_code: "504" }), 1],
      [request({ reporter: "waypoint", destination_workload: "ads" }), 3],
    );
    expect(lines(shown)).toEqual([
      "web -> ads http 4 3/4",
      "web -> cart http 100 95/100",
      // What arrives at a destination cannot have failed on the way.
      "web -> orders grpc 7 ?",
    ]);
  });

  it("puts requests that found no host to the workloads of the Service, by their shares", () => {
    const none = { destination_workload: "unknown", response_code: "503", response_flags: "UH" };
    const shown = istio(
      [request({}), 90],
      [request(none), 10],
      [request({ destination_workload: "reviews-v1", destination_service_name: "reviews" }), 30],
      [request({ destination_workload: "reviews-v2", destination_service_name: "reviews" }), 10],
      [request({ ...none, destination_service_name: "reviews" }), 8],
      [request({ ...none, destination_service_name: "api.stripe.com" }), 2],
      [request({ destination_workload: "unknown", destination_service_name: "api.stripe.com" }), 2],
    );
    expect(lines(shown)).toEqual([
      "web -> api.stripe.com http 4 2/4",
      "web -> cart http 100 90/100",
      "web -> reviews-v1 http 36 30/36",
      "web -> reviews-v2 http 12 10/12",
    ]);
    expect(shown.observed.services.find(({ name }) => name === "api.stripe.com")?.kind).toBe(
      "peer",
    );
  });

  it("leaves out who comes from outside, what nobody knows, and clients that leave at a gateway", () => {
    const shown = istio(
      [
        request({
          source_workload: "unknown",
          reporter: "destination",
          destination_workload: "web",
        }),
        9,
      ],
      [
        request({
          destination_workload: "unknown",
          destination_service_name: "PassthroughCluster",
        }),
        4,
      ],
      [request({ source_workload: "istio-ingressgateway", destination_workload: "web" }), 50],
      [
        request({
          source_workload: "istio-ingressgateway",
          destination_workload: "web",
          response_code: "0",
          response_flags: "DC",
        }),
        6,
      ],
      [request({ response_code: "0", response_flags: "DC" }), 1],
      [request({}), 1],
    );
    expect(lines(shown)).toEqual([
      "istio-ingressgateway -> web http 50 50/50",
      "web -> cart http 2 1/2",
    ]);
    expect(codes(shown)).toEqual(["calls-from-outside", "unnamed-destination"]);
  });

  it("tells workloads of one name in several namespaces", () => {
    const shown = istio(
      [request({ destination_workload_namespace: "prod" }), 9],
      [request({ destination_workload_namespace: "staging" }), 9],
    );
    expect(codes(shown)).toEqual(["several-namespaces"]);
  });

  it.each([
    ["-", "200", "", "usable"],
    ["-", "404", "", "usable"],
    ["-", "500", "", "usable"],
    ["-", "502", "", "usable"],
    ["UPE", "502", "", "unusable"],
    ["-", "503", "", "unusable"],
    ["-", "504", "", "unusable"],
    ["", "0", "", "gave-up"],
    ["DC", "0", "", "gave-up"],
    ["DR", "0", "", "gave-up"],
    ["NR", "404", "", "unusable"],
    ["UO", "503", "", "unusable"],
    ["UT", "504", "", "unusable"],
    ["RL", "429", "", "usable"],
    ["UAEX", "403", "", "usable"],
    ["FI", "503", "", "uncounted"],
    ["DI,UF", "503", "", "unusable"],
    ["-", "200", "14", "unusable"],
    ["-", "200", "4", "unusable"],
    ["-", "200", "13", "usable"],
    ["-", "200", "1", "uncounted"],
  ])("flags %s with code %s and gRPC status %j are %s", (flags, code, grpc, ending) => {
    expect(envoyEnding(flags, code, grpc)).toBe(ending);
  });

  it("never counts more failures than calls, whatever the rows", () => {
    const row = fc.record({
      reporter: fc.constantFrom("source", "destination", "odd"),
      source_workload: fc.constantFrom("a", "b", "unknown"),
      destination_workload: fc.constantFrom("a", "b", "c", "unknown"),
      destination_service_name: fc.constantFrom("s", "t", "", "unknown"),
      response_code: fc.constantFrom("200", "503", "0"),
      response_flags: fc.constantFrom("-", "UH", "DC", "FI"),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fc.nat(1000)), { maxLength: 15 }), (rows) => {
        const { observed } = istio(...rows);
        for (const { calls, evidence } of observed.dependencies) {
          expect(calls).toBeGreaterThan(0);
          if (evidence === null) continue;
          expect(evidence.total).toBe(calls);
          expect(evidence.good).toBeGreaterThanOrEqual(0);
          expect(evidence.good).toBeLessThanOrEqual(evidence.total);
        }
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

describe("several engines, and traces", () => {
  const graph = reply(TOTAL, [
    [{ client: "web", server: "cart", connection_type: "" }, 100],
    [{ client: "web", server: "mail", connection_type: "messaging_system" }, 5],
  ]);
  const jaeger = [
    { parent: "web", child: "cart", callCount: 99 },
    { parent: "cart", child: "db", callCount: 7 },
  ];

  it("count a pair once", () => {
    const shown = show(graph, jaeger);
    expect(lines(shown)).toEqual([
      "cart -> db unknown 7 ?",
      "web -> cart unknown 100 ?",
      "web ~> mail messaging 5 ?",
    ]);
    expect(codes(shown)).toContain("counted-twice");
  });

  it("add to traces what these lack, and nothing else", () => {
    const traces = show(
      reply(TOTAL, [[{ client: "web", server: "cart", connection_type: "" }, 3]]),
    );
    const both = withAggregates(traces.observed, show(graph, jaeger).observed);
    expect(both.dependencies.map(({ from, to, calls }) => [from, to, calls])).toEqual([
      ["cart", "db", 7],
      ["web", "cart", 3],
      ["web", "mail", 5],
    ]);
    expect(both.services.map(({ name }) => name)).toEqual(["cart", "db", "mail", "web"]);
    expect(both.quality.sources).toBe(3);
  });
});

test("counters that hold no count make none: no figure is infinite", () => {
  const scrape = (value: string) =>
    showAggregates([
      readAggregate(`# TYPE ${TOTAL} counter\n${TOTAL}{client="a",server="b"} ${value}\n`, "m"),
    ]);
  for (const value of ["+Inf", "NaN", "-Inf", "-5"])
    expect(lines(scrape(value)), value).toEqual([]);
  expect(lines(scrape("1e308"))).toEqual([`a -> b unknown ${Number.MAX_SAFE_INTEGER} ?`]);
});
