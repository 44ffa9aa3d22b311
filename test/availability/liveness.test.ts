import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hypergeometric, liveGiven, unitSlopes } from "../../src/availability/liveness.ts";
import type { Component, Unit } from "../../src/availability/measure.ts";
import type { Probability } from "../../src/model/model.ts";
import { parts } from "./models.ts";

function component(units: readonly Unit[], quorum: number): Component {
  return { kind: "service", name: "s", units, quorum, victims: 0, inUrn: false };
}

const loose = (up: Probability): Unit => ({ up, members: [] });

/** Every state of the units and every set of victims, one by one. */
function enumerated(one: Component, isUp: (m: number) => boolean, victims: number): Probability {
  const { units, quorum } = one;
  const size = units.length;
  let p = 0;
  let q = 0;
  let sets = 0;
  for (let taken = 0; taken < 2 ** size; taken++) {
    if (ones(taken) !== victims) continue;
    sets++;
    for (let state = 0; state < 2 ** size; state++) {
      let weight = 1;
      let live = 0;
      units.forEach(({ up, members }, i) => {
        const on = bit(state, i);
        weight *= on ? up.p : up.q;
        if (on && !bit(taken, i) && members.every(isUp)) live++;
      });
      if (live >= quorum) p += weight;
      else q += weight;
    }
  }
  return { p: p / sets, q: q / sets };
}

const bit = (bits: number, i: number) => ((bits >> i) & 1) === 1;
const ones = (bits: number) => bits.toString(2).replaceAll("0", "").length;

/** Within a relative error, of numbers that are 0 together. */
function close(found: number, truth: number, relative = 1e-14): void {
  expect(Math.abs(found - truth)).toBeLessThanOrEqual(relative * truth);
}

const theta = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1000 }).map((count) => parts(count)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 1000 }).map((count) => parts(1e9 - count, 1e9)),
  },
);
const thetas = fc.oneof(
  fc.array(theta, { maxLength: 5, size: "max" }),
  fc
    .tuple(theta, fc.integer({ min: 1, max: 5 }))
    .map(([one, count]) => Array<Probability>(count).fill(one)),
);
const drawn = fc
  .record({
    thetas,
    members: fc.array(fc.array(fc.nat({ max: 2 }), { maxLength: 2 }), {
      minLength: 5,
      maxLength: 5,
    }),
    placed: fc.boolean(),
    quorum: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
      { weight: 1, arbitrary: fc.nat({ max: 6 }) },
    ),
    down: fc.nat({ max: 4 }),
    victims: fc.constantFrom(0, 1, 1, 2, 2, 3, 4, 5),
  })
  .map(({ thetas, members, placed, quorum, down, victims }) => ({
    one: component(
      thetas.map((up, i) => ({ up, members: placed ? members[i]! : [] })),
      quorum,
    ),
    isUp: (member: number) => member !== down,
    victims: Math.min(victims, thetas.length),
  }));

describe("liveness given the members", () => {
  it("is the sum over all states and all sets of victims, both sides to their own last digits", () => {
    let strictly = 0;
    fc.assert(
      fc.property(drawn, ({ one, isUp, victims }) => {
        const truth = enumerated(one, isUp, victims);
        const { p, q } = liveGiven(one, isUp, victims);
        close(p, truth.p);
        close(q, truth.q);
        if (victims > 0 && truth.p > 0 && truth.q > 0) strictly++;
      }),
      { numRuns: 3000, seed: 20261201 },
    );
    expect(strictly).toBeGreaterThan(600);
  });

  it("keeps the digits of rare failures where one of unlike units is taken away", () => {
    const rare = [1e-9, 1e-9, 1e-8].map((q) => loose({ p: 1 - q, q }));
    const one = component(rare, 2);
    const truth = enumerated(one, () => true, 1);
    expect(truth.q).toBeCloseTo(8e-9, 15);
    close(liveGiven(one, () => true, 1).q, truth.q);
  });

  it("is certain where nothing is asked, and never where too few are left", () => {
    const two = [loose(parts(900)), loose(parts(900))];
    expect(liveGiven(component([], 0), () => true, 0)).toEqual({ p: 1, q: 0 });
    expect(liveGiven(component([], 1), () => true, 0)).toEqual({ p: 0, q: 1 });
    expect(liveGiven(component(two, 2), () => true, 1)).toEqual({ p: 0, q: 1 });
    expect(liveGiven(component(two, 3), () => true, 0)).toEqual({ p: 0, q: 1 });
  });

  it("takes an urn's dead from units that are certain otherwise", () => {
    const five = component(Array(5).fill({ up: parts(1000), members: [] }), 3);
    expect(liveGiven(five, () => true, 2)).toEqual({ p: 1, q: 0 });
    expect(liveGiven(five, () => true, 3)).toEqual({ p: 0, q: 1 });
    const zoned = component(
      Array.from({ length: 10_000 }, (_, i) => ({ up: parts(1000), members: [i % 2] })),
      1,
    );
    // 5,000 stand: none is left where all of the 5,000 dead are theirs, which is next to never.
    expect(liveGiven(zoned, (member) => member === 0, 5000)).toEqual({ p: 1, q: 0 });
  });

  it("neither overflows nor loses its sum for thousands of unlike units", () => {
    const many = component(
      Array.from({ length: 10_000 }, (_, i) => loose(parts(20 + 10 * (i % 2), 10_000))),
      20,
    );
    const { p, q } = liveGiven(many, () => true, 10);
    expect(p).toBeGreaterThan(0.8);
    expect(p).toBeLessThan(1);
    expect(Math.abs(p + q - 1)).toBeLessThanOrEqual(1e-14);
    // About Poisson of mean 25 in either case; each victim takes a ten-thousandth of it.
    expect(p).toBeLessThan(liveGiven(many, () => true, 0).p);
  });
});

