import { describe, expect, it } from "vitest";
import { mean } from "../../src/availability/exact.ts";
import { preparedFor } from "../../src/availability/preparations.ts";
import { costOf } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { type Solution, solve } from "../../src/availability/solve.ts";
import { runSparse } from "../../src/availability/sparse.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Probability } from "../../src/model/model.ts";
import { hardSubject } from "./hard-models.ts";
import { atLeast, dependency, endpoint, fault, model, parts, reached, service } from "./models.ts";
import { ladder } from "./open-models.ts";

/** Services that are each called by two of as many others, all but some of which are needed; the entry is certain. */
function braid(width: number, up: Probability, spare = 1): Subject {
  const certain = [parts(1000)];
  const services = Array.from({ length: 1 + 2 * width }, (_, at) =>
    service(`s${at}`, at === 0 ? certain : [up]),
  );
  const links = Array.from({ length: width }, (_, at) => [
    dependency(services, 0, 1 + at, certain),
    dependency(services, 1 + at, 1 + width + at, certain),
    dependency(services, 1 + ((at + 7) % width), 1 + width + at, certain),
  ]);
  const last = Array.from({ length: width }, (_, at) => reached(1 + width + at));
  const asked = endpoint(0, atLeast(width - spare, ...last));
  return { model: model(services, links.flat()), endpoint: asked, fault: null };
}

function withEntry({ model, ...rest }: Subject, up: Probability): Subject {
  const services = model.services.with(0, { ...model.services[0]!, replicas: [up] });
  return { ...rest, model: { ...model, services } };
}

function preparedOf({ model, endpoint: { entry, completion, mixture } }: Subject) {
  const { measure } = situationsOf(model, null)[0]![0]!;
  const question = { entry, completion, need: mixture[0]!.need };
  return { prepared: preparedFor(model, question, measure, true)!, measure };
}

function onlyPart(subject: Subject, most?: number): Solution {
  return solve(subject, new Map(), most)[0]![0]!;
}

/** Of both looks, each of so many states in all steps: what is certain after it. */
function looksOf(subject: Subject, works = [500_000, 2_000_000]) {
  const { prepared, measure } = preparedOf(subject);
  const plan = prepared.plan!;
  const look = (least: number, most: number, work: number) => {
    const states = Math.floor(work / plan.steps.length / 2 ** prepared.conditioned.length);
    const { p, q } = mean(prepared, measure, (run) =>
      runSparse(plan, run, { least, most: Math.min(most, states) }),
    );
    return { p, q, gap: 1 - p - q };
  };
  return [look(1e-9, 1_024, works[0]!), look(1e-13, 8_192, works[1]!)] as const;
}

describe("a look at the states that have mass", () => {
  it("is the only one where it leaves more than a thousandth", () => {
    const subject = braid(23, parts(990));
    const [first, second] = looksOf(subject);
    expect(first.gap).toBeGreaterThan(1e-3);
    expect(second.gap).toBeLessThan(1e-4);
    const part = onlyPart(subject);
    expect(part.kind).toBe("open");
    expect(part.up).toEqual({ p: first.p, q: first.q });
  });

  it("is followed by a longer one where it leaves less, and 1e-6 is then enough, however little fails", () => {
    const subject = braid(23, parts(997), 3);
    const [first, second] = looksOf(subject);
    expect(first.gap).toBeGreaterThan(1e-6);
    expect(first.gap).toBeLessThan(1e-3);
    expect(second.gap).toBeLessThan(1e-6);
    expect(second.gap).toBeGreaterThan(second.q / 100);
    const part = onlyPart(subject);
    expect(part.kind).toBe("bounded");
    expect(part.up).toEqual({ p: second.p, q: second.q });
  });

  it("is not enough where it leaves more than 1e-6, nor where it leaves more than a hundredth of what fails", () => {
    const much = withEntry(braid(23, parts(997)), parts(700));
    const little = braid(23, parts(9995, 10_000), 2);
    const [first] = looksOf(much);
    expect(first.gap).toBeGreaterThan(1e-6);
    expect(first.gap).toBeLessThan(first.q / 100);
    const [other] = looksOf(little);
    expect(other.gap).toBeLessThan(1e-6);
    expect(other.gap).toBeGreaterThan(other.q / 100);
    for (const subject of [much, little]) {
      const [, { p, q }] = looksOf(subject);
      const part = onlyPart(subject);
      expect(part.kind).toBe("bounded");
      expect(part.up).toEqual({ p, q });
    }
  });

  it("shares its work among all states of the members that are conditioned on", () => {
    const subject = hardSubject(329);
    expect(preparedOf(subject).prepared.conditioned).toHaveLength(4);
    // Half of what may be spent is for either look, at 25 transitions a state.
    const most = 100_000;
    const [{ p, q }] = looksOf(subject, [most / 50, most / 50]);
    expect(onlyPart(subject, most).up).toEqual({ p, q });
  });
});

describe("what may be spent", () => {
  it("is not asked for what is cheap", () => {
    const subject = braid(12, parts(990));
    expect(costOf(preparedOf(subject).prepared)).toBeGreaterThan(10_000);
    expect(onlyPart(subject, 1).kind).toBe("exact");
  });

  it("decides each time, whatever was solved with less", () => {
    const subject = braid(13, parts(990));
    expect(costOf(preparedOf(subject).prepared)).toBeGreaterThan(100_000);
    expect(onlyPart(subject, 1).kind).not.toBe("exact");
    expect(onlyPart(subject).kind).toBe("exact");
  });

  it("is not on states of more than 24 bits, however few the transitions", () => {
    const subject = braid(23, parts(990));
    const { prepared } = preparedOf(subject);
    expect(prepared.plan!.bits).toBeGreaterThan(24);
    expect(costOf(prepared)).toBeLessThan(2e8);
    expect(onlyPart(subject).kind).toBe("open");
  });
});

it("what is down for certain is exact, though it is uncertain in the steady state and the rest too wide", () => {
  const uncertain = withEntry(ladder(23), parts(990));
  expect(onlyPart(uncertain).kind).toBe("open");
  const down = fault({ down: [{ kind: "service", service: 0 }] });
  expect(onlyPart({ ...uncertain, fault: down })).toEqual({
    share: 1,
    kind: "exact",
    up: { p: 0, q: 1 },
  });
});
