import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { importanceOf } from "../../src/availability/importance.ts";
import type { Endpoint, Model, Need, Probability } from "../../src/model/model.ts";
import { isProblem, parseProbability } from "../../src/model/probability.ts";
import { all, atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

/** θ and ρ as a spec's text gives them. */
function nineNines(): Probability {
  const found = parseProbability("0.999999999");
  if (isProblem(found)) throw new Error(found.problem);
  return found;
}

/** Failure probabilities as whole numbers over one denominator: 1e-9 each. */
const ONE = 10n ** 9n;

/** Whole numerator and denominator. */
type Ratio = readonly [bigint, bigint];

const DOWN: Ratio = [1n, ONE];
const both = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const not = ([a, b]: Ratio): Ratio => [b - a, b];
/** U of what needs so many parts. */
const anyOf = (count: number, down: Ratio): Ratio =>
  not(Array<Ratio>(count).fill(not(down)).reduce(both));

function toNumber([a, b]: Ratio): number {
  return Number((a * 10n ** 80n) / b) / 1e80;
}

/** From entry `first - 1`: services and the links between them, one after the other. */
function chains(count: number, length: number, replicas: number) {
  const nines = nineNines();
  const services = [service("entry", [parts(1000)])];
  for (let at = 0; at < count * length; at++) {
    services.push(service(`s${at}`, Array(replicas).fill(nines)));
  }
  const links = services
    .slice(1)
    .map((_, at) =>
      at % length === 0
        ? dependency(services, 0, at + 1, [parts(1000)])
        : dependency(services, at, at + 1, Array(replicas).fill(nines)),
    );
  return model(services, links);
}

function unavailabilityOf(system: Model, need: Need): number {
  const subject = { model: system, endpoint: endpoint(0, need) as Endpoint, fault: null };
  const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
  expect(estimate.method).toBe("exact");
  // Both ways to get it, with what is certain left out and with all that has a slope.
  expectDigits(importanceOf(subject)!.up.q, estimate.unavailability);
  return estimate.unavailability;
}

function expectDigits(found: number, truth: number): void {
  expect(Math.abs(found - truth)).toBeLessThanOrEqual(5e-11 * truth);
}

describe("U keeps ten digits at nine nines", () => {
  const chain = anyOf(19, DOWN);

  it("of a chain of ten services", () => {
    expectDigits(unavailabilityOf(chains(1, 10, 1), reached(10)), toNumber(chain));
  });

  it("of the chain with two replicas and two channels each", () => {
    const truth = toNumber(anyOf(19, both(DOWN, DOWN)));
    expect(truth).toBeLessThan(2e-17);
    expectDigits(unavailabilityOf(chains(1, 10, 2), reached(10)), truth);
  });

  it("of two such chains, of which one is enough", () => {
    const truth = toNumber(both(chain, chain));
    expect(truth).toBeLessThan(4e-16);
    const either = atLeast(1, reached(10), reached(20));
    expectDigits(unavailabilityOf(chains(2, 10, 1), either), truth);
  });

  it("of two such chains, of which both are needed", () => {
    const both = all(reached(10), reached(20));
    expectDigits(unavailabilityOf(chains(2, 10, 1), both), toNumber(anyOf(38, DOWN)));
  });

  it("of two such chains that meet again", () => {
    const nines = nineNines();
    const { services, dependencies } = chains(2, 10, 1);
    const last = [...services, service("last", [parts(1000)])];
    const links = [10, 20].map((from) => dependency(last, from, 21, [nines]));
    const way = anyOf(20, DOWN);
    const found = unavailabilityOf(model(last, [...dependencies, ...links]), reached(21));
    expectDigits(found, toNumber(both(way, way)));
  });

  it("of a cycle that two links enter", () => {
    const nines = nineNines();
    const services = ["entry", "a", "b"].map((name) => service(name, [parts(1000)]));
    const links = [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 1],
    ].map(([from, to]) => dependency(services, from!, to!, [nines]));
    const system = model(services, links);
    // Both ways in are down, or one of them and the way across from the other: q² + 2 (1 - q) q².
    const [q, one] = DOWN;
    const truth: Ratio = [q * q * one + 2n * (one - q) * q * q, one ** 3n];
    expectDigits(unavailabilityOf(system, all(reached(1), reached(2))), toNumber(truth));
  });
});
