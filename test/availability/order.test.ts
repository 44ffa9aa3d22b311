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

/** The bits that are open when these steps are done, and no other. */
function openAfter({ uses, width }: Ordering, done: readonly number[]): number {
  return width.reduce((sum, bits, item) => {
    const users = uses.flatMap((items, step) => (items.includes(item) ? [step] : []));
    const isBegun = users.some((step) => done.includes(step));
    const isEnded = users.every((step) => done.includes(step));
    return isBegun && !isEnded ? sum + bits : sum;
  }, 0);
}

/** Always the step after which the least is open; of several the first, or the last, that has waited. */
function plainly(ordering: Ordering, pick: "first" | "last") {
  const { after } = ordering;
  const done: number[] = [];
  const ready: number[] = [];
  let states = 0;
  while (done.length < after.length) {
    after.forEach((all, step) => {
      if (done.includes(step) || ready.includes(step)) return;
      if (all.every((one) => done.includes(one))) ready.push(step);
    });
    const open = ready.map((step) => openAfter(ordering, [...done, step]));
    const least = Math.min(...open);
    const at = pick === "first" ? open.indexOf(least) : open.lastIndexOf(least);
    done.push(...ready.splice(at, 1));
    states += 2 ** least;
  }
  return { order: done, states };
}

describe("the order of steps", () => {
  it("opens the least at each step, and of two ways to break ties is that with the fewer states", () => {
    const better = { first: 0, last: 0 };
    fc.assert(
      fc.property(orderings, (ordering) => {
        const [first, last] = [plainly(ordering, "first"), plainly(ordering, "last")];
        const isFirst = first.states <= last.states;
        expect(orderSteps(ordering)).toEqual(isFirst ? first.order : last.order);
        if (first.states !== last.states) better[isFirst ? "first" : "last"]++;
      }),
      { numRuns: 200, seed: 46 },
    );
    expect(Math.min(better.first, better.last)).toBeGreaterThan(8);
  });

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
