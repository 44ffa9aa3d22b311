import { expect, it } from "vitest";
import type { Fact } from "../../../src/gate/causes/facts.ts";
import { boardOf } from "../../../src/gate/causes/game.ts";
import type { Mixture, Mixtures } from "../../../src/gate/causes/mixtures.ts";

const fact = (name: string): Fact => ({ slots: [name], changes: [], group: name });

/** Mixtures of which only the predicate with everything up is asked. */
function allUpBy(allUp: (adopted: readonly Fact[]) => number, facts: readonly Fact[]) {
  const asked: string[] = [];
  const of = (isAdopted: (fact: Fact) => boolean): Mixture => {
    const adopted = facts.filter(isAdopted);
    asked.push(adopted.map(({ group }) => group).join(" "));
    const figure = () => ({ availability: 1, unavailability: 0 });
    return { allUp: allUp(adopted), subject: null, graph: null, figure };
  };
  return { mixtures: { of } as Pick<Mixtures, "of"> as Mixtures, asked };
}

it("takes a set for feasible where it can work as base or as head can, whichever can more", () => {
  const facts = [fact("a"), fact("b"), fact("c")];
  const units = facts.map((one) => [one]);
  for (const [base, head] of [
    [0.2, 1],
    [1, 0.2],
  ] as const) {
    const share = ({ length }: readonly Fact[]) => [base, 0.5, 1, head][length]!;
    const { mixtures } = allUpBy(share, facts);
    const { isFeasible } = boardOf(mixtures, facts, units);
    expect([0b001, 0b010, 0b100].map(isFeasible)).toEqual([false, false, false]);
    expect([0b011, 0b101, 0b110].map(isFeasible)).toEqual([true, true, true]);
  }
});

it("has what is in no unit as at head, and asks for each set once", () => {
  const facts = [fact("a"), fact("b"), fact("c")];
  const { mixtures, asked } = allUpBy(() => 1, facts);
  const { mixtureOf, whole } = boardOf(mixtures, facts, [[facts[0]!], [facts[2]!]]);
  expect(whole).toBe(0b11);
  for (const set of [0b00, 0b01, 0b10, 0b11, 0b01, 0b10]) mixtureOf(set);
  expect(asked.toSorted()).toEqual(["a b", "a b c", "b", "b c"]);
});
