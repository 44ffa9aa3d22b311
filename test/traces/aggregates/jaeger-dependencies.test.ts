import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readAggregate, showAggregates } from "../../../src/traces/aggregates/aggregates.ts";

const told = (text: string) =>
  readAggregate(text, "deps.json").diagnostics.map((one) => `${one.severity} ${one.message}`);

describe("Jaeger's dependencies", () => {
  it("are pairs with their calls, blocking and without evidence", () => {
    const data = [
      { parent: "web", child: "cart", callCount: 3 },
      { parent: "cart", child: "cart", callCount: "4" },
      { parent: "web", child: "cart", callCount: 2 },
      { parent: "web", child: "ghost", callCount: 0 },
    ];
    for (const value of [{ data, total: 0, errors: null }, data]) {
      const reading = readAggregate(JSON.stringify(value), "deps.json");
      const { observed } = showAggregates([reading]);
      expect(observed.dependencies.map(({ from, to, calls }) => [from, to, calls])).toEqual([
        ["cart", "cart", 4],
        ["web", "cart", 5],
      ]);
      expect(observed.dependencies[1]).toEqual({
        from: "web",
        to: "cart",
        mode: "sync",
        protocol: "unknown",
        operation: null,
        calls: 5,
        traces: 0,
        evidence: null,
        censored: 0,
        timing: null,
        outlived: 0,
      });
      expect(observed.services.map(({ name, kind }) => [name, kind])).toEqual([
        ["cart", "instrumented"],
        ["web", "instrumented"],
      ]);
      expect(observed.quality).toMatchObject({ sources: 1, traces: 0, spans: 0, until: null });
    }
  });

  it("are refused where a row is not one", () => {
    expect(told('[{"parent":"a","child":"b","callCount":-1}]')).toEqual([
      "error dependency 1 is no `{ parent, child, callCount }`; save the reply of `/api/dependencies` as it is",
    ]);
    expect(told('[{"parent":"a","child":"b","callCount":1},{"callCount":1}]')[0]).toContain(
      "error dependency 2",
    );
    expect(told('{"data":[{"callCount":1')[0]).toContain("cut off");
    expect(told('{"data":[]}')[0]).toContain("error");
  });
});

const socialNetwork = resolve(
  import.meta.dirname,
  "../../../../shared/realworld/models/dsb-socialnet-deps.json",
);

describe.skipIf(!existsSync(socialNetwork))("the social network's (shared/realworld)", () => {
  it("has 19 dependencies and the cycle of user-service and social-graph-service", () => {
    const text = readFileSync(socialNetwork, "utf8");
    const { dependencies } = showAggregates([readAggregate(text, "deps.json")]).observed;
    expect(dependencies).toHaveLength(19);
    const calls = (from: string, to: string) =>
      dependencies.find((one) => one.from === from && one.to === to)?.calls;
    expect(calls("user-service", "social-graph-service")).toBe(962);
    expect(calls("social-graph-service", "user-service")).toBe(75_248);
  });
});
