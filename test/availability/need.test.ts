import fc from "fast-check";
import { expect, it } from "vitest";
import { allOf, conjuncts, type Formula, mapLeaves } from "../../src/availability/need.ts";

type Leaf = { readonly kind: "node"; readonly node: number };
const leaf = (node: number): Leaf => ({ kind: "node", node });

const LEAVES = 5;
const { need } = fc.letrec<{ readonly need: Formula<Leaf> }>((tie) => ({
  need: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.nat({ max: LEAVES - 1 }).map(leaf),
    fc
      .array(tie("need"), { minLength: 1, maxLength: 4 })
      .chain((of) =>
        fc.integer({ min: 1, max: of.length }).map((k) => ({ kind: "atLeast" as const, k, of })),
      ),
  ),
}));

function holds(one: Formula<Leaf> | boolean, isUp: (node: number) => boolean): boolean {
  if (typeof one === "boolean") return one;
  if (one.kind === "node") return isUp(one.node);
  return one.of.filter((input) => holds(input, isUp)).length >= one.k;
}

function gatesOf(one: Formula<Leaf> | boolean): readonly { k: number; inputs: number }[] {
  if (typeof one === "boolean" || one.kind === "node") return [];
  return [{ k: one.k, inputs: one.of.length }, ...one.of.flatMap(gatesOf)];
}

it("a need of which some leaves are settled holds as before, and has no gate that is", () => {
  const truths = fc.array(fc.constantFrom(true, false, null), {
    minLength: LEAVES,
    maxLength: LEAVES,
  });
  fc.assert(
    fc.property(need, truths, (before, truth) => {
      const after = mapLeaves<Leaf, Leaf>(before, (one) => truth[one.node] ?? one);
      for (let state = 0; state < 2 ** LEAVES; state++) {
        const isUp = (node: number) => truth[node] ?? ((state >> node) & 1) === 1;
        expect(holds(after, isUp)).toBe(holds(before, isUp));
      }
      for (const { k, inputs } of gatesOf(after)) {
        expect(inputs).toBeGreaterThan(1);
        expect(k).toBeGreaterThan(0);
        expect(k).toBeLessThanOrEqual(inputs);
      }
    }),
    { seed: 7, numRuns: 300 },
  );
});

it("all of some needs is a conjunction of these, and of one that one", () => {
  const leaves = [leaf(0), leaf(1), leaf(2)];
  expect(conjuncts(allOf(leaves))).toEqual(leaves);
  const choice = { kind: "atLeast" as const, k: 1, of: leaves };
  expect(conjuncts(allOf([choice, allOf(leaves)]))).toEqual([choice, ...leaves]);
  expect(allOf([choice])).toBe(choice);
});
