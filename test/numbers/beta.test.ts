import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaQuantile, betaTails } from "../../src/numbers/beta.ts";

/** a, b, x, both tails to 17 digits, from the power series with 120 digits of working precision. */
const KNOWN = [
  [0.5, 1000.5, 1e-5, 0.1124771606033986, 0.8875228393966014],
  [0.5, 1000.5, 0.004, 0.995368653187468, 0.00463134681253202],
  [1.5, 999.5, 2 ** -10, 0.4179052026529278, 0.582094797347072],
  [47.5, 99953.5, 2 ** -11, 0.594562027823301, 0.405437972176699],
  [12.5, 9999988.5, 2 ** -20, 0.206416446165221, 0.793583553834779],
  [0.5, 1000000000.5, 2 ** -31, 0.6654805095576897, 0.3345194904423103],
  [20000.5, 30000.5, 0.40625, 0.9977975551041398, 0.002202444895860208],
  [3.5, 2.5, 0.875, 0.9524164502212275, 0.04758354977857252],
] as const;

/** P(X ≤ i/2^s) of whole shapes is a binomial tail: exact in whole numbers, over 2^(s(a+b-1)). */
function exactTails(a: number, b: number, i: number, s: number): { p: number; q: number } {
  const n = a + b - 1;
  const [x, y] = [BigInt(i), BigInt(2 ** s - i)];
  let [lower, upper] = [0n, 0n];
  let choose = 1n;
  for (let k = 0; k <= n; k++) {
    const term = choose * x ** BigInt(k) * y ** BigInt(n - k);
    if (k >= a) lower += term;
    else upper += term;
    choose = (choose * BigInt(n - k)) / BigInt(k + 1);
  }
  return { p: ratio(lower, lower + upper), q: ratio(upper, lower + upper) };
}

function ratio(part: bigint, whole: bigint): number {
  if (part === 0n) return 0;
  const shift = Math.max(0, whole.toString(2).length - part.toString(2).length + 64);
  return Number((part << BigInt(shift)) / whole) / 2 ** shift;
}

function off(found: number, true_: number): number {
  return Math.abs(found / true_ - 1);
}

describe("the tails of a Beta distribution", () => {
  it("are those of a computation with many digits", () => {
    for (const [a, b, x, lower, upper] of KNOWN) {
      const { p, q } = betaTails({ p: x, q: 1 - x }, a, b);
      expect(off(p, lower), `${a} ${b}`).toBeLessThan(1e-12);
      expect(off(q, upper), `${a} ${b}`).toBeLessThan(1e-12);
      const flipped = betaTails({ p: 1 - x, q: x }, b, a);
      expect(flipped).toEqual({ p: q, q: p });
    }
  });

  it("are the binomial's for whole shapes, each to its own precision", () => {
    const part = fc.integer({ min: 1, max: 1023 });
    const shape = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(shape, shape, part, (a, b, i) => {
        const exact = exactTails(a, b, i, 10);
        const x = i / 1024;
        const found = betaTails({ p: x, q: 1 - x }, a, b);
        // The larger tail is 1 less the smaller, and the smaller has all its digits.
        const [small, smallest] = found.p < found.q ? [found.p, exact.p] : [found.q, exact.q];
        if (smallest > 1e-290) expect(off(small, smallest)).toBeLessThan(1e-12);
        expect(Math.abs(found.p - exact.p)).toBeLessThan(1e-12);
      }),
      { seed: 71, numRuns: 400 },
    );
  });

  it("end where the distribution does", () => {
    expect(betaTails({ p: 0, q: 1 }, 2, 3)).toEqual({ p: 0, q: 1 });
    expect(betaTails({ p: 1, q: 0 }, 2, 3)).toEqual({ p: 1, q: 0 });
  });
});

describe("the quantile of a Beta distribution", () => {
  it("is the inverse of its tails, also where failures are rare beyond reason", () => {
    const counts = fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 100_000 })),
      fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1e12 })),
    );
    const chance = fc.integer({ min: 1, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(counts, chance, ([f, s], at) => {
        const [a, b] = [f + 0.5, s + 0.5];
        const wanted = { p: at / 2 ** 32, q: (2 ** 32 - at) / 2 ** 32 };
        const x = betaQuantile(wanted, a, b);
        const found = betaTails(x, a, b);
        const [p, q] = [off(found.p, wanted.p), off(found.q, wanted.q)];
        expect(wanted.p < wanted.q ? p : q).toBeLessThan(1e-11);
      }),
      { seed: 72, numRuns: 300 },
    );
  });

  it("is where closed forms have it", () => {
    for (const n of [1, 10, 1e6, 1e12]) {
      // Beta(1, n): P(X > x) = (1-x)^n.
      for (const q of [0.975, 0.5, 0.025]) {
        const x = betaQuantile({ p: 1 - q, q }, 1, n);
        expect(off(x.p, -Math.expm1(Math.log(q) / n))).toBeLessThan(1e-12);
      }
    }
    const middle = betaQuantile({ p: 0.5, q: 0.5 }, 7.5, 7.5);
    expect(Math.abs(middle.p - 0.5)).toBeLessThan(1e-15);
  });

  it("is the same from any first guess", () => {
    const wanted = { p: 0.3, q: 0.7 };
    const found = betaQuantile(wanted, 3.5, 98.5);
    for (const guess of [1e-12, 1e-3, 0.5, 0.999]) {
      const again = betaQuantile(wanted, 3.5, 98.5, { p: guess, q: 1 - guess });
      expect(off(again.p, found.p)).toBeLessThan(1e-13);
    }
  });
});
