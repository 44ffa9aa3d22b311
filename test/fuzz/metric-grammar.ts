import fc from "fast-check";

/** Aggregates and series in the forms that are read, and lists of outages. */

const name = fc.constantFrom("web", "pay", "cart", "unknown", "", 'a"b', "ü");
const value = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 100_000 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("NaN", "+Inf", "-1", "1e400", "", "0x10", "2.5") },
);
const metric = fc.constantFrom(
  "istio_requests_total",
  "traces_service_graph_request_total",
  "traces_service_graph_request_failed_total",
  "kube_deployment_spec_replicas",
  "up",
  "odd_total",
);
const labels = fc
  .record({ from: name, to: name, code: fc.constantFrom("200", "503", "0", "") })
  .map(({ from, to, code }) => ({
    source_workload: from,
    destination_workload: to,
    client: from,
    server: to,
    reporter: "source",
    response_code: code,
    deployment: to,
  }));
const series = fc.record({
  metric,
  labels,
  values: fc.array(value, { minLength: 1, maxLength: 3 }),
});

const exposition = fc.array(series, { maxLength: 6 }).map((all) =>
  all
    .map(({ metric, labels, values }) => {
      const pairs = Object.entries(labels).map(([key, one]) => `${key}=${JSON.stringify(one)}`);
      return `# TYPE ${metric} counter\n${metric}{${pairs.join(",")}} ${values[0]}\n`;
    })
    .join(""),
);

const reply = fc
  .record({ all: fc.array(series, { maxLength: 6 }), matrix: fc.boolean() })
  .map(({ all, matrix }) => {
    const result = all.map(({ metric, labels, values }) => {
      const points = values.map((one, i) => [1_700_000_000 + 30 * i, one]);
      const about = { __name__: metric, ...labels };
      return matrix ? { metric: about, values: points } : { metric: about, value: points[0] };
    });
    const data = { resultType: matrix ? "matrix" : "vector", result };
    return JSON.stringify({ status: "success", data });
  });

const jaeger = fc
  .array(fc.record({ parent: name, child: name, callCount: fc.nat({ max: 1000 }) }), {
    maxLength: 6,
  })
  .map((data) => JSON.stringify({ data, total: 0, errors: null }));

export const metricText: fc.Arbitrary<string> = fc.oneof(exposition, reply, jaeger);

const time = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("2026-11-01T10:00:00Z", "2026-11-01T11:00:00+02:00", "1700000000"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "soon", "2026-13-41T00:00:00Z", "1e99", "2026-11-01"),
  },
);
const outage = fc.record({ service: name, from: time, until: time });

export const outagesText: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(outage, { maxLength: 4 })
    .map((all) =>
      [
        "service,from,until",
        ...all.map(({ service, from, until }) => `${service},${from},${until}`),
      ].join("\n"),
    ),
  fc.array(outage, { maxLength: 4 }).map((all) => JSON.stringify({ outages: all })),
  fc
    .array(outage, { maxLength: 4 })
    .map((all) =>
      all
        .map(
          ({ service, from, until }) =>
            `- service: ${JSON.stringify(service)}\n  from: ${from}\n  until: ${until}`,
        )
        .join("\n"),
    ),
);
