import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { fullCyclicModel } from "./cyclic-models.ts";
import { type FaultTree, faultTree } from "./fault-tree.ts";
import { all, atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";
import { type FullCase, fullModel } from "./random-models.ts";
import { scramDifferences, scramVersion } from "./scram.ts";

const version = scramVersion();
const absent = version === null ? " (skipped: no scram on the PATH)" : "";
/** All of them with `npm run trust -- peer`. */
const MODELS = process.env.TRUST === "all" ? 500 : 120;
/** The claims are off by so much on purpose: a peer that says nothing would agree with anything. */
const OFF = 1e-6;
/** Of six digits of a difference of 10⁻⁶, the last. */
const DIGIT = 1e-11;

type Asked = FullCase & { readonly tree: FaultTree };

describe.skipIf(version === null)(`SCRAM ${version ?? ""}${absent}`, () => {
  it("agrees with a tree that can be worked out by hand", () => {
    const half = parts(500);
    const services = [service("a", [half]), service("b", [half, half, half], 2)];
    const links = [dependency(services, 0, 1, [parts(800)])];
    const tiny = model(services, links);
    const tree = faultTree("tiny", tiny, endpoint(0, reached(1)), null)!;
    // 1 - 0.5 · 0.8 · (3/8 + 1/8)
    const claim = 0.8 + OFF;
    expect(difference({ name: "tiny", tree, claim })).toBeCloseTo(OFF, 12);
  });

  it("is asked for what the predicate says and not for less", () => {
    const half = parts(500);
    const services = [service("a", [half]), service("b", [half]), service("c", [half])];
    const links = [
      dependency(services, 0, 1, [half]),
      dependency(services, 1, 2, [half]),
      dependency(services, 2, 1, [half]),
    ];
    const cyclic = model(services, links);
    const both = endpoint(0, all(reached(1), reached(2)));
    const either = endpoint(0, atLeast(1, reached(1), reached(2)));
    const figure = (one: typeof both): number => {
      const tree = faultTree("cyclic", cyclic, one, null)!;
      return OFF - difference({ name: "cyclic", tree, claim: OFF });
    };
    expect(figure(both)).toBeCloseTo(1 - 1 / 32, 6);
    expect(figure(either)).toBeCloseTo(1 - 1 / 8, 6);
  });

  it(`has the same figure for ${MODELS} random models`, { timeout: 300_000 }, () => {
    const asked = drawn();
    const seen = { faults: 0, incidents: 0, domains: 0, mixtures: 0, quorums: 0, open: 0 };
    const wrong: string[] = [];
    for (let from = 0; from < asked.length; from += 25) {
      const batch = asked.slice(from, from + 25).map((one, at) => {
        const options = { samples: 1000, seed: 1, alpha: 0.05 };
        const { estimate } = estimateEndpoint(one, options, []);
        if (estimate.method !== "exact") wrong.push(`${from + at} is ${estimate.method}`);
        const { unavailability } = estimate;
        if (unavailability > 0 && unavailability < 1) seen.open++;
        const off = unavailability > 0.5 ? -OFF : OFF;
        return { name: `m${from + at}`, tree: one.tree, claim: unavailability + off, off };
      });
      const found = scramDifferences(batch);
      for (const { name, off } of batch) {
        const gap = Math.abs(found.get(name)! - off);
        if (!(gap <= DIGIT)) wrong.push(`${name} by ${gap}`);
      }
    }
    for (const { model, endpoint, fault } of asked) {
      if (fault !== null) seen.faults++;
      if (model.incidents.length > 0) seen.incidents++;
      if (model.members.length > 0) seen.domains++;
      if (endpoint.mixture.length > 1) seen.mixtures++;
      if (model.services.some(({ quorum }) => quorum > 1)) seen.quorums++;
    }
    expect(wrong).toEqual([]);
    for (const [what, count] of Object.entries(seen)) {
      expect(count, what).toBeGreaterThan(MODELS / 12);
    }
    expect(seen.open).toBeGreaterThan(MODELS / 2);
  });
});

function difference(claimed: Parameters<typeof scramDifferences>[0][number]): number {
  return scramDifferences([claimed]).get(claimed.name)!;
}

/** Where a fault cannot be written as a fault tree, the steady state is asked for. */
function drawn(): readonly Asked[] {
  const half = { numRuns: MODELS / 2, seed: 20261215 };
  const cases = [
    ...fc.sample(fullModel(24), half),
    ...fc.sample(fullCyclicModel(7, 20), { ...half, seed: 20261216 }),
  ];
  return cases.map((one, at): Asked => {
    const { model, endpoint, fault } = one;
    const under = faultTree(`m${at}`, model, endpoint, fault);
    if (under !== null) return { ...one, tree: under };
    return { ...one, fault: null, tree: faultTree(`m${at}`, model, endpoint, null)! };
  });
}
