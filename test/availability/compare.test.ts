import { describe, expect, it } from "vitest";
import type { Claim } from "../../src/availability/claim.ts";
import { compareEndpoint, drawBetween } from "../../src/availability/compare.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Probability } from "../../src/model/model.ts";
import { byDiagram } from "./bdd-oracle.ts";
import { atLeast, endpoint, model, parts, service } from "./models.ts";
import { ladder } from "./open-models.ts";
import { subjectOf } from "./system-file.ts";
import { layered, rarer } from "./systems.ts";

const options = { samples: 20_000, seed: 1, alpha: 0.05 };
const compare = (base: Subject, head: Subject, claims: readonly Claim[] = []) =>
  compareEndpoint(base, head, options, claims);
const truthOf = ({ model, endpoint }: Subject) => byDiagram(model, endpoint).p;

function withEntry({ model, ...rest }: Subject, up: Probability): Subject {
  return { ...rest, model: { ...model, services: model.services.with(0, service("s0", [up])) } };
}

function reversed({ model, ...rest }: Subject): Subject {
  return { model: { ...model, dependencies: model.dependencies.toReversed() }, ...rest };
}

const drop = (limit: number): Claim => ({ base: -1, head: 1, beyond: limit });
const growth = (limit: number): Claim => ({ base: -(1 + limit), head: 1, beyond: 0 });

describe("the difference of exact figures", () => {
  it("is head less base", () => {
    const [base, head] = [ladder(12), ladder(12, { 4: parts(849) })];
    const { base: before, head: after, difference, decisions } = compare(base, head, [drop(0)]);
    expect([before.method, after.method]).toEqual(["exact", "exact"]);
    expect(difference).toEqual({ delta: before.unavailability - after.unavailability });
    expect(difference.delta).toBeCloseTo(truthOf(head) - truthOf(base), 13);
    expect(difference.delta).toBeLessThan(0);
    expect(decisions).toEqual(["yes"]);
  });

  it("keeps the digits of a small one, and is zero up to 1e-12", () => {
    const single = (nano: number): Subject => {
      const services = [service("entry", [parts(1e12 - nano, 1e12)])];
      return { model: model(services, []), endpoint: endpoint(0, atLeast(0)), fault: null };
    };
    const { difference } = compare(single(1000), single(3000));
    expect(Math.abs(difference.delta + 2e-9)).toBeLessThan(1e-20);
    expect(compare(single(1), single(1.5)).difference).toEqual({ delta: 0 });
    expect(compare(single(0), single(1)).difference).toEqual({ delta: 0 });
    // Where both nearly always fail, what is up has the digits.
    const rarely = compare(single(1e12 - 1000), single(1e12 - 3000)).difference;
    expect(Math.abs(rarely.delta - 2e-9)).toBeLessThan(1e-20);
  });
});

