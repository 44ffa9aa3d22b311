import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { reading } from "./spans-of.ts";

const folder = resolve(import.meta.dirname, "../../../../shared/realworld/traces");
const present = existsSync(folder);

/** File, spans, traces, services that told their names. */
const files = [
  ["jaeger/dsb-socialnetwork-compose-post-20traces.json", 660, 20, 12],
  ["jaeger/crisp/10.json", 4, 1, 4],
  ["jaeger/crisp/15.json", 7, 1, 7],
  ["jaeger/crisp/err_pattern1/err1.json", 2, 1, 2],
  ["jaeger/jaeger-ui_01.json", 5, 1, 2],
  ["jaeger/jaegerui-flamegraph-testTrace.json", 4, 1, 2],
  ["jaeger/jaegerui-follows-from.json", 2, 1, 1],
  ["jaeger/jaegerui-genai.json", 57, 1, 10],
  ["jaeger/jaegerui-otlp2jaeger-multi-out.json", 4, 1, 1],
  ["jaeger/perses-authenticate_error.json", 3, 1, 2],
  ["jaeger/quickwit-ui-trace.json", 5, 1, 2],
  ["otlp/dataprepper-both-span-types.json", 3, 1, 1],
  ["otlp/dataprepper-multiple-traces.json", 4, 3, 1],
  ["otlp/dataprepper-no-spans.json", 0, 0, 0],
  ["otlp/goauto-databasesql.json", 18, 1, 1],
  ["otlp/goauto-grpc.json", 7, 1, 1],
  ["otlp/goauto-nethttp-orig-2023.json", 2, 1, 1],
  ["otlp/holmes-checkout-fraud.json", 10, 1, 3],
  ["otlp/jaegerui-otlp2jaeger-in-error.json", 1, 1, 0],
  ["otlp/jaegerui-otlp2jaeger-multi-in.ndjson", 4, 1, 1],
  ["otlp/openshift-shop-trace.json", 10, 1, 5],
  ["otlp/perses-example.json", 3, 1, 1],
  ["otlp/proto-example-trace.json", 1, 1, 1],
  ["zipkin/ascend.json", 8, 1, 3],
  ["zipkin/contrib-sample3.json", 1, 1, 0],
  ["zipkin/envoy.json", 1, 1, 0],
  ["zipkin/messaging-kafka.json", 28, 1, 2],
  ["zipkin/messaging.json", 4, 1, 2],
  ["zipkin/simple-db-p6.json", 5, 1, 1],
  ["zipkin/smartthings-mobile-web-install.json", 1041, 1, 16],
  ["zipkin/yelp.json", 16, 1, 6],
] as const;

const refused = [
  ["jaeger/jaeger-es-domain_03.json", "internal form"],
  ["other/kiali-tempo-search-response.json", "search in Tempo"],
  ["other/kiali-tempo-search-ambient.json", "search in Tempo"],
  ["other/contrib-virtual-node-otlp.yaml", "OTLP as YAML"],
  ["other/signoz-otel-demo-golden.jsonl", "without ids"],
  ["zipkin/train-ticket-v1-case1-success.json", "Zipkin v1"],
  ["zipkin/train-ticket-v1-case2-fail1.json", "Zipkin v1"],
  ["zipkin/tt-large-sample-err/cancel-1.json", "Zipkin v1"],
  ["zipkin/tt-large-sample-err/order.json", "Zipkin v1"],
] as const;

function read(file: string) {
  return reading(readFileSync(resolve(folder, file)), [65536]);
}

describe.skipIf(!present)(
  `real traces${present ? "" : " (not there: ../shared/realworld)"}`,
  () => {
    it.each(files)("%s: %i spans of %i traces and %i services", (file, spans, traces, services) => {
      const all = read(file);
      const named = all.spans.map((one) => one.emitter.service).filter((one) => one !== null);
      expect(all.problems.filter((one) => one.severity === "error")).toEqual([]);
      expect(all.spans).toHaveLength(spans);
      expect(new Set(all.spans.map((one) => one.traceId)).size).toBe(traces);
      expect(new Set(named).size).toBe(services);
    });

    it.each(refused)("%s is refused: %s", (file, what) => {
      const { spans, problems } = read(file);
      expect(spans).toEqual([]);
      expect(problems).toMatchObject([{ severity: "error", code: "unread-format" }]);
      expect(problems[0]?.message).toContain(what);
    });

    it("counts what smartthings' trace is known for", () => {
      const { spans } = read("zipkin/smartthings-mobile-web-install.json");
      const ids = spans.map((one) => one.spanId);
      expect(spans.filter((one) => one.shared)).toHaveLength(294);
      expect(spans.filter((one) => one.start === null)).toHaveLength(84);
      const twice = ids.filter((id, at) => ids.indexOf(id) === at && ids.lastIndexOf(id) > at);
      expect(twice).toHaveLength(290);
      const addresses = (service: string) =>
        new Set(
          spans
            .filter((one) => one.emitter.service === service)
            .map((one) => one.emitter.attributes["host.address"])
            .filter((one) => one !== undefined),
        ).size;
      expect(["platformapi", "bookie", "gizmo", "guardian"].map(addresses)).toEqual([13, 10, 7, 3]);
    });

    it("knows the failures that have no text", () => {
      const { spans } = read("zipkin/messaging-kafka.json");
      expect(spans.filter((one) => one.failed)).toHaveLength(3);
    });
  },
);
