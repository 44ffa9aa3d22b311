import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { increaseOf, windowOf } from "../../../src/traces/series/counter.ts";
import { readMetrics } from "../../../src/traces/series/read-metrics.ts";
import { joinSeries, type Series } from "../../../src/traces/series/series.ts";

const read = (value: unknown) => readMetrics(JSON.stringify(value), "reply.json");
const told = (value: unknown) =>
  read(value).diagnostics.map((one) => `${one.severity} ${one.message}`);
const reply = (resultType: string, result: unknown) => ({
  status: "success",
  data: { resultType, result },
});

describe("a saved reply of Prometheus", () => {
  const metric = { __name__: "up", job: "cart", empty: "" };
  const matrix = [
    {
      metric,
      values: [
        [30, "0"],
        [0, "1"],
        [60, "NaN"],
        [90.5, "1"],
        [90.5, "0"],
      ],
    },
  ];
  const expected = [
    { name: "up", labels: new Map([["job", "cart"]]), times: [0, 30, 90.5], values: [1, 0, 0] },
  ];

  it("is a matrix or a vector, whole, its data alone, or promtool's list", () => {
    const whole = reply("matrix", matrix);
    for (const value of [whole, whole.data, matrix]) {
      expect(read(value)).toEqual({ series: expected, diagnostics: [] });
    }
    const vector = read(reply("vector", [{ metric, value: [90, "1"] }]));
    expect(vector.series).toEqual([{ ...expected[0], times: [90], values: [1] }]);
  });

  it("is told from traces, in whatever form and however many lines", () => {
    for (const text of [
      '{"resourceSpans":[]}',
      '{"resourceSpans":[]}\n{"resourceSpans":[]}\n',
      '{\n  "data": [\n    { "traceID": "1", "spans": [] }\n  ]\n}',
      '[{"id":"1","traceId":"2"}]',
    ]) {
      const [problem] = readMetrics(text, "x").diagnostics;
      expect(problem?.message, text).toMatch(/holds traces and no metrics; .*without --metrics/);
    }
    const exemplar = { metric: { __name__: "up", traceId: "spans" }, value: [1, "1"] };
    const value = { status: "success", data: { resultType: "vector", result: [exemplar] } };
    expect(readMetrics(JSON.stringify(value), "x").series).toHaveLength(1);
  });

  it("tells what it is not", () => {
    expect(told({ status: "error", errorType: "bad_data", error: "parse error" })[0]).toContain(
      "the reply is an error of Prometheus: `parse error`",
    );
    expect(told(reply("scalar", [1, "1"]))[0]).toContain("a reply of type `scalar`");
    expect(told({ hello: 1 })[0]).toContain("no reply to a query");
    expect(told([{ no: "metric" }])[0]).toContain("result 1 has no `metric`");
    expect(told([{ metric, values: [[1, 2]] }])[0]).toContain("a sample that is no");
    expect(told([{ metric: { job: "a" }, value: [1, "2"] }])[0]).toContain(
      "error 1 of 1 results do not say which metric they are",
    );
    expect(told([{ metric: { __name__: "node_load1" }, value: [1, "2"] }])).toEqual([
      "notice 1 of 1 results are of metrics that are not read",
      expect.stringContaining("error none of the metrics that are read is in it"),
    ]);
    expect(readMetrics('{"status":"succ', "reply.json").diagnostics[0]?.message).toContain(
      "cut off",
    );
    const warned = read({ ...reply("matrix", matrix), warnings: ["a store is down", 7] });
    expect(warned.series).toHaveLength(1);
    expect(warned.diagnostics[0]).toMatchObject({ severity: "warning" });
    expect(warned.diagnostics[0]?.message).toContain("a store is down");
  });

  it("never throws on other JSON", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        expect(readMetrics(text, "x").series).toEqual([]);
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

describe("how much a counter grew", () => {
  const counter = (times: number[], values: number[]): Series => ({
    name: "traces_service_graph_request_total",
    labels: new Map(),
    times,
    values,
  });

  it("counts on where it began anew, and the first value of what began late", () => {
    const old = counter([0, 60, 120, 180], [100, 130, 20, 25]);
    const late = counter([120, 180], [3, 4]);
    const window = windowOf([old, late]);
    expect(window).toEqual({ first: 0, step: 60 });
    expect(increaseOf(old, window)).toBe(30 + 20 + 5);
    expect(increaseOf(late, window)).toBe(4);
    expect(increaseOf(counter([60, 120], [3, 4]), window)).toBe(1);
    expect(increaseOf(counter([180], [7]), window)).toBe(7);
    const moment = counter([180], [7]);
    expect(increaseOf(moment, windowOf([moment]))).toBe(7);
  });

  it("is what was counted, whatever the restarts, where every step is seen", () => {
    const steps = fc.array(fc.record({ add: fc.nat(50), restart: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let [value, grown] = [5, 0];
        const values = [value];
        for (const { add, restart } of all) {
          // A restart is seen where the new count is below the old one.
          value = restart && add < value ? add : value + add;
          grown += add;
          values.push(value);
        }
        const series = counter(
          values.map((_, i) => i * 15),
          values,
        );
        const window = windowOf([series, counter([0, 15], [0, 0])]);
        expect(increaseOf(series, window)).toBe(grown);
      }),
      { seed: 4 },
    );
  });

  it("counts moments that two files share once", () => {
    const [a, b] = [counter([0, 60], [1, 2]), counter([60, 120], [2, 5])];
    expect(joinSeries([a, b, a])).toEqual({
      series: [counter([0, 60, 120], [1, 2, 5])],
      repeated: 0,
    });
    const undated = counter([Number.NaN], [1]);
    const other = { ...counter([Number.NaN], [9]), labels: new Map([["a", "b"]]) };
    expect(joinSeries([undated, other, counter([Number.NaN], [3])])).toEqual({
      series: [counter([Number.NaN], [3]), other],
      repeated: 1,
    });
  });
});
