import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Probability } from "../../src/model/model.ts";
import { FALSE, makeBdd, TRUE } from "./bdd.ts";
import { byDiagram, byDiagramEach } from "./bdd-oracle.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";
import { bruteForceEach } from "./oracle.ts";
import { fullModel } from "./random-models.ts";

describe("decision diagrams", () => {
  it("give one number to one function", () => {
    const { and, or, ite, atLeast, variable } = makeBdd();
    const [a, b, c] = [0, 1, 2].map(variable);
    const majority = or(and(a!, b!), and(b!, c!), and(a!, c!));
    expect(atLeast(2, [c!, a!, b!])).toBe(majority);
    expect(ite(a!, or(b!, c!), and(b!, c!))).toBe(majority);
    expect([and(a!, ite(a!, FALSE, TRUE)), or(a!, ite(a!, FALSE, TRUE))]).toEqual([FALSE, TRUE]);
    expect([atLeast(0, []), atLeast(1, [])]).toEqual([TRUE, FALSE]);
  });
});

describe("the oracle by decision diagrams", () => {
  it("agrees with enumeration, whatever a model holds", () => {
    fc.assert(
      fc.property(fullModel(9), ({ model, endpoint, fault }) => {
        const truth = bruteForceEach(model, endpoint, fault);
        const found = byDiagramEach(model, endpoint, fault);
        expect(found.length).toBe(truth.length);
        const errors = found.flatMap(({ p, q }, index) => [
          Math.abs(p - truth[index]!.p),
          Math.abs(q - truth[index]!.q),
        ]);
        expect(Math.max(...errors)).toBeLessThanOrEqual(1e-13);
      }),
      { numRuns: 400, seed: 20261209 },
    );
  });

  it("answers a ladder of 58 roots, with cycles, as a chain of its rungs does", () => {
    // Two rails of ten services, joined both ways on each rung.
    const theta = parts(970);
    const rho = parts(990);
    const rungs = 10;
    const services = Array.from({ length: 2 * rungs }, (_, i) => service(`s${i}`, [theta]));
    const link = (from: number, to: number) => dependency(services, from, to, [rho]);
    const links = Array.from({ length: rungs }, (_, i) => [
      link(2 * i, 2 * i + 1),
      link(2 * i + 1, 2 * i),
      ...(i + 1 < rungs ? [link(2 * i, 2 * i + 2), link(2 * i + 1, 2 * i + 3)] : []),
    ]).flat();
    const ladder = model(services, links);
    const last = 2 * rungs - 2;
    const found = byDiagram(ladder, endpoint(0, atLeast(1, reached(last), reached(last + 1))));
    const truth = ladderByRungs(theta, rho, rungs);
    expect(Math.abs(found.p - truth)).toBeLessThanOrEqual(1e-14);
    expect(Math.abs(found.q - (1 - truth))).toBeLessThanOrEqual(1e-14);
  });
});

/** P by which sides of a rung are reached: left, right, both. What is above never needs what is below. */
function ladderByRungs(theta: Probability, rho: Probability, rungs: number): number {
  // From one side the other is reached if it lives and the way across is up.
  const across = theta.p * rho.p;
  let one = theta.p * (1 - across);
  let two = theta.p * across;
  for (let rung = 1; rung < rungs; rung++) {
    const down = theta.p * rho.p;
    // Of two reached: both by their own rails; or one, with the other over the rung, its rail broken.
    const both = down * down + 2 * down * theta.p * rho.q * rho.p;
    const single = 2 * down * (theta.q + theta.p * rho.q * rho.q);
    const fromTwo = [single, both] as const;
    const fromOne = [down * (1 - across), down * across] as const;
    [one, two] = [one * fromOne[0] + two * fromTwo[0], one * fromOne[1] + two * fromTwo[1]];
  }
  return one + two;
}
