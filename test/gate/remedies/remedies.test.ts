import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../../src/availability/evaluate.ts";
import { engine } from "../../../src/flow/engine.ts";
import { explainerOf } from "../../../src/gate/explain.ts";
import { limitsOf } from "../../../src/gate/limits/limits.ts";
import { leversOf } from "../../../src/gate/remedies/options.ts";
import { remediesOf } from "../../../src/gate/remedies/remedies.ts";
import { requirementsOf } from "../../../src/gate/remedies/requirements.ts";
import { applyStep, type Step } from "../../../src/gate/remedies/step.ts";
import type { Endpoint, Model } from "../../../src/model/model.ts";
import {
  dependency,
  endpoint,
  fault,
  model,
  parts,
  service,
  strict,
} from "../../availability/models.ts";
import { fullModel, tangledModel } from "../../availability/random-models.ts";

const options = { samples: 100, seed: 1, alpha: 0.05 };
const run = { path: "availability.yaml", engine, options };

function unavailability(one: Model, name = "GET /"): number {
  const asked = one.endpoints.find((other) => other.name === name)!;
  return estimateEndpoint({ model: one, endpoint: asked, fault: null }, options, []).estimate
    .unavailability;
}

function limitsFor(one: Model) {
  const asked = one.endpoints[0]!;
  const { estimate } = estimateEndpoint({ model: one, endpoint: asked, fault: null }, options, []);
  const { importance, structure, components } = explainerOf(run, one, [], null);
  return limitsOf(asked, estimate, importance(asked), structure(asked), components);
}

function remediesFor(one: Model) {
  return remediesOf(run, one, one.endpoints[0]!, limitsFor(one)).remedies;
}

function applied(one: Model, steps: readonly Step[]): Model {
  return steps
    .toSorted((a, b) => Number(b.kind === "replicas") - Number(a.kind === "replicas"))
    .reduce(applyStep, one);
}

/** A random model whose endpoint is promised a share of the downtime that it has now. */
const failing = fc
  .record({
    drawn: fc.oneof(
      tangledModel(6),
      fullModel(6).map(({ model: of, endpoint: asked }) => ({ model: of, endpoint: asked })),
    ),
    share: fc.integer({ min: 30, max: 95 }),
  })
  .map(({ drawn, share }) => {
    const plain = { ...drawn.model, endpoints: [drawn.endpoint] };
    const q = (unavailability(plain) * share) / 100;
    const asked: Endpoint = { ...drawn.endpoint, slo: { p: 1 - q, q } };
    return { ...drawn.model, endpoints: [asked] };
  });

