import { describe, expect, it } from "vitest";
import { readPrometheus } from "../../src/flow/prometheus-readings.ts";
import { isProblem } from "../../src/repository/problem.ts";
import { openPrometheus } from "../../src/repository/prometheus.ts";
import { showAggregates } from "../../src/traces/aggregates/aggregates.ts";
import { type Answer, serve } from "../repository/http-server.ts";

describe("what a Prometheus shows of a window", () => {
  const vector = (rows: readonly (readonly [Record<string, string>, number])[]) =>
    JSON.stringify({
      status: "success",
      data: {
        resultType: "vector",
        result: rows.map(([metric, value]) => ({ metric, value: [1_793_534_400, String(value)] })),
      },
    });

  it("is asked metric by metric, `up` only where nothing of Kubernetes is there", async () => {
    const asked: string[] = [];
    const pair = { client: "web", server: "cart", connection_type: "" };
    const answer: Answer = (_, response, query) => {
      asked.push(query);
      if (query.includes("request_total")) response.end(vector([[pair, 1000.4]]));
      else if (query.includes("request_failed_total")) response.end(vector([[pair, 2]]));
      else if (query.startsWith("kube_deployment_spec_replicas")) {
        const metric = { __name__: "kube_deployment_spec_replicas", deployment: "cart" };
        response.end(vector([[metric, 3]]));
      } else if (query.startsWith("kube_deployment_status_replicas_available")) {
        response.end("x".repeat(2 << 20));
      } else response.end(vector([]));
    };
    const ask = openPrometheus(await serve(answer), { environment: {}, maxBytes: 1 << 20 });
    if (isProblem(ask)) throw new Error(ask.message);
    const reading = await readPrometheus(ask, "7d");
    if (isProblem(reading)) throw new Error(reading.message);
    const [dependency] = showAggregates([reading]).observed.dependencies;
    expect(dependency).toMatchObject({ from: "web", to: "cart", calls: 1000 });
    expect(dependency?.evidence).toEqual({ good: 998, total: 1000, until: "2026-11-01" });
    expect(reading.diagnostics.map(({ code }) => code)).toEqual(["prometheus-too-large"]);
    expect(asked).toContain('kube_pod_status_ready{condition="true"}[7d:60s]');
    expect(asked).not.toContain("up[7d:60s]");
    expect(asked[0]).toBe(
      "sum by (client, server, connection_type) ((traces_service_graph_request_total unless traces_service_graph_request_total offset 7d) or increase(traces_service_graph_request_total[7d]))",
    );
  });

  it("is an error where there is nothing, or no JSON", async () => {
    const asked: string[] = [];
    const empty = await serve((_, response, query) => {
      asked.push(query);
      response.end(vector([]));
    });
    const ask = openPrometheus(empty, { environment: {} });
    if (isProblem(ask)) throw new Error(ask.message);
    expect(await readPrometheus(ask, "4w")).toMatchObject({
      diagnostics: [{ code: "no-metrics" }],
    });
    expect(asked.at(-1)).toBe("up[4w:240s]");
    const page = openPrometheus(await serve((_, response) => response.end("<html>")), {
      environment: {},
    });
    if (isProblem(page)) throw new Error(page.message);
    expect(await readPrometheus(page, "1h")).toMatchObject({
      kind: "usage",
      code: "no-prometheus",
    });
  });
});
