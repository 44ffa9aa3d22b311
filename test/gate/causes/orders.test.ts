import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divide, type Game } from "../../../src/gate/causes/divide.ts";
import { everyOrder } from "./every-order.ts";

/** Values of all sets, and which are feasible; the empty one and the whole are ends. */
type Drawn = { readonly values: readonly number[]; readonly open: readonly boolean[] };

const drawn = (facts: number): fc.Arbitrary<Drawn> =>
  fc.record({
    values: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 2 ** facts,
      maxLength: 2 ** facts,
    }),
    open: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      { minLength: 2 ** facts, maxLength: 2 ** facts },
    ),
  });

const games = fc
  .integer({ min: 1, max: 6 })
  .chain((facts) => fc.tuple(fc.constant(facts), drawn(facts)));

function gameOf(facts: number, { values, open }: Drawn): Game {
  return {
    facts,
    isFeasible: (set) => open[set]!,
    gain: (less, more) => values[more]! - values[less]!,
  };
}

function effectOf(game: Game, fact: number): number {
  return divide(game).find(({ facts }) => (facts >> fact) & 1)!.effect;
}

describe("the division of a delta", () => {
  test("is the mean over all feasible orders, taken one by one", () => {
    fc.assert(
      fc.property(games, ([facts, one]) => {
        const game = gameOf(facts, one);
        const expected = everyOrder(game);
        fc.pre(expected !== null);
        const shares = divide(game);
        expect(shares.map((share) => share.facts)).toEqual(expected!.map((_, fact) => 1 << fact));
        shares.forEach(({ effect }, fact) => {
          expect(Math.abs(effect - expected![fact]!)).toBeLessThan(1e-13);
        });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test("adds up, whatever is feasible, and no fact is lost or counted twice", () => {
    fc.assert(
      fc.property(games, ([facts, one]) => {
        const shares = divide(gameOf(facts, one));
        const sum = shares.reduce((all, { effect }) => all + effect, 0);
        expect(Math.abs(sum - (one.values.at(-1)! - one.values[0]!))).toBeLessThan(1e-14);
        expect(shares.reduce((all, share) => all + share.facts, 0)).toBe(2 ** facts - 1);
        expect(shares.reduce((all, share) => all | share.facts, 0)).toBe(2 ** facts - 1);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test("gives nothing to a fact that never moves anything", () => {
    fc.assert(
      fc.property(games, fc.nat({ max: 5 }), ([facts, one], at) => {
        const dummy = at % facts;
        const without = (set: number) => set & ~(1 << dummy);
        const game = gameOf(facts, {
          values: one.values.map((_, set) => one.values[without(set)]!),
          open: one.open.map((_, set) => one.open[without(set)]!),
        });
        fc.pre(everyOrder(game) !== null);
        expect(effectOf(game, dummy)).toBe(0);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test("gives the same to facts that do the same", () => {
    fc.assert(
      fc.property(games, ([facts, one]) => {
        fc.pre(facts > 1);
        // The first two facts count, and which of them does not.
        const alike = (set: number) => ((set & 3) === 2 ? (set & ~3) | 1 : set);
        const game = gameOf(facts, {
          values: one.values.map((_, set) => one.values[alike(set)]!),
          open: one.open.map((_, set) => one.open[alike(set)]!),
        });
        fc.pre(everyOrder(game) !== null);
        expect(Math.abs(effectOf(game, 0) - effectOf(game, 1))).toBeLessThan(1e-14);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  test("takes facts together that no feasible order takes one by one, and only those", () => {
    // Facts 0 and 1 are stuck; fact 2 is free.
    const open = (set: number) => (set & 3) === 0 || (set & 3) === 3;
    const shares = divide({
      facts: 3,
      isFeasible: open,
      gain: (less, more) => more - less,
    });
    expect(shares).toEqual([
      { facts: 3, effect: 3 },
      { facts: 4, effect: 4 },
    ]);
  });

  test("goes through as few infeasible sets as it can where facts are stuck", () => {
    const isFeasible = (set: number) => set === 4;
    const shares = divide({ facts: 3, isFeasible, gain: (less, more) => more - less });
    expect(shares).toEqual([
      { facts: 4, effect: 4 },
      { facts: 3, effect: 3 },
    ]);
  });

  test("takes all together where nothing in between is feasible", () => {
    const shares = divide({ facts: 4, isFeasible: () => false, gain: () => 0.25 });
    expect(shares).toEqual([{ facts: 15, effect: 0.25 }]);
  });
});
