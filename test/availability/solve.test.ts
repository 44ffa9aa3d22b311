import { describe, expect, it } from "vitest";
import { evaluate, mean } from "../../src/availability/exact.ts";
import { preparedFor } from "../../src/availability/preparations.ts";
import { prepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { rangeOfPart, type Solution, solve } from "../../src/availability/solve.ts";
import { runSparse } from "../../src/availability/sparse.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Fault, Model } from "../../src/model/model.ts";
import { byDiagram } from "./bdd-oracle.ts";
import { hardSubject } from "./hard-models.ts";
import { all, dependency, endpoint, fault, killOf, parts, reached, service } from "./models.ts";
import { ladder } from "./open-models.ts";
import { subjectOf } from "./system-file.ts";
import { layered, rarer } from "./systems.ts";

function onlyPart(subject: Subject, known: Map<string, Solution> = new Map()) {
  const solved = solve(subject, known);
  expect(solved).toHaveLength(1);
  expect(solved[0]).toHaveLength(1);
  return solved[0]![0]!;
}

const steady = (one: Omit<Subject, "fault">): Subject => ({ ...one, fault: null });

/** The same with its parts in another order. */
function reversed({ model, ...rest }: Subject): Subject {
  return { model: { ...model, dependencies: model.dependencies.toReversed() }, ...rest };
}

describe("the tier of a predicate", () => {
  it("is exact where the frontier is affordable", () => {
    for (let seed = 0; seed < 24; seed++) {
      const subject = hardSubject(seed);
      const { entry, completion, mixture } = subject.endpoint;
      const { measure } = situationsOf(subject.model, subject.fault)[0]![0]!;
      const question = { entry, completion, need: mixture[0]!.need };
      const part = onlyPart(subject);
      expect(part.kind).toBe("exact");
      expect(part.up).toEqual(evaluate(prepare(subject.model, question, measure, true)!, measure));
    }
  });

  it("is exact for up to twenty uncertain components, in a cycle too big for the frontier", () => {
    for (const uncertain of [15, 20]) {
      const subject = ladder(uncertain);
      const part = onlyPart(subject);
      expect(part.kind).toBe("exact");
      expect(part.up.q).toBeCloseTo(byDiagram(subject.model, subject.endpoint).q, 13);
    }
  });

  it("is open beyond, with nothing known but its mandatory components", () => {
    const subject = ladder(23, { 0: parts(990) });
    const part = onlyPart(subject);
    expect(part.kind).toBe("open");
    expect(part.up).toEqual({ p: 0, q: 0 });
    const entry = { ...subject.model.services[0]!, replicas: [parts(990)] };
    const services = subject.model.services.with(0, entry);
    const worse = onlyPart({ ...subject, model: { ...subject.model, services } });
    expect(worse.up).toEqual({ p: 0, q: 0.01 });
    expect(rangeOfPart(worse)).toEqual({ low: 0.01, high: 1 });
    expect(worse.kind === "open" && worse.factor).toEqual({ p: 0.99, q: 0.01 });
  });

  it("is bounded where the states that matter are few enough, and open where not, within bounds", () => {
    const wide = layered(300, 10, 1);
    const [bounded, open] = [
      onlyPart(steady(subjectOf(rarer(wide, 10)))),
      onlyPart(steady(subjectOf(wide))),
    ];
    expect(bounded.kind).toBe("bounded");
    const gap = (one: Solution) => 1 - one.up.p - one.up.q;
    expect(gap(bounded)).toBeGreaterThan(0);
    expect(gap(bounded)).toBeLessThanOrEqual(1e-6);
    expect(open.kind).toBe("open");
    expect(gap(open)).toBeGreaterThan(1e-6);
    expect(gap(open)).toBeLessThan(1e-4);
    // Bounds that are nearer yet lie within.
    for (const [file, part] of [
      [rarer(wide, 10), bounded],
      [wide, open],
    ] as const) {
      const { model, endpoint } = subjectOf(file);
      const { measure } = situationsOf(model, null)[0]![0]!;
      const question = {
        entry: 0,
        completion: "immediate",
        need: endpoint.mixture[0]!.need,
      } as const;
      const prepared = prepare(model, question, measure, true)!;
      const near = mean(prepared, measure, (run) =>
        runSparse(prepared.plan!, run, { least: 1e-15, most: 30_000 }),
      );
      expect(near.q).toBeGreaterThan(part.up.q);
      expect(near.p).toBeGreaterThan(part.up.p);
      expect(near.p + near.q).toBeLessThanOrEqual(1 + 1e-13);
    }
  });

  it("is exact for what can never hold", () => {
    const subject = ladder(23);
    const down = fault({ down: [{ kind: "service", service: 0 }] });
    expect(onlyPart({ ...subject, fault: down })).toEqual({
      share: 1,
      kind: "exact",
      up: { p: 0, q: 1 },
    });
  });
});

describe("what was solved before", () => {
  it("is taken over where the same fails in the same states, whatever the order of the parts", () => {
    for (const subject of [ladder(20), ladder(23), steady(subjectOf(layered(300, 10, 1)))]) {
      const known = new Map<string, Solution>();
      const before = onlyPart(subject, known);
      expect(known.size).toBe(1);
      const [solution] = [...known.values()];
      const after = onlyPart(reversed(subject), known);
      expect(known.size).toBe(1);
      expect(after.up).toBe(solution!.up);
      expect(after).toEqual(before);
    }
  });

  it("is taken over whatever the order of what is mandatory", () => {
    const row = ladder(23);
    const leaves = [913, 927, 931, 947].map((up, at) => service(`leaf${at}`, [parts(up)]));
    const services = [...row.model.services, ...leaves];
    const calls = leaves.map((_, at) => dependency(services, 0, 24 + at, [parts(1000)]));
    const model = { ...row.model, services, dependencies: [...row.model.dependencies, ...calls] };
    const needs = [row.endpoint.mixture[0]!.need, ...leaves.map((_, at) => reached(24 + at))];
    const known = new Map<string, Solution>();
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 2, 3, 0, 1],
      [3, 4, 1, 0, 2],
    ]) {
      const asked = endpoint(0, all(...order.map((at) => needs[at]!)));
      expect(onlyPart({ model, endpoint: asked, fault: null }, known).kind).toBe("open");
    }
    expect(known.size).toBe(1);
  });

  it("is not where anything that matters differs", () => {
    const known = new Map<string, Solution>();
    const subject = ladder(23);
    const [one, other] = [subject, ladder(23, { 7: parts(851) })].map((each) =>
      onlyPart(each, known),
    );
    expect(known.size).toBe(2);
    expect(one!.kind === "open" && one!.signature).not.toBe(
      other!.kind === "open" && other!.signature,
    );
    // Under a fault that moves nothing it is the same, under one that does it is not.
    const same = fault({ overrides: [{ kind: "replicas", service: 7, up: parts(850) }] });
    onlyPart({ ...subject, fault: same }, known);
    expect(known.size).toBe(2);
    const worse = fault({ down: [{ kind: "service", service: 9 }] });
    onlyPart({ ...subject, fault: worse }, known);
    expect(known.size).toBe(3);
  });
});

