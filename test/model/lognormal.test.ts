import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logRatio, normalTails, shareInTime } from "../../src/model/lognormal.ts";

/** Relative; the expected figures are those of a 50-digit computation. */
function close(actual: number, expected: number, most = 1e-12): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(most * Math.abs(expected));
}

describe("the tails of a standard normal", () => {
  it.each([
    [0, 0.5, 0.5],
    [0.1, 0.539827837277029, 0.460172162722971],
    [-0.5, 0.308537538725987, 0.691462461274013],
    [1, 0.841344746068543, 0.158655253931457],
    [1.5, 0.933192798731142, 0.0668072012688581],
    [-1.96, 0.0249978951482204, 0.97500210485178],
    [1.9999999, 0.977249862652724, 0.0227501373472764],
    [2, 0.977249868051821, 0.0227501319481792],
    [-2, 0.0227501319481792, 0.977249868051821],
    [2.5, 0.993790334674224, 0.00620966532577613],
    [3, 0.99865010196837, 0.00134989803163009],
    [-4.75, 1.0170832425687e-6, 0.999998982916757],
    [6, 0.999999999013412, 9.86587645037698e-10],
    [-8, 6.22096057427178e-16, 0.999999999999999],
    [10, 1, 7.61985302416053e-24],
    [20, 1, 2.75362411860623e-89],
    [-30, 4.90671392714819e-198, 1],
    [37.5, 1, 4.60535300958196e-308],
  ])("at %d are %d and %d", (z, p, q) => {
    const tails = normalTails(z);
    close(tails.p, p);
    close(tails.q, q);
  });

  it("end in 0 and 1", () => {
    expect(normalTails(-1e9)).toEqual({ p: 0, q: 1 });
    expect(normalTails(1e300)).toEqual({ p: 1, q: 0 });
    expect(normalTails(38.7)).toEqual({ p: 1, q: 0 });
  });

  it("are each other's mirror and complement, and never turn back", () => {
    const place = fc.double({ min: -39, max: 39, noNaN: true });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const tails = normalTails(a);
        expect(normalTails(-a)).toEqual({ p: tails.q, q: tails.p });
        expect(Math.abs(tails.p + tails.q - 1)).toBeLessThanOrEqual(2 ** -52);
        if (a + 1e-9 < b) expect(normalTails(b).q).toBeLessThanOrEqual(tails.q);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("the logarithm of a ratio", () => {
  it.each([
    [7n, 5n, 0.336472236621213],
    [1n, 1_000_000n, -13.8155105579643],
    [10n ** 20n + 1n, 10n ** 20n, 1e-20],
    [2n, 1n, Math.LN2],
    [3n, 2n, 0.405465108108164],
    [5n, 5n, 0],
  ])("of %d to %d is %d", (a, b, expected) => {
    close(logRatio(a, b), expected, 5e-15);
  });

  it("agrees with the machine's own", () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const expected = Math.log(Number(a)) - Math.log(Number(b));
        expect(Math.abs(logRatio(a, b) - expected)).toBeLessThan(2e-14);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("the share of calls in time", () => {
  it.each([
    [2000000n, 400000n, 3500000n, 0.957839944035821, 0.0421600559641792],
    [100000n, 400000n, 3500000n, 0.0685303589349029, 0.931469641065097],
    [5000n, 40n, 90n, 1, 6.25618503160976e-44],
    [400001n, 400000n, 400002n, 0.877621041145717, 0.122378958854283],
    [5n, 5000n, 20000n, 2.26350494429439e-31, 1],
  ])("of %d, median %d, 99th percentile %d", (after, p50, p99, p, q) => {
    const share = shareInTime(after, p50, p99);
    close(share.p, p);
    close(share.q, q);
  });

  it("is a half at the median and 99% at the 99th percentile", () => {
    expect(shareInTime(40n, 40n, 350n)).toEqual({ p: 0.5, q: 0.5 });
    close(shareInTime(350n, 40n, 350n).p, 0.99, 1e-6);
  });
});
