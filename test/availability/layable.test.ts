import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/availability/plan.ts";
import { prepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Probability, Service } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  endpoint,
  fault,
  killOf,
  model,
  parts,
  reached,
  service,
} from "./models.ts";

function planOf({ model, endpoint, fault }: Subject): Plan | null {
  const { entry, completion, mixture } = endpoint;
  const { measure } = situationsOf(model, fault)[0]![0]!;
  return prepare(model, { entry, completion, need: mixture[0]!.need }, measure, true)!.plan;
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);

/** An entry that is certain, and so many replicas of each of what it calls. */
function star(replicas: readonly number[], quorum = 1): readonly Service[] {
  const ups = (count: number, up: Probability) => Array<Probability>(count).fill(up);
  return [
    service("entry", [parts(1000)]),
    ...replicas.map((count, at) => service(`s${at}`, ups(count, parts(900)), quorum)),
  ];
}

function called(
  services: readonly Service[],
  need = all(...numbers(services.length - 1, 1).map(reached)),
) {
  const calls = numbers(services.length - 1, 1).map((to) =>
    dependency(services, 0, to, [parts(1000)]),
  );
  return { model: model(services, calls), endpoint: endpoint(0, need), fault: null };
}

describe("what can be laid out", () => {
  it("is a cycle of fourteen, and of no more", () => {
    const ring = (size: number) => {
      const services = star(Array<number>(size).fill(1));
      const next = numbers(size, 1).map((at) => [at, (at % size) + 1] as const);
      const calls = [[0, 1], [0, 8], ...next, ...next.map(([from, to]) => [to, from])].map(
        ([from, to]) => dependency(services, from!, to!, [parts(950)]),
      );
      const need = atLeast(1, reached(4), reached(11));
      return { model: model(services, calls), endpoint: endpoint(0, need), fault: null };
    };
    expect(planOf(ring(14))).not.toBeNull();
    expect(planOf(ring(15))).toBeNull();
  });

  it("is nothing of which a step would read counts of more than sixteen bits", () => {
    // Each of six counts six times: up to 15 are four bits, and 16 are five.
    const inputs = numbers(36).map((at) => reached(1 + (at % 6)));
    const counting = (...limits: readonly number[]) =>
      called(star(Array<number>(6).fill(1)), all(...limits.map((k) => atLeast(k, ...inputs))));
    expect(planOf(counting(8, 16))!.bits).toBe(4 + 5);
    expect(planOf(counting(8, 9, 10, 16))).toBeNull();
  });

  it("is a cycle that is read by little, however much of it is to be remembered", () => {
    const services = star(Array<number>(20).fill(1));
    const ring = numbers(10, 1);
    const calls = [
      [0, 1],
      [0, 6],
      ...ring.map((at) => [at, (at % 10) + 1]),
      ...ring.map((at) => [at, at + 10]),
    ].map(([from, to]) => dependency(services, from!, to!, [parts(950)]));
    const need = all(...ring.map((at) => atLeast(1, reached(at), reached(at + 10))));
    const plan = planOf({
      model: model(services, calls),
      endpoint: endpoint(0, need),
      fault: null,
    });
    expect(plan!.bits).toBe(20);
  });

  it("is a kill of many in few single replicas, and none of thousands in thousands", () => {
    const killed = (replicas: readonly number[], dead: number, needed: number, quorum = 1) => {
      const services = star(replicas, quorum);
      const subject = called(services, all(...numbers(needed, 1).map(reached)));
      return { ...subject, fault: fault({ kill: killOf(numbers(replicas.length, 1), dead) }) };
    };
    const singles = Array<number>(12).fill(1);
    expect(planOf(killed([...singles, 2000], 1000, 12))).not.toBeNull();
    // Twice 3,163 times 3,162 transitions at the most: none dead counts, too.
    expect(planOf(killed([3161, 4839], 3162, 1, 2000))).toBeNull();
  });
});