describe("slope by a unit's availability", () => {
  it("is the figure with the unit up less the figure with it down", () => {
    fc.assert(
      fc.property(drawn, ({ one, isUp, victims }) => {
        const slopes = unitSlopes(one, isUp, victims);
        expect(slopes.length).toBe(one.units.length);
        one.units.forEach((_, index) => {
          const given = (up: Probability) =>
            enumerated(
              { ...one, units: one.units.with(index, { ...one.units[index]!, up }) },
              isUp,
              victims,
            ).p;
          const difference = given(parts(1000)) - given(parts(0));
          expect(Math.abs(slopes[index]! - difference)).toBeLessThanOrEqual(1e-14);
        });
      }),
      { numRuns: 1500, seed: 20261202 },
    );
  });

  it.each([
    ["fail", 1, (rare: number) => ({ p: 1, q: rare })],
    ["live", 3, (rare: number) => ({ p: rare, q: 1 })],
  ] as const)("tells units apart that next to never %s", (_, quorum, up) => {
    const one = component(
      [1e-17, 1e-18, 1e-18].map((rare) => loose(up(rare))),
      quorum,
    );
    unitSlopes(one, () => true, 0).forEach((slope, at) => {
      close(slope, [1e-36, 1e-35, 1e-35][at]!, 1e-15);
    });
  });

  it("keeps its digits where only both of two rare failures matter", () => {
    const rare = { p: 0.999999999, q: 1e-9 };
    const rarer = { p: 0.9999999999, q: 1e-10 };
    const one = component([loose(rare), loose(rarer), loose(rarer)], 1);
    const [first, second] = unitSlopes(one, () => true, 0);
    close(first!, 1e-20, 1e-15);
    close(second!, 1e-19, 1e-15);
  });
});

describe("a few units", () => {
  const kinds: readonly (readonly Probability[])[] = [
    [0.7, 0.7, 0.7, 0.7],
    [1, 1, 1, 1],
    [0.9, 0.5, 0.7, 0.2],
    [1, 0.5, 1, 0.3],
    [0.6, 0, 0.6, 0.8],
    [0.1, 0.02, 0.2, 0.05],
    [0.98, 0.9, 0.95, 0.8],
  ].map((all) => all.map((p) => parts(1000 * p)));
  const isUp = (member: number) => member === 0;

  it.each(kinds.map((kind) => [kind.map(({ p }) => p).join(", "), kind] as const))(
    "of %s have their figure and slopes in every case",
    (_, kind) => {
      for (let size = 1; size <= 4; size++) {
        for (const down of [-1, 0, size - 1]) {
          const units = kind.slice(0, size).map((up, i) => ({ up, members: [i === down ? 1 : 0] }));
          for (let quorum = 1; quorum <= size; quorum++) {
            for (let victims = 0; victims <= size; victims++) {
              const one = component(units, quorum);
              const truth = enumerated(one, isUp, victims);
              const { p, q } = liveGiven(one, isUp, victims);
              close(p, truth.p);
              close(q, truth.q);
              unitSlopes(one, isUp, victims).forEach((slope, index) => {
                const given = (up: Probability) =>
                  enumerated(
                    component(units.with(index, { ...units[index]!, up }), quorum),
                    isUp,
                    victims,
                  );
                expect(slope).toBeCloseTo(given(parts(1000)).p - given(parts(0)).p, 14);
              });
            }
          }
        }
      }
    },
  );
});

describe("the dead among those drawn", () => {
  it("are as the ratio of binomial coefficients says", () => {
    const choose = (n: number, k: number): bigint => {
      let value = k < 0 || k > n ? 0n : 1n;
      for (let i = 0; i < k && value > 0n; i++) value = (value * BigInt(n - i)) / BigInt(i + 1);
      return value;
    };
    const sized = fc
      .nat({ max: 40 })
      .chain((n) => fc.tuple(fc.constant(n), fc.nat({ max: n }), fc.nat({ max: n })));
    fc.assert(
      fc.property(sized, ([n, dead, drawn]) => {
        const found = hypergeometric(n, dead, drawn);
        expect(found.length).toBe(drawn + 1);
        found.forEach((chance, d) => {
          const ways = choose(dead, d) * choose(n - dead, drawn - d);
          close(chance, Number(ways) / Number(choose(n, drawn)), 2e-14);
        });
      }),
      { numRuns: 1000, seed: 20261203 },
    );
  });

  it("sum to 1 with the right mean among 100,000", () => {
    const found = hypergeometric(100_000, 30_000, 20_000);
    expect(Math.abs(found.reduce((sum, x) => sum + x, 0) - 1)).toBeLessThanOrEqual(1e-12);
    const mean = found.reduce((sum, x, d) => sum + x * d, 0);
    expect(Math.abs(mean / 6000 - 1)).toBeLessThanOrEqual(1e-12);
  });
});
