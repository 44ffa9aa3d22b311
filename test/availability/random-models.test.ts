import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Probability } from "../../src/model/model.ts";
import { parts } from "./models.ts";
import { bruteForce } from "./oracle.ts";
import { type FullCase, fullModel, sparseModel } from "./random-models.ts";

const SURE = parts(1000);

describe("the models drawn for the engine's tests", () => {
  it("list for a strict member all dependencies that start in its closure", () => {
    let strictOnes = 0;
    fc.assert(
      fc.property(sparseModel(10), ({ model: { dependencies }, endpoint }) => {
        const [first] = endpoint.mixture;
        if (!first!.strict || first!.need.kind !== "atLeast") return;
        strictOnes++;
        const inside = new Set([endpoint.entry]);
        const carried = dependencies.filter(
          ({ mode }) => mode === "sync" || endpoint.completion === "eventual",
        );
        for (let pass = 0; pass <= dependencies.length; pass++) {
          for (const { from, to } of carried) if (inside.has(from)) inside.add(to);
        }
        const listed = first!.need.of.flatMap((one) =>
          one.kind === "dependency" ? [dependencies[one.dependency]!.name] : [],
        );
        const all = carried.filter(({ from }) => inside.has(from)).map(({ name }) => name);
        expect(listed.toSorted()).toEqual(all.toSorted());
      }),
      { numRuns: 500, seed: 20261207 },
    );
    expect(strictOnes).toBeGreaterThan(100);
  });

  it("hold every kind of part, and differ", () => {
    const seen = new Map<string, number>();
    const runs = 1000;
    const count = (what: string, yes: unknown): void => {
      if (yes) seen.set(what, (seen.get(what) ?? 0) + 1);
    };
    fc.assert(
      fc.property(fullModel(7), (drawn) => countParts(drawn, count)),
      { numRuns: runs, seed: 20261208 },
    );
    const rare = [...kinds].filter((kind) => (seen.get(kind) ?? 0) < runs / 25);
    expect(rare).toEqual([]);
    expect(seen.get("between 0 and 1")).toBeGreaterThan(runs / 2);
    expect(seen.get("a fault that matters")).toBeGreaterThan(runs / 3);
  });
});

const kinds = [
  "between 0 and 1",
  "a fault that matters",
  "a kill that matters",
  "a member that matters",
  "incidents",
  "two incidents",
  "a time-out",
  "a covered channel",
  "a majority",
  "a mixture",
  "a strict member",
  "rollout each",
  "a rollout of some",
  "drain each",
  "a drain of some",
  "worstOf",
  "no fault",
  "override external",
  "override replicas",
  "override dependency",
  "override member",
  "down service",
  "down dependency",
  "down member",
];

function countParts(
  { model, endpoint, fault }: FullCase,
  count: (what: string, yes: unknown) => void,
): void {
  const steady = bruteForce(model, endpoint);
  const found = bruteForce(model, endpoint, fault);
  const differs = (other: Probability) => Math.abs(other.p - found.p) > 1e-9;
  count("between 0 and 1", found.p > 0 && found.q > 0);
  count("a fault that matters", fault && differs(steady));
  count(
    "a kill that matters",
    fault?.kill && differs(bruteForce(model, endpoint, { ...fault, kill: null })),
  );
  const firm = model.members.map((one) => ({ ...one, up: SURE }));
  count("a member that matters", differs(bruteForce({ ...model, members: firm }, endpoint, fault)));
  count("incidents", model.incidents.length > 0);
  count("two incidents", model.incidents.length > 1);
  const channels = model.dependencies.flatMap((one) => one.channels);
  count(
    "a time-out",
    channels.some(({ timeout }) => timeout !== null),
  );
  count(
    "a covered channel",
    channels.some(({ members }) => members.length > 0),
  );
  count(
    "a majority",
    model.services.some(({ replicas, quorum }) => replicas.length > 2 && quorum > 1),
  );
  count("a mixture", endpoint.mixture.length > 1);
  count(
    "a strict member",
    endpoint.mixture.some((one) => one.strict),
  );
  for (const way of ["rollout", "drain"] as const) {
    count(`${way} each`, fault?.[way] === "each");
    count(`a ${way} of some`, fault?.[way] && fault[way] !== "each" && fault[way].length > 0);
  }
  count("worstOf", fault && fault.worstOf !== null);
  count("no fault", fault === null);
  const blows = [...model.incidents, ...(fault ? [fault] : [])];
  for (const kind of ["external", "replicas", "dependency", "member"]) {
    count(
      `override ${kind}`,
      blows.some(({ overrides }) => overrides.some((one) => one.kind === kind)),
    );
  }
  for (const kind of ["service", "dependency", "member"]) {
    count(
      `down ${kind}`,
      blows.some(({ down }) => down.some((one) => one.kind === kind)),
    );
  }
}
