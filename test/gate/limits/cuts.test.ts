import { expect, test } from "vitest";
import type { Structure } from "../../../src/availability/structure.ts";
import { engine } from "../../../src/flow/engine.ts";
import { explainEndpoint, explainerOf } from "../../../src/gate/explain.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { cutPairsOf, MOST_TRIED } from "../../../src/gate/limits/cuts.ts";
import type { Model, Probability } from "../../../src/model/model.ts";
import { atLeast, endpoint, model, parts, service } from "../../availability/models.ts";

/** More services than are tried, as often up as told. */
function many(count: number, up: (at: number) => Probability = () => parts(990)): Model {
  const services = Array.from({ length: count }, (_, at) => service(`s${at}`, [up(at)]));
  return model(services, [], [endpoint(0, atLeast(0))]);
}

/** What one pair takes down together, and what a single service does alone. */
function structureOf(
  { services: { length } }: Model,
  pair: readonly [number, number],
  single: readonly number[] = [],
): Structure {
  const other = new Map([pair, [pair[1], pair[0]]]);
  return {
    services: length,
    firstMember: length,
    mandatory: ([fallen]) => [new Set([...single, fallen!, other.get(fallen!) ?? fallen!])],
    alone: [new Set(single)],
    reached: Array.from({ length }, (_, at) => at),
  };
}

function pairsOf(pair: readonly [number, number], single: readonly number[] = []) {
  const one = many(MOST_TRIED + 1);
  const structure = structureOf(one, pair, single);
  const found = cutPairsOf(structure, componentsOf(one), structure.reached);
  return found.map((each) => each.components);
}

test("pairs are looked for among the first four hundred, and one of which the other is beyond them is not told", () => {
  expect(pairsOf([0, MOST_TRIED - 1])).toEqual([["s0", "s399"]]);
  expect(pairsOf([0, MOST_TRIED])).toEqual([]);
});

test("what is a single point of failure takes no place among those", () => {
  expect(pairsOf([1, MOST_TRIED], [0])).toEqual([["s1", "s400"]]);
});

/** The pairs that are told where the last two are one, by how critical they are if that is known. */
function toldWith(up: (at: number) => Probability, birnbaum: ((at: number) => number) | null) {
  const one = many(MOST_TRIED + 2, up);
  const structure = structureOf(one, [MOST_TRIED, MOST_TRIED + 1]);
  const services = structure.reached.map((at) => birnbaum?.(at) ?? 0);
  const importance = {
    up: parts(990),
    services,
    replicas: [],
    dependencies: [],
    channels: [],
    members: [],
  };
  const run = { path: "a.yaml", engine, options: { samples: 100, seed: 1, alpha: 0.05 } };
  const explainer = {
    ...explainerOf(run, one, [], null),
    structure: () => structure,
    importance: () => (birnbaum === null ? null : importance),
  };
  const estimate = { availability: 0.99, unavailability: 0.01, method: "exact" } as const;
  const { cuts } = explainEndpoint(explainer, one.endpoints[0]!, estimate, false);
  return cuts.map(({ components }) => components);
}

test("those are the most critical, and where that is not known those that fail the most", () => {
  const isLast = (at: number) => at >= MOST_TRIED;
  const last = [["s400", "s401"]];
  expect(toldWith((at) => parts(isLast(at) ? 980 : 990), null)).toEqual(last);
  expect(
    toldWith(
      (at) => parts(isLast(at) ? 990 : 900),
      (at) => (isLast(at) ? 0.5 : 0.001),
    ),
  ).toEqual(last);
});