describe("the difference of drawn figures", () => {
  const base = ladder(23);

  it("of the same thing is exactly zero, in any order of its parts, and decides all of them", () => {
    const twice = compare(base, reversed(base), [drop(0), growth(0.1), growth(-0.5)]);
    expect(twice.base.method).toBe("monte-carlo");
    expect(twice.head).toEqual(twice.base);
    expect(twice.difference).toEqual({ delta: 0 });
    expect(twice.decisions).toEqual(["no", "no", "yes"]);
  });

  it("is that of the two estimates, each with its own value in its interval", () => {
    const head = ladder(23, { 7: parts(700) });
    const found = compare(base, head);
    const sides = [
      [base, found.base],
      [head, found.head],
    ] as const;
    for (const [subject, { availability, interval, samples }] of sides) {
      expect(samples).toBe(options.samples);
      expect(interval![0]).toBeLessThan(truthOf(subject));
      expect(interval![1]).toBeGreaterThan(truthOf(subject));
      const alone = estimateEndpoint(subject, options, []).estimate;
      expect(Math.abs(alone.availability - availability)).toBeLessThan(0.01);
    }
    const { delta } = found.difference;
    expect(delta).toBeCloseTo(found.head.availability - found.base.availability, 14);
  });

  it("has an interval with the exact value in it, far narrower than that of separate draws", () => {
    let covered = 0;
    let width = 0;
    let apart = 0;
    const head = ladder(23, { 7: parts(800) });
    const truth = truthOf(head) - truthOf(base);
    for (let seed = 0; seed < 200; seed++) {
      const found = compareEndpoint(base, head, { samples: 4096, seed, alpha: 0.05 }, []);
      const [low, high] = found.difference.interval!;
      if (low <= truth && truth <= high) covered++;
      width += high - low;
      const [before, after] = [found.base.interval!, found.head.interval!];
      apart += Math.hypot(before[1] - before[0], after[1] - after[0]);
    }
    expect(covered).toBeGreaterThan(0.91 * 200);
    expect(width).toBeLessThan(0.5 * apart);
  });

  it("of a mandatory part alone is told from the states in which the rest holds", () => {
    const [before, after] = [withEntry(base, parts(970)), withEntry(base, parts(900))];
    const { difference, ...found } = compare(before, after, [drop(0)]);
    expect(difference.delta).toBeCloseTo(found.base.availability * (0.9 / 0.97 - 1), 12);
    const [low, high] = difference.interval!;
    const truth = truthOf(after) - truthOf(before);
    expect(low).toBeLessThan(truth);
    expect(high).toBeGreaterThan(truth);
    // Seven hundredths of the interval of the rest: both sides fail in the same states.
    const [least, most] = found.base.interval!;
    expect(high - low).toBeLessThan(0.08 * (most - least));
    expect(found.decisions).toEqual(["yes"]);
  });

  it("may be that from an exact or a bounded side to a drawn one", () => {
    const exact = ladder(20);
    const found = compare(exact, base);
    expect([found.base.method, found.head.method]).toEqual(["exact", "monte-carlo"]);
    const [low, high] = found.difference.interval!;
    const truth = truthOf(base) - truthOf(exact);
    expect(low).toBeLessThan(truth);
    expect(high).toBeGreaterThan(truth);
    expect(high - low).toBeLessThan(0.02);
    const back = compare(base, exact).difference;
    expect(back.delta).toBeCloseTo(-found.difference.delta, 14);
  });
});

describe("the draw of a comparison", () => {
  const [known, drawn] = [ladder(5), ladder(23)];

  it("is none where nothing is drawn", () => {
    expect(drawBetween(known, null, 1)).toBe(null);
    expect(drawBetween(known, ladder(6), 1)).toBe(null);
  });

  it("is of what differs, once, and of base alone where there is no head", () => {
    const subjects = (base: Subject, head: Subject | null) =>
      [...drawBetween(base, head, 1)!.subjects.keys()].toSorted();
    const alone = subjects(drawn, null);
    expect(alone).toHaveLength(1);
    expect(subjects(drawn, drawn)).toEqual(alone);
    expect(subjects(known, drawn)).toEqual(alone);
    expect(subjects(drawn, known)).toEqual(alone);
    expect(subjects(drawn, ladder(23, { 7: parts(700) }))).toHaveLength(2);
  });
});

describe("the difference of bounded figures", () => {
  it("has a certain interval, and decides what is beyond it", () => {
    const wide = rarer(layered(300, 10, 1), 10);
    const base: Subject = { ...subjectOf(wide), fault: null };
    // A service in the middle that fails more often.
    const services = base.model.services.with(150, service("s150", [parts(990)]));
    const head = withEntry({ ...base, model: { ...base.model, services } }, parts(999));
    const claims = [drop(0.0001), drop(0.01), growth(0.1), growth(10)];
    const found = compare(base, head, claims);
    expect([found.base.method, found.head.method]).toEqual(["bounded", "bounded"]);
    const { delta, interval } = found.difference;
    const [low, high] = interval!;
    expect(low).toBeLessThan(delta);
    expect(high).toBeGreaterThan(delta);
    expect(high - low).toBeLessThan(2e-6);
    expect(delta).toBeCloseTo(found.head.availability - found.base.availability, 14);
    expect(found.decisions).toEqual(["yes", "no", "yes", "no"]);

    const never = withEntry(base, { p: 0, q: 1 });
    for (const [one, other] of [
      [never, base],
      [base, never],
    ] as const) {
      const { base: before, head: after, difference } = compare(one, other);
      expect(new Set([before.method, after.method])).toEqual(new Set(["exact", "bounded"]));
      const [least, most] = (before.interval ?? after.interval)!;
      const [from, to] = difference.interval!;
      expect(from).toBeCloseTo(one === never ? least : -most, 14);
      expect(to).toBeCloseTo(one === never ? most : -least, 14);
    }
  });
});