describe("the cheapest way back", () => {
  it("keeps the SLO, is minimal, and comes in the order of its cost", () => {
    let found = 0;
    fc.assert(
      fc.property(failing, (one) => {
        const { q } = one.endpoints[0]!.slo!;
        fc.pre(unavailability(one) > q);
        const remedies = remediesFor(one);
        const costs = remedies
          .filter(({ steps }) => steps[0]!.kind !== "optional")
          .map(({ replicasAdded, steps }) => replicasAdded * 1000 + steps.length);
        expect(costs).toEqual(costs.toSorted((a, b) => a - b));
        for (const { steps, availability } of remedies) {
          const after = applied(one, steps);
          expect(unavailability(after)).toBeLessThanOrEqual(q);
          expect(Math.abs(1 - unavailability(after) - availability)).toBeLessThan(1e-12);
          // Without any one of its parts it is none.
          for (const left of steps.length > 1 ? steps : []) {
            const less = steps.filter((step) => step !== left);
            expect(unavailability(applied(one, less))).toBeGreaterThan(q);
          }
        }
        found += remedies.length;
      }),
      { seed: 71, numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });

  it("costs what the cheapest of all settings costs", () => {
    let compared = 0;
    fc.assert(
      fc.property(failing, (one) => {
        const { q } = one.endpoints[0]!.slo!;
        fc.pre(unavailability(one) > q);
        const limits = limitsFor(one);
        const levers = leversOf(one, limits);
        fc.pre(levers.length > 0 && levers.length <= 3);
        // Every setting of up to three steps a lever, the cheapest first.
        const settings = levers.reduce<readonly (readonly number[])[]>(
          (all, { steps }) =>
            all.flatMap((some) =>
              Array.from({ length: Math.min(3, steps.length) + 1 }, (_, at) => [...some, at]),
            ),
          [[]],
        );
        const priced = settings
          .map((setting) => {
            const steps = levers.flatMap((lever, at) =>
              lever.steps.slice(0, setting[at]).slice(-1),
            );
            const added = levers.map((lever, at) => [0, ...lever.added][setting[at]!]!);
            const cost = added.reduce((sum, count) => sum + count, 0) * 1000 + steps.length;
            return { steps, cost };
          })
          .filter(({ cost }) => cost > 0 && cost < 3000)
          .sort((a, b) => a.cost - b.cost);
        const cheapest = priced.find(({ steps }) => unavailability(applied(one, steps)) <= q);
        fc.pre(cheapest !== undefined);
        const [first] = remediesOf(run, one, one.endpoints[0]!, limits).remedies;
        expect(first!.replicasAdded * 1000 + first!.steps.length).toBe(cheapest!.cost);
        compared++;
      }),
      { seed: 72, numRuns: 24 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  it("never lets another replica harm, but for a majority, which goes from odd to odd", () => {
    const quorum = (count: number) => {
      const ups = Array.from({ length: count }, () => parts(990));
      const one = service("store", ups, Math.floor(count / 2) + 1);
      return { ...one, origin: { ...one.origin, quorum: "majority" as const } };
    };
    const asked = endpoint(0, { kind: "atLeast", k: 0, of: [] });
    const of = (count: number) =>
      model([quorum(count)], [], [{ ...asked, slo: { p: 0.9999, q: 0.0001 } }]);
    expect(remediesFor(of(1))[0]!.change).toBe("replicas of store 1 -> 5");
    expect(remediesFor(of(2))[0]!.change).toBe("replicas of store 2 -> 5");
    expect(remediesFor(of(3))[0]!.change).toBe("replicas of store 3 -> 5");
  });

  it("retries before it adds", () => {
    const services = [service("web", [parts(9999, 10000)]), service("ads", [parts(990)])];
    const line = dependency(services, 0, 1, [parts(1000)]);
    const timeout = { onTime: parts(970), retries: 0 };
    const late = { ...line, channels: line.channels.map((one) => ({ ...one, timeout })) };
    const asked = {
      ...endpoint(0, [strict([late], 0, "immediate")]),
      slo: { p: 0.9891, q: 0.0109 },
    };
    const remedies = remediesFor(model(services, [late], [asked]));
    expect(remedies.map(({ change }) => change)).toEqual([
      "retries of web -> ads 0 -> 2",
      "retries of web -> ads 0 -> 1, replicas of ads 1 -> 2",
      "retries of web -> ads 0 -> 1, replicas of web 1 -> 2",
    ]);
  });

  it("adds where no further retry is worth it", () => {
    const services = [service("web", [parts(9999, 10000)]), service("ads", [parts(990)])];
    const line = dependency(services, 0, 1, [parts(1000)]);
    const timeout = { onTime: parts(500), retries: 6 };
    const late = { ...line, channels: line.channels.map((one) => ({ ...one, timeout })) };
    const asked = { ...endpoint(0, [strict([late], 0, "immediate")]), slo: parts(990) };
    expect(remediesFor(model(services, [late], [asked])).map(({ change }) => change)).toEqual([
      "replicas of ads 1 -> 2",
    ]);
  });

  it("gives up a need last, and never most of what an endpoint needs", () => {
    const up = [parts(1000)];
    const slo = { p: 0.995, q: 0.005 };
    const of = (shop: number) => [
      service("web", up),
      service("shop", [parts(shop)]),
      service("ads", [parts(999)]),
      service("bank", up),
    ];
    const lines = [
      dependency(of(1000), 0, 1, up),
      dependency(of(1000), 1, 2, [parts(990)]),
      dependency(of(1000), 1, 3, up),
    ];
    const asked = { ...endpoint(0, [strict(lines, 0, "immediate")]), slo };
    const changes = (shop: number) =>
      remediesFor(model(of(shop), lines, [asked])).map(({ change }) => change);
    expect(changes(1000)).toEqual(["make ads optional"]);
    expect(changes(980)).toEqual([]);
  });

  it("stops where figures must be drawn, and then offers nothing of which it is not sure", () => {
    const services = ["web", "shop", "pay"].map((name) => service(name, [parts(999)]));
    const up = [parts(1000)];
    const lines = [dependency(services, 0, 1, up), dependency(services, 1, 2, up)];
    const kill = { kind: "service", service: 0 } as const;
    const faults = Array.from({ length: 30 }, (_, at) => fault({ name: `f${at}`, down: [kill] }));
    const under = faults.map((_, at) => ({ fault: at, minimum: parts(500) }));
    const asked = {
      ...endpoint(0, [strict(lines, 0, "immediate")]),
      slo: { p: 0.9985, q: 0.0015 },
      under: under.map((one) => ({ ...one, place: faults[0]!.place })),
    };
    const one = { ...model(services, lines, [asked]), faults };
    const triesFor = (needed: number) => {
      let drawn = 0;
      const estimate: typeof engine.estimate = (subject, ...rest) => {
        const whole = engine.estimate({ ...subject, fault: null }, ...rest);
        if (subject.fault === null) return whole;
        drawn++;
        const enough = subject.model.services.every(({ replicas }) => replicas.length >= needed);
        const q = enough || subject.fault.name !== "f29" ? 0 : 1;
        const figure = { availability: 1 - q, unavailability: q, samples: 100 };
        return {
          ...whole,
          estimate: { ...figure, method: "monte-carlo", interval: [1 - q, 1 - q] },
        };
      };
      const sampling = { ...run, engine: { ...engine, estimate } };
      const { remedies, isWhole } = remediesOf(sampling, one, asked, limitsFor(one));
      return { found: remedies.map(({ change }) => change), isWhole, drawn };
    };
    const few = triesFor(1);
    expect(few.found).toHaveLength(3);
    expect(triesFor(99)).toMatchObject({ found: [], isWhole: true });
    const many = triesFor(8);
    expect(many).toMatchObject({ found: [], isWhole: false });
    expect(many.drawn).toBeLessThanOrEqual(150);
  });

  it("is none where no change of the deployment is enough", () => {
    const services = [service("web", [parts(999)]), service("pay", [parts(999)])];
    const lines = [dependency(services, 0, 1, [parts(990)])];
    const web = { ...endpoint(0, [strict(lines, 0, "immediate")]), slo: { p: 0.995, q: 0.005 } };
    const one = model(services, lines, [web]);
    expect(remediesFor(one)).toEqual([]);
    // Of the dependency instead: 0.999² r is 99.5% at r = 99.6997…%.
    const [needed, ...others] = requirementsOf(run, one, web);
    expect(others).toEqual([]);
    expect(needed).toMatchObject({ component: "web -> pay", kind: "dependency" });
    expect(needed!.availability).toBe(0.99);
    expect(Math.abs(needed!.required - 0.995 / 0.999 ** 2)).toBeLessThan(1e-12);
  });

  it("asks of a dependency what would do with replicas to spare, where nothing else would", () => {
    const services = [service("web", [parts(990)]), service("pay", [parts(990)])];
    const lines = [dependency(services, 0, 1, [parts(990)])];
    const web = { ...endpoint(0, [strict(lines, 0, "immediate")]), slo: { p: 0.995, q: 0.005 } };
    const one = model(services, lines, [web]);
    const [needed] = requirementsOf(run, one, web);
    expect(needed!.component).toBe("web -> pay");
    expect(needed!.required).toBeCloseTo(0.995, 12);
  });
});
