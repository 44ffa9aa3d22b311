import { describe, expect, test } from "vitest";
import { figureAlike } from "../../src/availability/alike.ts";
import { waysToPrepare } from "../../src/availability/prepare.ts";
import { priceOf, spentOn } from "../../src/availability/price.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { BOUNDING } from "../../src/availability/solve.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Need, Probability } from "../../src/model/model.ts";
import { atLeast, dependency, endpoint, fault, model, parts, reached, service } from "./models.ts";

/** Services that are each called by two of as many others, all but one of which are needed. */
function braid(width: number): Subject {
  const services = Array.from({ length: 1 + 2 * width }, (_, at) =>
    service(`s${at}`, [parts(990)]),
  );
  const certain = [parts(1000)];
  const links = Array.from({ length: width }, (_, at) => [
    dependency(services, 0, 1 + at, certain),
    dependency(services, 1 + at, 1 + width + at, certain),
    dependency(services, 1 + ((at + 7) % width), 1 + width + at, certain),
  ]);
  const last = Array.from({ length: width }, (_, at) => reached(1 + width + at));
  const asked = endpoint(0, atLeast(width - 1, ...last));
  return { model: model(services, links.flat()), endpoint: asked, fault: null };
}

test("what cannot be held open at once has no exact figure, and so no price of one", () => {
  const most = 2e8;
  // Of states of 24 bits.
  expect(priceOf(braid(22))).toBeLessThan(most);
  const wide = braid(23);
  // Few enough transitions, of states of 25 bits.
  expect(figureAlike(wide, wide, Number.POSITIVE_INFINITY)).toBeNull();
  expect(priceOf(wide)).toBe(Number.POSITIVE_INFINITY);
  const drawn = { availability: 1, unavailability: 0, method: "monte-carlo" } as const;
  const [none, some] = [0, 1e6].map((samples) => spentOn(wide, { ...drawn, samples }, most));
  expect(some! - none!).toBeGreaterThan(1e6);
});

describe("what a figure has cost", () => {
  const certain = [parts(1000)];
  /** An entry that calls so many services, of which all but one are needed. */
  function fan(width: number, replicas = 1): Subject {
    const services = Array.from({ length: 1 + width }, (_, at) =>
      service(`s${at}`, Array<Probability>(replicas).fill(parts(990))),
    );
    const links = Array.from({ length: width }, (_, at) =>
      dependency(services, 0, 1 + at, certain),
    );
    const asked = endpoint(
      0,
      atLeast(width - 1, ...Array.from({ length: width }, (_, at) => reached(1 + at))),
    );
    return { model: model(services, links), endpoint: asked, fault: null };
  }
  const exact = { availability: 1, unavailability: 0, method: "exact" } as const;
  const preparing = (subject: Subject, most?: number) =>
    spentOn(subject, exact, most) - priceOf(subject);

  test("is what solving costs, and as much to prepare for each node and each call", () => {
    const [four, five] = [fan(4), fan(5)].map((one) => preparing(one));
    expect(four).toBeGreaterThan(0);
    // The entry is mandatory, and stands there as certain: 1 + 4 nodes with 4 calls, 1 + 5 with 5.
    expect(five! / four!).toBeCloseTo(11 / 9, 12);
  });

  test("is each situation's to solve, and to prepare where it is not prepared already", () => {
    // A rollout takes one of four replicas at a time.
    const subject = fan(4, 4);
    const rollout = { ...subject, fault: fault({ rollout: "each" }) };
    const services = subject.model.services.length;
    expect(situationsOf(subject.model, rollout.fault)).toHaveLength(services);
    expect(priceOf(rollout)).toBeCloseTo(services * priceOf(subject), 6);
    expect(preparing(rollout)).toBe(preparing(subject));
  });

  test("is of each member of a mixture, without those that cannot hold", () => {
    const subject = fan(4);
    const { need } = subject.endpoint.mixture[0]!;
    const other = atLeast(2, reached(1), reached(2), reached(3));
    const mixed = (...needs: readonly Need[]) => {
      const members = needs.map((one) => ({ share: 1 / needs.length, strict: false, need: one }));
      return { ...subject, endpoint: endpoint(0, members) };
    };
    const both = mixed(need, other);
    expect(priceOf(both)).toBe(priceOf(mixed(need)) + priceOf(mixed(other)));
    expect(preparing(both)).toBe(preparing(mixed(need)) + preparing(mixed(other)));
    const isolated = service("alone", [parts(990)]);
    const more = { ...subject.model, services: [...subject.model.services, isolated] };
    const with5 = { ...mixed(need, reached(5)), model: more };
    expect(spentOn(with5, exact)).toBe(spentOn({ ...mixed(need), model: more }, exact));
  });

  test("of solving is that of the transitions, and of 60 for each step", () => {
    const subject = fan(4);
    const { measure } = situationsOf(subject.model, null)[0]![0]!;
    const { entry, completion, mixture } = subject.endpoint;
    const question = { entry, completion, need: mixture[0]!.need };
    const plans = waysToPrepare(subject.model, question, measure, true).map(({ plan }) => plan!);
    expect(plans.map(({ cost, steps }) => cost + 60 * steps.length)).toEqual([priceOf(subject)]);
  });

  test("is all of a price that is just what may be spent", () => {
    const subject = braid(22);
    const price = priceOf(subject);
    expect(price).toBeGreaterThan(BOUNDING);
    expect(spentOn(subject, exact, price)).toBe(spentOn(subject, exact));
    expect(spentOn(subject, exact, price - 1)).toBeLessThan(spentOn(subject, exact));
  });

  test("is not more than it may be, where it would be dearer, and then what was drawn", () => {
    const subject = fan(6);
    const price = priceOf(subject);
    const drawn = (samples: number, most: number) => spentOn(subject, { ...exact, samples }, most);
    // Dearer by one transition than what may be spent: bounded by that.
    expect(drawn(0, price)).toBe(spentOn(subject, exact));
    expect(drawn(0, price - 1)).toBe(spentOn(subject, exact) - 1);
    expect(drawn(0, price / 2)).toBe(spentOn(subject, exact) - price / 2);
    // As `affordable` reckons: a quarter of a transition for each part of each state.
    expect(drawn(1000, price)).toBe(drawn(0, price));
    expect(drawn(1000, price - 1) - drawn(0, price - 1)).toBe((1000 * (7 + 6)) / 4);
  });
});
