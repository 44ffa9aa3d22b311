import { expect, test } from "vitest";
import type { Structure } from "../../../src/availability/structure.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { cutPairsOf, MOST_TRIED } from "../../../src/gate/limits/cuts.ts";
import { model, parts, service } from "../../availability/models.ts";

/** The pairs that are found of one more component than are tried, and what takes it down alone or together. */
function pairsOf(single: number | null, pair: readonly [number, number]) {
  const names = Array.from({ length: MOST_TRIED + 1 }, (_, at) => `s${at}`);
  const components = componentsOf(
    model(
      names.map((name) => service(name, [parts(990)])),
      [],
    ),
  );
  const alone = new Set(single === null ? [] : [single]);
  const other = new Map([pair, [pair[1], pair[0]]]);
  const structure: Structure = {
    services: names.length,
    firstMember: names.length,
    mandatory: ([fallen]) => [new Set([...alone, fallen!, ...[other.get(fallen!) ?? fallen!]])],
    alone: [alone],
    reached: components.map(({ index }) => index),
  };
  const found = cutPairsOf(structure, components, structure.reached);
  return found.map((one) => one.components);
}

test("pairs are looked for among the first four hundred, and one of which the other is beyond them is not told", () => {
  expect(pairsOf(null, [0, MOST_TRIED - 1])).toEqual([["s0", "s399"]]);
  expect(pairsOf(null, [0, MOST_TRIED])).toEqual([]);
});

test("what is a single point of failure takes no place among those", () => {
  expect(pairsOf(0, [1, MOST_TRIED])).toEqual([["s1", "s400"]]);
});
