import fc from "fast-check";
import type { Need, Probability } from "../../src/model/model.ts";
import { dressed } from "./drawn-faults.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service, used } from "./models.ts";
import type { Case, FullCase } from "./random-models.ts";

/**
 * Cycles of up to `most` services with chords, several ways in, ways back to the entry, links that are
 * always and never up, and nested gates that share nodes and links of the cycle.
 */
export function cyclicModel(most: number, uncertain: number): fc.Arbitrary<Case> {
  return fc
    .integer({ min: 2, max: most })
    .chain((size) =>
      fc.record({
        size: fc.constant(size),
        chords: fc.array(fc.tuple(fc.nat({ max: size }), fc.nat({ max: size })), {
          minLength: 2,
          maxLength: 2 * size,
        }),
        ways: fc.array(fc.integer({ min: 1, max: size }), { minLength: 1, maxLength: 3 }),
        levels: fc.array(level, { minLength: 6 * size + 8, maxLength: 6 * size + 8, size: "max" }),
        needs: fc.array(needAmong, { minLength: 1, maxLength: 2 }),
      }),
    )
    .map(({ size, chords, ways, levels, needs }) => {
      const next = countdown(levels, uncertain);
      const pairs = new Map<string, readonly [number, number]>();
      const link = (from: number, to: number) => pairs.set(`${from} ${to}`, [from, to]);
      for (const to of ways) link(0, to);
      for (let at = 1; at <= size; at++) link(at, (at % size) + 1);
      for (const [from, to] of chords) if (from !== to) link(from, to);
      // What is drawn last is certain: links and nodes take turns.
      const links = [...pairs.values()].map(([from, to]) => ({ from, to, up: next(true) }));
      const services = Array.from({ length: size + 1 }, (_, index) =>
        service(`s${index}`, [index === 0 ? parts(1000) : next(false)]),
      );
      const dependencies = links.map(({ from, to, up }) => dependency(services, from, to, [up]));
      const share = 1 / needs.length;
      const mixture = needs.map((need) => ({
        share,
        strict: false,
        need: need(size, dependencies.length),
      }));
      const only = endpoint(0, mixture);
      return { model: model(services, dependencies, [only]), endpoint: only };
    });
}

/** The same with domains, incidents and faults. */
export function fullCyclicModel(most: number, uncertain: number): fc.Arbitrary<FullCase> {
  return fc
    .record({
      base: cyclicModel(most, Math.max(2, uncertain - 3)),
      dice: fc.array(fc.nat({ max: 0xffff }), { minLength: 80, maxLength: 80, size: "max" }),
    })
    .map(({ base, dice }) => dressed(base, dice, uncertain));
}

const level = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 100, max: 999 }) },
  { weight: 4, arbitrary: fc.constant(1000) },
  { weight: 1, arbitrary: fc.constant(0) },
);

/** The levels as drawn, until so many were uncertain; only a link may be down for good. */
function countdown(levels: readonly number[], uncertain: number) {
  let at = 0;
  let left = uncertain;
  return (mayFail: boolean): Probability => {
    const thousandths = levels[at++ % levels.length]!;
    if (thousandths === 0) return parts(mayFail ? 0 : 1000);
    if (thousandths === 1000 || left-- <= 0) return parts(1000);
    return parts(thousandths);
  };
}

type NeedOf = (services: number, dependencies: number) => Need;

const leafAmong: fc.Arbitrary<NeedOf> = fc.tuple(fc.boolean(), fc.nat({ max: 63 })).map(
  ([isService, index]) =>
    (services, dependencies) =>
      isService ? reached(1 + (index % services)) : used(index % dependencies),
);

/** Any k, so that gates are counted by what holds and by what fails. */
function gateOf(input: fc.Arbitrary<NeedOf>): fc.Arbitrary<NeedOf> {
  return fc.tuple(fc.nat({ max: 3 }), fc.array(input, { minLength: 2, maxLength: 4 })).map(
    ([k, of]) =>
      (services, dependencies) =>
        atLeast(1 + (k % of.length), ...of.map((one) => one(services, dependencies))),
  );
}

const needAmong: fc.Arbitrary<NeedOf> = fc.oneof(
  { weight: 1, arbitrary: leafAmong },
  { weight: 3, arbitrary: gateOf(leafAmong) },
  { weight: 3, arbitrary: gateOf(fc.oneof(leafAmong, gateOf(leafAmong))) },
);
