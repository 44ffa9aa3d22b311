import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameAllowance } from "../../src/deployment/allowance.ts";
import type { Allowance, Amount } from "../../src/deployment/workload.ts";
import { disruptionOf } from "../../src/model/disruption.ts";

const place = { file: "a.yaml", line: 1, column: 1 };

function allowance(facts: Partial<Allowance>): Allowance {
  return { kind: "maxUnavailable", amount: 0, least: 0, beside: 0, place, ...facts };
}

function rollout(facts: Partial<Allowance>, replicas: number): number {
  return disruptionOf({ rollout: allowance(facts), drain: null }, replicas).rollout;
}

function drain(facts: Partial<Allowance>, replicas: number): number | null {
  return disruptionOf({ rollout: null, drain: allowance(facts) }, replicas).drain;
}

const up = (percent: number): Amount => ({ percent, rounding: "up" });
const down = (percent: number): Amount => ({ percent, rounding: "down" });

describe("disruptionOf", () => {
  it("takes none where nothing rolls, and one by a drain without a budget", () => {
    expect(disruptionOf({ rollout: null, drain: null }, 3)).toEqual({
      rollout: 0,
      drain: 1,
    });
  });

  it.each([
    [down(25), 3, 0],
    [down(25), 4, 1],
    [down(25), 7, 1],
    [down(25), 8, 2],
    [down(100), 5, 5],
    [up(25), 1, 1],
    [up(25), 4, 1],
    [up(25), 5, 2],
    [up(0), 5, 0],
    [up(29), 100, 29],
    [down(29), 100, 29],
    [2, 5, 2],
    [7, 5, 5],
    [7, 0, 0],
  ])("lets %j of %i go: %i", (amount, replicas, missing) => {
    expect(rollout({ amount }, replicas)).toBe(missing);
    expect(drain({ amount }, replicas)).toBe(missing);
  });

  it.each([
    [2, 5, 3],
    [5, 5, 0],
    [6, 5, 0],
    [0, 5, 5],
    [up(50), 5, 2],
    [up(1), 1, 0],
    [up(0), 2, 2],
    [up(100), 4, 0],
  ])("makes %j of %i stay: %i may go", (amount, replicas, missing) => {
    expect(drain({ kind: "minAvailable", amount }, replicas)).toBe(missing);
  });

  it("takes at least one where it must, but never of none", () => {
    expect(rollout({ amount: down(25), least: 1 }, 3)).toBe(1);
    expect(rollout({ amount: down(25), least: 1 }, 12)).toBe(3);
    expect(rollout({ amount: 0, least: 1 }, 0)).toBe(0);
  });

  it("counts a budget over all that it protects, and no service for more than it has", () => {
    expect(drain({ kind: "minAvailable", amount: 1, beside: 1 }, 1)).toBe(1);
    expect(drain({ kind: "minAvailable", amount: up(50), beside: 4 }, 2)).toBe(2);
    expect(drain({ amount: up(25), beside: 6 }, 6)).toBe(3);
    expect(drain({ amount: 1, beside: 6 }, 6)).toBe(1);
  });

  it("rounds by whole numbers, never from 0 to beyond all, whatever the size", () => {
    const percents = fc.integer({ min: 0, max: 100 });
    const sizes = fc.integer({ min: 0, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(percents, sizes, (percent, replicas) => {
        const product = BigInt(percent) * BigInt(replicas);
        expect(rollout({ amount: down(percent) }, replicas)).toBe(Number(product / 100n));
        expect(rollout({ amount: up(percent) }, replicas)).toBe(Number((product + 99n) / 100n));
        const stays = drain({ kind: "minAvailable", amount: up(percent) }, replicas);
        expect(stays).toBe(replicas - Number((product + 99n) / 100n));
      }),
      { seed: 7 },
    );
  });
});

describe("sameAllowance", () => {
  const one = allowance({ amount: up(25) });

  it("passes over where it is written", () => {
    const elsewhere = { ...place, line: 9 };
    expect(sameAllowance(one, allowance({ amount: up(25), place: elsewhere }))).toBe(true);
  });

  it.each<Partial<Allowance>>([
    { amount: up(26) },
    { amount: down(25) },
    { amount: 25 },
    { amount: up(25), kind: "minAvailable" },
    { amount: up(25), least: 1 },
  ])("tells %j from a quarter, rounded up", (facts) => {
    expect(sameAllowance(one, allowance(facts))).toBe(false);
    expect(sameAllowance(allowance(facts), one)).toBe(false);
  });
});
