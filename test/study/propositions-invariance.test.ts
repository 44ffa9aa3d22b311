import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { graphOf, strictClosure } from "../../src/model/closure.ts";
import type { Dependency, Fault, Model, Need } from "../../src/model/model.ts";
import { simulate } from "../../src/study/simulate.ts";
import { fullCyclicModel } from "../availability/cyclic-models.ts";
import { hardSubject } from "../availability/hard-models.ts";
import { dependency, parts, service } from "../availability/models.ts";
import { ladder } from "../availability/open-models.ts";
import { fullModel } from "../availability/random-models.ts";

const isAsync = ({ mode }: Dependency) => mode === "async";

/** The model with asynchronous edges between any of its services, and to new ones. */
function withMore(system: Model, dice: readonly number[]): Model {
  const { length } = system.services;
  const logs = dice.slice(0, 2).map((theta, at) => ({
    ...service(`log ${at}`, [parts(theta % 1000)]),
    disruption: { rollout: 0, drain: 0 },
  }));
  const services = [...system.services, ...logs];
  const dependencies = [...system.dependencies];
  for (const one of dice) {
    const [from, to] = [one % length, Math.floor(one / 7) % services.length];
    const edge = dependency(services, from, to, [parts(one % 1001)], "async");
    if (dependencies.every(({ name }) => name !== edge.name)) dependencies.push(edge);
  }
  return { ...system, services, dependencies };
}

/** Every asynchronous edge with other channels. */
function withOthers(system: Model, dice: readonly number[]): Model {
  const dependencies = system.dependencies.map((one, at) => {
    if (!isAsync(one)) return one;
    const throwOf = dice[at % dice.length]!;
    const up = parts(throwOf % 1001);
    const timeout = throwOf % 2 ? { onTime: parts(throwOf % 999), retries: throwOf % 3 } : null;
    return {
      ...one,
      channels: [...one.channels, ...one.channels].map((each) => ({ ...each, up, timeout })),
    };
  });
  return { ...system, dependencies };
}

/** Without its asynchronous edges, and without what its fault and its incidents do to them. */
function withNone({ model: system, endpoint, fault }: Subject): Subject {
  const kept = system.dependencies.flatMap((one, at) => (isAsync(one) ? [] : [at]));
  const renumbered = <T extends object>(all: readonly T[]): readonly T[] =>
    all.flatMap((one) => {
      if (!("dependency" in one)) return [one];
      const at = kept.indexOf(one.dependency as number);
      return at < 0 ? [] : [{ ...one, dependency: at }];
    });
  const calmed = <T extends Pick<Fault, "overrides" | "down">>(one: T): T => ({
    ...one,
    overrides: renumbered(one.overrides),
    down: renumbered(one.down),
  });
  const asked = (need: Need): Need =>
    need.kind === "atLeast" ? { ...need, of: need.of.map(asked) } : renumbered([need])[0]!;
  return {
    model: {
      ...system,
      dependencies: kept.map((at) => system.dependencies[at]!),
      incidents: system.incidents.map(calmed),
    },
    endpoint: {
      ...endpoint,
      mixture: endpoint.mixture.map((one) => ({ ...one, need: asked(one.need) })),
    },
    fault: fault && calmed(fault),
  };
}

function namesAsync(system: Model, need: Need): boolean {
  if (need.kind === "atLeast") return need.of.some((one) => namesAsync(system, one));
  return need.kind === "dependency" && isAsync(system.dependencies[need.dependency]!);
}

const options = { samples: 2000, seed: 7, alpha: 0.05 };
const estimateOf = (subject: Subject) => estimateEndpoint(subject, options, []).estimate;
const simulated = (subject: Subject) =>
  simulate(subject, { samples: 2000, seed: 7, confidence: 0.95 });

const drawnModel: fc.Arbitrary<Subject> = fc.oneof(
  { weight: 4, arbitrary: fullModel(10) },
  { weight: 4, arbitrary: fullCyclicModel(4, 9) },
  { weight: 1, arbitrary: fc.nat({ max: 999 }).map((seed): Subject => hardSubject(seed)) },
);
const throws = fc.array(fc.nat({ max: 0xffff }), { minLength: 3, maxLength: 8 });

describe("Proposition 5: immediate success does not depend on asynchronous edges", () => {
  it("is the same to the last bit, computed and simulated, as they come, change and go", () => {
    let [asked, hadSome, eventually] = [0, 0, 0];
    fc.assert(
      fc.property(drawnModel, throws, (drawn, dice) => {
        if (drawn.endpoint.mixture.some(({ need }) => namesAsync(drawn.model, need))) return;
        asked++;
        if (drawn.model.dependencies.some(isAsync)) hadSome++;
        const now = { ...drawn.endpoint, completion: "immediate" as const };
        const before = { ...drawn, endpoint: now };
        const more = { ...before, model: withMore(drawn.model, dice) };
        const others = { ...more, model: withOthers(more.model, dice) };
        const none = withNone(others);
        expect(none.model.dependencies.every((one) => !isAsync(one))).toBe(true);
        const [figure, drawnFigure] = [estimateOf(before), simulated(before)];
        for (const after of [more, others, none, withNone(before)]) {
          expect(estimateOf(after)).toEqual(figure);
          expect(simulated(after)).toEqual(drawnFigure);
        }
        // Eventual success counts them.
        const later = ({ model, endpoint, fault }: Subject) =>
          estimateOf({ model, endpoint: { ...endpoint, completion: "eventual" }, fault });
        if (later(more).availability > later(none).availability + 1e-9) eventually++;
      }),
      { numRuns: 150, seed: 20261341 },
    );
    expect(asked).toBeGreaterThan(100);
    expect(hadSome).toBeGreaterThan(20);
    expect(eventually).toBeGreaterThan(asked / 10);
  });

  it("also where the figure has to be drawn", () => {
    const subject = ladder(22);
    const dice = [17, 4711, 90, 12345, 801];
    const more = { ...subject, model: withMore(subject.model, dice) };
    expect(estimateOf(subject).method).toBe("monte-carlo");
    expect(estimateOf(more)).toEqual(estimateOf(subject));
    expect(simulated(more)).toEqual(simulated(subject));
  });

  it("since a strict endpoint does not ask for them either", () => {
    const edge = fc.record({
      from: fc.nat({ max: 6 }),
      to: fc.nat({ max: 6 }),
      isSync: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 30 }), (edges) => {
        const lines = edges.map(({ from, to, isSync }) => ({
          name: `s${from} ${isSync ? "->" : "~>"} s${to}`,
          from: `s${from}`,
          to: `s${to}`,
          mode: isSync ? ("sync" as const) : ("async" as const),
        }));
        const closure = (some: typeof lines) =>
          strictClosure(graphOf(some), {
            entry: "s0",
            completion: "immediate",
            calls: null,
            optional: new Set(),
          });
        expect(closure(lines)).toEqual(closure(lines.filter(({ mode }) => mode === "sync")));
      }),
      { numRuns: 300, seed: 20261342 },
    );
  });
});
