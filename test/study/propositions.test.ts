import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Dependency, Model, Probability, Service } from "../../src/model/model.ts";
import { cyclicModel, fullCyclicModel } from "../availability/cyclic-models.ts";
import { hardSubject } from "../availability/hard-models.ts";
import { dependency, endpoint, model, parts, reached, service } from "../availability/models.ts";
import { fullModel, sparseModel, tangledModel } from "../availability/random-models.ts";

/*
 * The paper's propositions on random models: with cycles, parallel channels, quorums, nested gates,
 * domains, time-outs and faults. Proposition 1 and the invariance of Proposition 5 have files of their
 * own.
 */

const [SURE, NEVER] = [parts(1000), parts(0)];
/** What rounding may do to a figure. */
const ROUNDING = 1e-13;

function exactly(subject: Subject): Probability {
  const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
  expect(estimate.method).toBe("exact");
  return { p: estimate.availability, q: estimate.unavailability };
}

const hardModel = fc.nat({ max: 999 }).map((seed): Subject => hardSubject(seed));

const anyModel: fc.Arbitrary<Subject> = fc.oneof(
  { weight: 4, arbitrary: fullModel(12) },
  { weight: 4, arbitrary: fullCyclicModel(4, 10) },
  { weight: 1, arbitrary: hardModel },
);

/** In the steady state, with all states independent. */
const plainModel: fc.Arbitrary<Subject> = fc
  .oneof(
    { weight: 1, arbitrary: sparseModel(16) },
    { weight: 3, arbitrary: tangledModel(16) },
    { weight: 3, arbitrary: cyclicModel(5, 16) },
  )
  .map((one) => ({ ...one, fault: null }));

/** One θ or ρ replaced, by number: those of the replicas in order, then of the channels. */
function withRoot(
  { services, dependencies, ...rest }: Model,
  root: number,
  up: Probability,
): Model {
  let at = 0;
  const swap = (before: Probability) => (at++ === root ? up : before);
  return {
    ...rest,
    services: services.map((one) => ({ ...one, replicas: one.replicas.map(swap) })),
    dependencies: dependencies.map((one) => ({
      ...one,
      channels: one.channels.map((channel) => ({ ...channel, up: swap(channel.up) })),
    })),
  };
}

function rootsOf({ services, dependencies }: Model): readonly Probability[] {
  const channels = dependencies.flatMap((one) => one.channels.map(({ up }) => up));
  return [...services.flatMap(({ replicas }) => replicas), ...channels];
}

describe("Proposition 2: availability is monotone", () => {
  it("in every θ and every ρ, whatever the rest of the model", () => {
    let [raised, rose] = [0, 0];
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyModel, share, fc.boolean(), fc.nat(), (subject, by, whole, pick) => {
        const before = exactly(subject);
        const roots = rootsOf(subject.model);
        for (let step = 0; step < Math.min(6, roots.length); step++) {
          const root = (pick + step) % roots.length;
          const { p, q } = roots[root]!;
          const up = whole ? SURE : { p: p + by * q, q: q - by * q };
          const after = exactly({ ...subject, model: withRoot(subject.model, root, up) });
          expect(after.p).toBeGreaterThanOrEqual(before.p - ROUNDING);
          expect(after.q).toBeLessThanOrEqual(before.q + ROUNDING);
          if (q > 0) raised++;
          if (after.p > before.p + 1e-9) rose++;
        }
      }),
      { numRuns: 200, seed: 20261331 },
    );
    expect(raised).toBeGreaterThan(500);
    expect(rose).toBeGreaterThan(raised / 10);
  });
});

/** Eq. (5), (11) from the definition: that at least `quorum` of independent units are up. */
function upOf(units: readonly Probability[], quorum: number): number {
  let sum = 0;
  for (let set = 0; set < 2 ** units.length; set++) {
    const up = units.filter((_, at) => (set >> at) & 1).length;
    if (up < quorum) continue;
    sum += units.reduce((product, { p, q }, at) => product * ((set >> at) & 1 ? p : q), 1);
  }
  return sum;
}

const serviceUp = ({ replicas, quorum }: Service) => upOf(replicas, quorum);
const dependencyUp = ({ channels }: Dependency) =>
  upOf(
    channels.map(({ up }) => up),
    1,
  );

/** The reliability of each simple path from the entry to a service: the product of all that is on it. */
function pathsTo({ model: system, endpoint: asked }: Subject, target: number): number[] {
  const found: number[] = [];
  const follow = (at: number, product: number, seen: ReadonlySet<number>): void => {
    const reliability = product * serviceUp(system.services[at]!);
    if (at === target) {
      found.push(reliability);
      return;
    }
    for (const one of system.dependencies) {
      if (one.from !== at || seen.has(one.to)) continue;
      if (one.mode === "async" && asked.completion === "immediate") continue;
      follow(one.to, reliability * dependencyUp(one), new Set([...seen, one.to]));
    }
  };
  follow(asked.entry, 1, new Set([asked.entry]));
  return found;
}

