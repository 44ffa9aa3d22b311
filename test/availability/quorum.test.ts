import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quorumOf } from "../../src/availability/quorum.ts";
import type { Probability } from "../../src/model/model.ts";
import { parts } from "./models.ts";

/** Eq. (5) by adding up every state of the replicas. */
function enumerated(replicas: readonly Probability[], quorum: number): Probability {
  let p = 0;
  let q = 0;
  for (let state = 0; state < 2 ** replicas.length; state++) {
    let weight = 1;
    let live = 0;
    replicas.forEach((replica, index) => {
      const up = ((state >> index) & 1) === 1;
      weight *= up ? replica.p : replica.q;
      if (up) live++;
    });
    if (live >= quorum) p += weight;
    else q += weight;
  }
  return { p, q };
}

describe("quorum", () => {
  it("is the tail of the Poisson-binomial distribution, both sides to their own last digits", () => {
    const theta = fc.oneof(
      fc.integer({ min: 0, max: 1000 }).map((count) => parts(count)),
      fc.integer({ min: 1, max: 1000 }).map((count) => parts(1e9 - count, 1e9)),
    );
    fc.assert(
      fc.property(
        fc.array(theta, { maxLength: 9 }),
        fc.integer({ min: -1, max: 10 }),
        (replicas, quorum) => {
          const truth = enumerated(replicas, quorum);
          const { p, q } = quorumOf(replicas, quorum);
          expect(Math.abs(p - truth.p)).toBeLessThanOrEqual(1e-13 * truth.p);
          expect(Math.abs(q - truth.q)).toBeLessThanOrEqual(1e-13 * truth.q);
        },
      ),
      { numRuns: 2000, seed: 20260605 },
    );
  });

  it("gives a single replica's probability as it was read", () => {
    const theta = { p: 0.999999999, q: 1e-9 };
    expect(quorumOf([theta], 1)).toEqual(theta);
    for (let count = 0; count <= 1000; count++) {
      expect(quorumOf([parts(count)], 1)).toEqual(parts(count));
    }
  });

  it("is never met by fewer replicas than it asks for", () => {
    expect(quorumOf([], 1)).toEqual({ p: 0, q: 1 });
    expect(quorumOf([parts(1000), parts(1000)], 3)).toEqual({ p: 0, q: 1 });
  });

  it("is not monotone in the replicas for a majority", () => {
    const theta = parts(990);
    const majority = [1, 2, 3, 4].map(
      (replicas) => quorumOf(Array(replicas).fill(theta), Math.floor(replicas / 2) + 1).p,
    );
    expect(majority.map((p) => Number(p.toFixed(4)))).toEqual([0.99, 0.9801, 0.9997, 0.9994]);
  });
});
