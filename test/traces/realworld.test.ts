import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Observed } from "../../src/traces/observed.ts";
import { absent, present, ROOT } from "../deployment/real-sets.ts";
import { observe } from "./observe.ts";
import { type Facts, READ } from "./realworld-facts.ts";

const folder = new URL("traces/", ROOT);

/** With the words by which each is told. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "jaeger/jaeger-es-domain_03.json": /internal form/,
  "other/contrib-virtual-node-otlp.yaml": /YAML/,
  "other/kiali-tempo-search-ambient.json": /reply to a search/,
  "other/kiali-tempo-search-response.json": /reply to a search/,
  "other/signoz-otel-demo-golden.jsonl": /without ids/,
  "zipkin/train-ticket-v1-case1-success.json": /Zipkin v1/,
  "zipkin/train-ticket-v1-case2-fail1.json": /Zipkin v1/,
  "zipkin/tt-large-sample-err/cancel-1.json": /Zipkin v1/,
  "zipkin/tt-large-sample-err/cancel-2.json": /Zipkin v1/,
  "zipkin/tt-large-sample-err/login.json": /Zipkin v1/,
  "zipkin/tt-large-sample-err/order-other.json": /Zipkin v1/,
  "zipkin/tt-large-sample-err/order.json": /Zipkin v1/,
};

describe.skipIf(!present)(`real traces${absent}`, () => {
  it("are all of them known", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:json|ndjson|jsonl|yaml)$/.test(name) && name !== "EXPECTED.json")
      .sort();
    expect(files).toEqual([...Object.keys(READ), ...Object.keys(REFUSED)].sort());
  });

  it.each(Object.entries(READ))("%s shows what its notes say", (name, facts) => {
    const { observed, problems } = observe([read(name)]);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(factsOf(observed)).toEqual(facts);
  });

  it.each(Object.entries(REFUSED))("%s is refused for what it is", (name, words) => {
    const { observed, problems } = observe([read(name)]);
    expect(problems.map(({ severity }) => severity)).toEqual(["error"]);
    expect(problems[0]!.message).toMatch(words);
    expect(observed.services).toEqual([]);
  });

  it("show in messages that wait in a broker an async call on either side of it", () => {
    const { dependencies } = observe([read("zipkin/messaging-kafka.json")]).observed;
    expect([...new Set(dependencies.map(({ mode, protocol }) => `${mode} ${protocol}`))]).toEqual([
      "async messaging",
    ]);
  });
});

function read(name: string): Buffer {
  return readFileSync(new URL(name, folder));
}

function factsOf({ services, dependencies, endpoints, quality }: Observed): Facts {
  return {
    spans: quality.spans,
    edges: edgesOf(dependencies),
    instances: services
      .filter(({ instances }) => instances !== null)
      .map(({ name, instances, instancesEver }) =>
        instances === instancesEver
          ? `${name} ${instances}`
          : `${name} ${instances} of ${instancesEver}`,
      )
      .join(", "),
    endpoints: endpoints.map(({ name, entry }) => `${name} @ ${entry}`),
  };
}

/** A line for each caller, whatever the operations. */
function edgesOf(dependencies: Observed["dependencies"]): readonly string[] {
  const callers = new Map<string, Map<string, number>>();
  for (const { from, mode, to, calls } of dependencies) {
    const caller = `${from} ${mode === "sync" ? "->" : "~>"}`;
    const callees = callers.get(caller) ?? new Map<string, number>();
    callers.set(caller, callees.set(to, (callees.get(to) ?? 0) + calls));
  }
  return [...callers].map(([caller, callees]) => {
    const counted = [...callees].map(([to, calls]) => `${to} x${calls}`);
    return `${caller} ${counted.sort().join(", ")}`;
  });
}