describe("Proposition 3: the reliability of a path", () => {
  it("is the product of its services and dependencies, which is A where it is the only one", () => {
    const units = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 4 });
    const step = fc.record({ replicas: units, channels: units, quorum: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const services = steps.map(({ replicas, quorum }, at) =>
          service(
            `s${at}`,
            replicas.map((one) => parts(one)),
            1 + (quorum % replicas.length),
          ),
        );
        const links = steps.slice(1).map(({ channels }, at) =>
          dependency(
            services,
            at,
            at + 1,
            channels.map((one) => parts(one)),
          ),
        );
        const subject = {
          model: model(services, links),
          endpoint: endpoint(0, reached(steps.length - 1)),
          fault: null,
        };
        const [only] = pathsTo(subject, steps.length - 1);
        expect(Math.abs(exactly(subject).p / only! - 1)).toBeLessThan(1e-12);
      }),
      { numRuns: 300, seed: 20261332 },
    );
  });

  it("is never above A of what it leads to, and is A only where no other path helps", () => {
    let [paths, several] = [0, 0];
    fc.assert(
      fc.property(plainModel, fc.nat(), (drawn, pick) => {
        const target = pick % drawn.model.services.length;
        const { entry, completion } = drawn.endpoint;
        const subject = { ...drawn, endpoint: endpoint(entry, reached(target), completion) };
        const { p } = exactly(subject);
        const found = pathsTo(subject, target);
        for (const path of found) expect(path).toBeLessThanOrEqual(p + ROUNDING);
        if (found.length < 2) expect(Math.abs((found[0] ?? 0) - p)).toBeLessThan(ROUNDING);
        // What they come to together is no more than their sum.
        expect(p).toBeLessThanOrEqual(found.reduce((sum, path) => sum + path, ROUNDING));
        paths += found.length;
        if (found.length > 1) several++;
      }),
      { numRuns: 600, seed: 20261333 },
    );
    expect(paths).toBeGreaterThan(800);
    expect(several).toBeGreaterThan(100);
  });
});

describe("Proposition 4: a mandatory dependency bounds A", () => {
  /** All other states sure, and so many replicas of every service. */
  function perfect(system: Model, but: number, up: Probability): Model {
    const services = system.services.map(
      (one): Service => ({
        ...one,
        replicas: Array<Probability>(Math.max(one.quorum, one.replicas.length)).fill(SURE),
        placement: Array(Math.max(one.quorum, one.replicas.length)).fill([]),
      }),
    );
    const dependencies = system.dependencies.map(
      (one, at): Dependency => ({
        ...one,
        channels: one.channels.map((each) => ({ ...each, up: at === but ? up : SURE })),
      }),
    );
    return { ...system, services, dependencies };
  }

  function replicated(system: Model, replicas: number): Model {
    const services = system.services.map((one): Service => {
      const theta = one.replicas[0] ?? SURE;
      const count = Math.max(one.quorum, replicas);
      return { ...one, replicas: Array(count).fill(theta), placement: Array(count).fill([]) };
    });
    return { ...system, services };
  }

  it("by its own ρ, however many replicas there are of whatever service", () => {
    let [bounded, near] = [0, 0];
    fc.assert(
      fc.property(plainModel, ({ model: system, endpoint: asked }) => {
        const availability = (one: Model) =>
          exactly({ model: one, endpoint: asked, fault: null }).p;
        system.dependencies.forEach((one, at) => {
          const isMandatory =
            availability(perfect(system, at, SURE)) > 1 - ROUNDING &&
            availability(perfect(system, at, NEVER)) === 0;
          if (!isMandatory) return;
          bounded++;
          const rho = dependencyUp(one);
          for (const replicas of [1, 2, 3, 5, 12, 40]) {
            const found = availability(replicated(system, replicas));
            expect(found).toBeLessThanOrEqual(rho + ROUNDING);
            if (replicas === 40 && found > rho - 1e-6) near++;
          }
          const [only] = one.channels;
          if (one.channels.length > 1) return;
          expect(availability(perfect(system, at, only!.up))).toBeCloseTo(rho, 13);
        });
      }),
      { numRuns: 300, seed: 20261334 },
    );
    expect(bounded).toBeGreaterThan(150);
    expect(near).toBeGreaterThan(10);
  });
});