describe("one preparation", () => {
  /** Faults of each kind that a hard model takes, on services that it has. */
  function faultsOf({ services, members }: Model): readonly Fault[] {
    const at = (share: number) => Math.floor(share * services.length);
    return [
      // The first is certain without a fault, and the second never up.
      fault({ overrides: [{ kind: "replicas", service: at(0.5), up: parts(700) }] }),
      fault({ overrides: [{ kind: "replicas", service: at(0.8), up: parts(700) }] }),
      fault({ overrides: [{ kind: "external", service: at(0.7), up: parts(1000) }] }),
      fault({ down: [{ kind: "service", service: at(0.6) }] }),
      fault({ down: [{ kind: "dependency", dependency: at(0.4) }] }),
      fault({ rollout: "each" }),
      fault({ drain: [at(0.3), at(0.9)] }),
      fault({ kill: killOf([at(0.3), at(0.6), at(0.8)], 1) }),
      ...members.slice(0, 2).map((_, member) => fault({ down: [{ kind: "member", member }] })),
    ];
  }

  /** With one service that is certain, and one that is never up. */
  function withEnds(model: Model): Model {
    const count = model.services.length;
    const services = [0.5, 0.8].reduce((all, share) => {
      const at = Math.floor(share * count);
      const one = all[at]!;
      const up = parts(share === 0.5 ? 1000 : 0);
      const replicas = one.replicas.map(() => up);
      return all.with(at, { ...one, replicas, placement: replicas.map(() => []) });
    }, model.services);
    return { ...model, services };
  }

  it("serves the steady state and the faults that it is good for with the figures of their own", () => {
    let [served, asked] = [0, 0];
    for (let seed = 0; seed < 48; seed++) {
      const { model: uncertain, endpoint } = hardSubject(seed);
      const model = withEnds(uncertain);
      const { entry, completion, mixture } = endpoint;
      const question = { entry, completion, need: mixture[0]!.need };
      const basis = situationsOf(model, null)[0]![0]!.measure;
      const first = preparedFor(model, question, basis, true);
      for (const fault of faultsOf(model)) {
        const shared = solve({ model, endpoint, fault }, new Map());
        shared.forEach(([part], at) => {
          const { measure } = situationsOf(model, fault)[at]![0]!;
          asked++;
          if (preparedFor(model, question, measure, true) === first) served++;
          const own = prepare(model, question, measure, true);
          const up = own === null ? { p: 0, q: 1 } : evaluate(own, measure);
          expect(Math.abs(part!.up.p - up.p)).toBeLessThan(1e-13);
          expect(Math.abs(part!.up.q - up.q)).toBeLessThan(1e-13);
        });
      }
    }
    expect(served).toBeGreaterThan(0.5 * asked);
    expect(served).toBeLessThan(asked);
  });
});
