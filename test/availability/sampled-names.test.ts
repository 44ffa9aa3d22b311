import { expect, it } from "vitest";
import { signatureOf } from "../../src/availability/sampled.ts";
import { part } from "./sampler-oracle.ts";

type Calls = readonly (readonly [string, string])[];

/** Of parts in this order, after the entry: those of upper case may fail, all others are certain. */
function signature(names: readonly string[], calls: Calls): string {
  const nodes = ["entry", ...names];
  const uncertain = names.filter((name) => name !== name.toLowerCase()).toSorted();
  const place = (name: string) => nodes.indexOf(name);
  return signatureOf({
    network: {
      nodes: nodes.map((name) => ({
        component: uncertain.includes(name) ? uncertain.indexOf(name) : null,
      })),
      links: calls.map(([from, to]) => ({ component: null, from: place(from), to: place(to) })),
      need: { kind: "node", node: place("B0") },
    },
    measure: {
      services: uncertain.length,
      components: uncertain.map((name) => part(name, 0.1)),
      members: [],
      urn: null,
    },
  });
}

/** So many chains of certain parts, each between two that may fail. */
function chains(count: number, length: number) {
  const each = Array.from({ length: count }, (_, chain) => [
    `A${chain}`,
    ...Array.from({ length }, (_, at) => `c${chain} ${at}`),
    `B${chain}`,
  ]);
  const calls = each.flatMap((chain) =>
    chain.map((name, at): readonly [string, string] => [chain[at - 1] ?? "entry", name]),
  );
  return { names: each.flat(), calls };
}

/** With the fourth parts of two chains each before the fifth of the other. */
function crossed(calls: Calls, one: number, other: number): Calls {
  return calls.map(([from, to]) => {
    if (from === `c${one} 3`) return [from, `c${other} 4`];
    return from === `c${other} 3` ? [from, `c${one} 4`] : [from, to];
  });
}

it("tells certain parts apart by what is three calls away, in any order", () => {
  const { names, calls } = chains(2, 5);
  expect(signature(names.toReversed(), calls)).toBe(signature(names, calls));
});

it("tells certain parts of the same callers apart by what they lead to", () => {
  const calls: Calls = [
    ["entry", "c0"],
    ["entry", "c1"],
    ["c0", "B0"],
    ["c1", "B1"],
  ];
  const names = ["c0", "c1", "B0", "B1"];
  expect(signature(names.toReversed(), calls)).toBe(signature(names, calls));
});

it("names certain parts that nothing near tells apart by their order", () => {
  const two = chains(2, 8);
  expect(signature(two.names, crossed(two.calls, 0, 1))).not.toBe(signature(two.names, two.calls));
  const three = chains(3, 8);
  const straight = signature(three.names, three.calls);
  expect(signature(three.names, crossed(three.calls, 1, 2))).not.toBe(straight);
});
