import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import type { Fact } from "../../../src/gate/causes/facts.ts";
import { unitsOf, type Weigh } from "../../../src/gate/causes/gather.ts";
import { divided, dividedSpecs, modelOf, type SpecData, told } from "./scene.ts";

/** Services s0 to s(n-1) behind an entry, each as `of` has it. */
function fan(n: number, of: (i: number) => SpecData, more: SpecData = {}): SpecData {
  const names = Array.from({ length: n }, (_, i) => `s${i}`);
  return {
    defaults: { replicaAvailability: "99%" },
    services: {
      web: { replicas: 2 },
      ...Object.fromEntries(names.map((name, i) => [name, of(i)])),
    },
    dependencies: names.map((name) => `web -> ${name}`),
    endpoints: { "GET /": { entry: "web" } },
    ...more,
  };
}

const sum = (effects: readonly { readonly effect: number }[]) =>
  effects.reduce((all, { effect }) => all + effect, 0);

describe("many causes", () => {
  test("ten are told apart", async () => {
    const all = await dividedSpecs(
      fan(10, () => ({ replicas: 2 })),
      fan(10, () => ({ replicas: 1 })),
    );
    expect(all.causes).toHaveLength(10);
    expect(Math.abs(sum(all.causes) - all.delta)).toBeLessThan(1e-14);
  });

  test("beyond, those without effect are dropped before they are counted", async () => {
    // A second unit of what never fails adds nothing, though it lies on the way.
    const spec = (replicas: number) =>
      fan(13, (i) => ({ replicas, ...(i < 3 ? { replicaAvailability: "100%" } : {}) }));
    const all = await dividedSpecs(spec(2), spec(1));
    expect(all.causes).toHaveLength(10);
    expect(all.causes.every(({ changes }) => changes.length === 1)).toBe(true);
    expect(Math.abs(sum(all.causes) - all.delta)).toBeLessThan(1e-14);
  });

  test("beyond, those of one service are one, the most telling change first", async () => {
    const all = await dividedSpecs(
      fan(6, () => ({ replicas: 3, quorum: 1 })),
      fan(6, () => ({ replicas: 2, quorum: 2 })),
    );
    expect(told(all).map((one) => one.split(":")[0])).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/^quorum (s\d) \+ replicas \1$/)),
    );
    expect(Math.abs(sum(all.causes) - all.delta)).toBeLessThan(1e-14);
  });

  test("of more services the nine heaviest are told, and the rest as one", async () => {
    const spec = (up: (i: number) => string) =>
      fan(14, (i) => ({ replicas: 1, replicaAvailability: up(i) }));
    const all = await dividedSpecs(
      spec(() => "99%"),
      spec((i) => `${98 - i}%`),
    );
    const sizes = all.causes.map(({ changes }) => changes.length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 5]);
    const rest = all.causes.find(({ changes }) => changes.length === 5)!;
    expect(rest.changes.map(({ subject }) => subject).sort()).toEqual([
      "s0",
      "s1",
      "s2",
      "s3",
      "s4",
    ]);
    expect(Math.abs(sum(all.causes) - all.delta)).toBeLessThan(1e-14);
  });

  test("fewer are told apart where a figure is dear", async () => {
    const [base, head] = [
      await modelOf(fan(8, () => ({ replicas: 2 }))),
      await modelOf(fan(8, () => ({ replicas: 1 }))),
    ];
    // 2^3 mixtures, and no more.
    const dear = { ...engine, price: () => 1e8 };
    const all = divided(base, head, dear);
    expect(all.causes).toHaveLength(3);
    expect(all.causes.flatMap(({ changes }) => changes)).toHaveLength(8);
    expect(Math.abs(sum(all.causes) - all.delta)).toBeLessThan(1e-14);
  });

  test("all are one where a mixture turns out to be dearer than either end, and cannot be drawn", async () => {
    const [base, head] = [
      await modelOf(fan(3, () => ({ replicas: 2 }))),
      await modelOf(fan(3, () => ({ replicas: 1 }))),
    ];
    const exact = { ...engine, alike: () => null };
    expect(divided(base, head, exact).causes).toHaveLength(3);
    const { together: _, ...undrawn } = exact;
    const all = divided(base, head, undrawn);
    expect(all.causes).toHaveLength(1);
    expect(all.causes[0]!.effect).toBe(all.delta);
  });
});

/** Facts by number, each of a group. */
const facts = (n: number, groupOf: (i: number) => number): readonly Fact[] =>
  Array.from({ length: n }, (_, i) => ({
    slots: [`${i}`],
    changes: [],
    group: `${groupOf(i)}`,
  }));
const numbers = (units: readonly (readonly Fact[])[]) =>
  units.map((unit) => unit.map(({ slots }) => Number(slots[0])));
/** Each unit weighs as much as a function of its facts says. */
const weighing =
  (of: (unit: readonly number[]) => number): Weigh =>
  (units) =>
    numbers(units).map(of);
const alone = (i: number) => i;

describe("units", () => {
  test("are weighed fact by fact up to 128 of them", () => {
    const weighed = (n: number) => {
      const seen: number[] = [];
      unitsOf(facts(n, alone), 10, (units) => {
        seen.push(units.length);
        return units.map(() => 1);
      });
      return seen[0] ?? 0;
    };
    expect(weighed(128)).toBe(128);
    expect(weighed(129)).toBe(0);
  });

  test("stay single where just as many facts as allowed have an effect, though two are of one group", () => {
    const units = unitsOf(
      facts(12, (i) => (i === 3 ? 2 : i)),
      10,
      weighing((unit) => (unit.every((i) => i >= 10) ? 0 : 1)),
    );
    expect(numbers(units)).toEqual(Array.from({ length: 10 }, (_, i) => [i]));
  });

  test("are the groups where these are few enough, and no more", () => {
    const units = unitsOf(
      facts(12, (i) => i % 3),
      10,
      weighing(() => 1),
    );
    expect(numbers(units)).toEqual([
      [0, 3, 6, 9],
      [1, 4, 7, 10],
      [2, 5, 8, 11],
    ]);
  });

  test("are ranked by what a group weighs, not by its heaviest fact", () => {
    const together = [3, 9, 1, 12, 6, 2, 11, 5, 8, 4, 10, 7];
    const units = unitsOf(
      facts(24, (i) => i % 12),
      10,
      weighing((unit) => (unit.length === 1 ? 1 + unit[0]! : together[unit[0]! % 12]!)),
    );
    const groups = numbers(units).map((unit) => [...new Set(unit.map((i) => i % 12))]);
    expect(groups).toEqual([[3], [6], [10], [1], [8], [11], [4], [7], [9], [0, 5, 2]]);
  });

  test("keep facts that move nothing one by one but something together", () => {
    const isIdle = ([first, ...more]: readonly number[]) =>
      first === undefined || (first >= 10 && more.length === 0);
    const units = unitsOf(
      facts(12, alone),
      10,
      weighing((unit) => (isIdle(unit) ? 0 : 1)),
    );
    expect(units.flat()).toHaveLength(12);
  });

  test("keep facts that move nothing one by one where nobody knows what they move together", () => {
    const units = unitsOf(facts(12, alone), 10, (some) =>
      some.length === 1 ? null : some.map((_, i) => (i < 10 ? 1 : 0)),
    );
    expect(units.flat()).toHaveLength(12);
  });
});
