import fc from "fast-check";
import { expect, test } from "vitest";
import { figureAlike } from "../../src/availability/alike.ts";
import { priceOf } from "../../src/availability/price.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Model, Probability } from "../../src/model/model.ts";
import {
  all,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  withDomains,
} from "./models.ts";
import { bruteForce, bruteForceEach } from "./oracle.ts";
import { type FullCase, fullModel } from "./random-models.ts";

/** As it is, but that everything fails another share of the time, and that replicas may come, go, or move. */
function altered({ model, endpoint }: FullCase, thousandths: number, more: number): Subject {
  const up = parts(thousandths);
  const services = model.services.map((one, at) => {
    if (one.external || at % 2 === 0) return one;
    const replicas = [...one.replicas.map(() => up), ...Array.from({ length: more }, () => up)];
    const placement = replicas.map((_, i) => one.placement[more > 1 ? 0 : i] ?? []);
    return { ...one, replicas, placement };
  });
  const members = model.members.map((one) => ({ ...one, up }));
  const changed: Model = { ...model, services, members };
  return { model: changed, endpoint, fault: null };
}

test("what was prepared for one model serves another of the same graph, exactly", () => {
  fc.assert(
    fc.property(
      fullModel(6),
      fc.constantFrom(0, 400, 1000),
      fc.nat({ max: 2 }),
      (one, thousandths, more) => {
        const like: Subject = { model: one.model, endpoint: one.endpoint, fault: null };
        const subject = altered(one, thousandths, more);
        const expected = bruteForce(subject.model, subject.endpoint);
        for (const of of [like, subject]) figureAlike(like, of, Number.POSITIVE_INFINITY);
        const found = figureAlike(subject, like, Number.POSITIVE_INFINITY)!;
        expect(Math.abs(found.availability - expected.p)).toBeLessThan(1e-12);
        expect(Math.abs(found.unavailability - expected.q)).toBeLessThan(1e-12);
      },
    ),
    { seed: 8, numRuns: 60 },
  );
});

test("under a fault it is that of the worst situation", () => {
  let several = 0;
  fc.assert(
    fc.property(fullModel(6), fc.constantFrom(400, 1000), (one, thousandths) => {
      const like: Subject = one;
      const subject: Subject = { ...altered(one, thousandths, 0), fault: one.fault };
      const expected = bruteForce(subject.model, subject.endpoint, subject.fault);
      const found = figureAlike(subject, like, Number.POSITIVE_INFINITY)!;
      expect(Math.abs(found.availability - expected.p)).toBeLessThan(1e-12);
      expect(Math.abs(found.unavailability - expected.q)).toBeLessThan(1e-12);
      const each = bruteForceEach(subject.model, subject.endpoint, subject.fault);
      if (each.some(({ q }) => q < expected.q - 1e-9)) several++;
    }),
    { seed: 10, numRuns: 80 },
  );
  expect(several).toBeGreaterThan(8);
});

test("it is not worked out for more than it may cost", () => {
  fc.assert(
    fc.property(fullModel(6), ({ model, endpoint }) => {
      const subject: Subject = { model, endpoint, fault: null };
      const price = priceOf(subject);
      expect(figureAlike(subject, subject, price)?.cost).toBe(price);
      if (price > 0) expect(figureAlike(subject, subject, price - 1)).toBeNull();
    }),
    { seed: 9, numRuns: 60 },
  );
});

/** Each pair of the groups of members has a service of its own upon them: all are to be remembered at once. */
function placedOnPairs(groups: number, size: number, entry: Probability): Subject {
  const membersOf = (group: number) => Array.from({ length: size }, (_, at) => group * size + at);
  const services = [service("entry", [entry])];
  for (let other = 1; other < groups; other++) {
    for (let one = 0; one < other; one++) {
      const placement = [...membersOf(one), ...membersOf(other)].map((member) => [member]);
      const on = service(`${one} and ${other}`, Array<Probability>(2 * size).fill(parts(900)));
      services.push({ ...on, placement });
    }
  }
  const called = services.slice(1).map((_, at) => at + 1);
  const calls = called.map((to) => dependency(services, 0, to, [parts(1000)]));
  const members = Array<Probability>(groups * size).fill(parts(990));
  return {
    model: withDomains(model(services, calls), [members]),
    endpoint: endpoint(0, all(...called.map(reached))),
    fault: null,
  };
}

test("it is worked out while no more than 24 members are to be remembered at once", () => {
  // Under an entry that is down nothing has to be run.
  const found = (groups: number, size: number) =>
    figureAlike(
      placedOnPairs(groups, size, parts(0)),
      placedOnPairs(groups, size, parts(990)),
      Number.POSITIVE_INFINITY,
    );
  expect(found(6, 4)).toMatchObject({ availability: 0, unavailability: 1 });
  expect(found(5, 5)).toBeNull();
});
