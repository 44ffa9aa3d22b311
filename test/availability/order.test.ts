import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ordering, orderSteps } from "../../src/availability/order.ts";
import { randomFrom } from "./systems.ts";

const orderings: fc.Arbitrary<Ordering> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8 }))
  .chain(([steps, items]) =>
    fc.record({
      after: fc.tuple(
        ...Array.from({ length: steps }, (_, step) =>
          fc.uniqueArray(fc.nat({ max: Math.max(0, step - 1) }), { maxLength: step === 0 ? 0 : 3 }),
        ),
      ),
      uses: fc.array(fc.uniqueArray(fc.nat({ max: items - 1 })), {
        minLength: steps,
        maxLength: steps,
      }),
      width: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: items, maxLength: items }),
      numbers: fc.shuffledSubarray([...Array(steps).keys()], { minLength: steps }),
    }),
  )
  .map(({ after, uses, width, numbers }) => {
    // Numbers say nothing about who comes first.
    const moved: number[][] = uses.map(() => []);
    after.forEach((all, step) => {
      moved[numbers[step]!] = all.map((one) => numbers[one]!);
    });
    return { after: moved, uses, width };
  });

/** The most bits that are open after any step. */
function widest({ uses, width }: Ordering, order: readonly number[]): number {
  return Math.max(
    ...order.map((_, at) => {
      const used = (steps: readonly number[]) => new Set(steps.flatMap((step) => uses[step]!));
      const later = used(order.slice(at + 1));
      return [...used(order.slice(0, at + 1))].reduce(
        (sum, item) => sum + (later.has(item) ? width[item]! : 0),
        0,
      );
    }),
  );
}

describe("the order of steps", () => {
  it("has each step once, and after all that must come before it", () => {
    fc.assert(
      fc.property(orderings, (ordering) => {
        const order = orderSteps(ordering);
        const steps = ordering.after.map((_, step) => step);
        expect(order.toSorted((one, other) => one - other)).toEqual(steps);
        ordering.after.forEach((all, step) => {
          for (const one of all) expect(order.indexOf(one)).toBeLessThan(order.indexOf(step));
        });
      }),
      { numRuns: 1000, seed: 45 },
    );
  });

  it("ends what it has begun before it begins something else", () => {
    const pairs = 10;
    // First all that begin, then all that end.
    const ordering: Ordering = {
      after: Array.from({ length: 2 * pairs }, (_, step) => (step < pairs ? [] : [step - pairs])),
      uses: Array.from({ length: 2 * pairs }, (_, step) => [step % pairs]),
      width: Array(pairs).fill(1),
    };
    expect(widest(ordering, orderSteps(ordering))).toBe(1);
  });

  it("follows a path to its end, whatever else might begin", () => {
    const random = randomFrom(1);
    for (let run = 0; run < 20; run++) {
      // Three paths of ten steps; each step shares an item with the next.
      const steps = Array.from({ length: 30 }, (_, step) => ({ step, key: random() }))
        .sort((one, other) => one.key - other.key)
        .map(({ step }) => step);
      const uses = steps.map((step) => [
        step + Math.floor(step / 10),
        step + Math.floor(step / 10) + 1,
      ]);
      const ordering = { after: steps.map(() => []), uses, width: Array(33).fill(1) };
      expect(widest(ordering, orderSteps(ordering))).toBe(1);
    }
  });

  it("crosses a grid with no more open than one of its sides", () => {
    const side = 8;
    const at = (row: number, column: number) => row * side + column;
    const steps = Array.from({ length: side * side }, (_, step) => [
      step % side,
      (step / side) | 0,
    ]);
    const after = steps.map(([column, row]) => [
      ...(row! > 0 ? [at(row! - 1, column!)] : []),
      ...(column! > 0 ? [at(row!, column! - 1)] : []),
    ]);
    const uses = after.map((all, step) => [step, ...all]);
    const ordering = { after, uses, width: Array(side * side).fill(1) };
    expect(widest(ordering, orderSteps(ordering))).toBeLessThanOrEqual(side + 1);
  });
});
