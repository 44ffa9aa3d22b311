import { describe, expect, test } from "vitest";
import { comparePredicates, type Predicates } from "../../../src/gate/causes/predicates.ts";
import { needText } from "../../../src/gate/predicate-text.ts";
import type { Model } from "../../../src/model/model.ts";
import {
  dependency,
  endpoint,
  model,
  parts,
  service,
  strict,
  used,
} from "../../availability/models.ts";
import { modelOf, type SpecData } from "./scene.ts";

function compared(base: Model, head: Model): readonly Predicates[] | null {
  const [from, to] = [base, head].map((one) => ({
    model: one,
    endpoint: one.endpoints[0]!,
    fault: null,
  }));
  return comparePredicates(from!, to!);
}

const shop = (asked: SpecData, dependencies: readonly string[] = LINES) =>
  modelOf({
    services: Object.fromEntries(["web", "edge", ...NAMES].map((name) => [name, { replicas: 1 }])),
    dependencies,
    endpoints: { "GET /": { entry: "web", ...asked } },
  });
const NAMES = ["a", "b", "c", "d"];
const LINES = ["web", "edge"].flatMap((from) => NAMES.map((to) => `${from} -> ${to}`));

/** `was -> now` of the needs that moved, and those that did not. */
async function needs(before: readonly unknown[], after: readonly unknown[]) {
  const [one] = compared(await shop({ needs: before }), await shop({ needs: after }))!;
  if (one?.kind !== "needs") throw new Error("expected needs");
  return {
    common: one.common.map(needText),
    moved: one.moved.map(({ was, now }) => [was, now].map((need) => need && needText(need))),
  };
}

const anyOf = (...names: readonly string[]) => ({ anyOf: names });

describe("needs that moved", () => {
  test("become those with which they share the most names, each at most one", async () => {
    expect(
      await needs(["d", anyOf("a", "c"), anyOf("a", "b", "c")], ["d", anyOf("a", "b")]),
    ).toEqual({
      common: ["d"],
      moved: [
        ["any of (a, b, c)", "any of (a, b)"],
        ["any of (a, c)", null],
      ],
    });
    expect(await needs([anyOf("a", "b", "c"), anyOf("a", "c")], [anyOf("a", "b")])).toEqual({
      common: [],
      moved: [
        ["any of (a, b, c)", "any of (a, b)"],
        ["any of (a, c)", null],
      ],
    });
  });

  test("come and go by themselves where they share no name", async () => {
    expect(await needs([anyOf("a", "b")], [anyOf("c", "d")])).toEqual({
      common: [],
      moved: [
        [null, "any of (c, d)"],
        ["any of (a, b)", null],
      ],
    });
  });

  test("become others where one of the two is nested alone", async () => {
    expect((await needs(["a"], [anyOf("a", "b")])).moved).toEqual([["a", "any of (a, b)"]]);
    expect((await needs([anyOf("a", "b")], ["a"])).moved).toEqual([["any of (a, b)", "a"]]);
    expect((await needs(["a"], ["b"])).moved).toEqual([
      [null, "b"],
      ["a", null],
    ]);
  });
});

describe("what strict members leave out", () => {
  const kinds = async (before: SpecData, after: SpecData, lines = LINES) =>
    compared(await shop(before), await shop(after, lines))!.map(({ kind }) => kind);

  test("is compared by what both have: what a new dependency brings belongs to it", async () => {
    expect(await kinds({}, {})).toEqual(["strict"]);
    expect(await kinds({}, { optional: ["a"] })).toEqual(["whole"]);
    expect(await kinds({ optional: ["web -> a"] }, { optional: ["a"] })).toEqual(["whole"]);
    expect(await kinds({}, { optional: ["a -> b"] }, [...LINES, "a -> b"])).toEqual(["strict"]);
  });

  test("is alike only where it is so from the entries of both sides", async () => {
    const calls = { calls: ["a", "b"] };
    expect(await kinds(calls, { ...calls, entry: "edge" })).toEqual(["strict"]);
    // From the one entry both cut the same; from the other they do not.
    const all = { calls: NAMES };
    expect(await kinds(calls, { ...all, entry: "edge" })).toEqual(["whole"]);
    expect(await kinds(all, { ...calls, entry: "edge" })).toEqual(["whole"]);
  });

  test("is taken as it was lowered where a model tells no more of it", () => {
    const services = ["web", "a", "b"].map((name) => service(name, [parts(990)]));
    const line = (from: number, to: number) => dependency(services, from, to, [parts(990)]);
    const lines = [line(0, 1), line(0, 2)];
    const of = (demanded: readonly number[], all = lines) => {
      const member = strict(all, 0, "immediate");
      const need = { kind: "atLeast", k: demanded.length, of: demanded.map(used) } as const;
      return model(services, all, [endpoint(0, [{ ...member, need }])]);
    };
    const kind = (base: Model, head: Model) => compared(base, head)!.map((one) => one.kind);
    expect(kind(of([0, 1]), of([0, 1]))).toEqual(["strict"]);
    expect(kind(of([0]), of([0]))).toEqual(["strict"]);
    expect(kind(of([0, 1]), of([0]))).toEqual(["whole"]);
    expect(kind(of([0]), of([1]))).toEqual(["whole"]);
    // What only one side met says nothing of the other.
    expect(kind(of([0, 1]), of([0, 1], [...lines, line(1, 2)]))).toEqual(["strict"]);
    expect(kind(of([0, 1], [...lines, line(1, 2)]), of([0, 1]))).toEqual(["strict"]);
    // Where one side tells what it leaves out, and the other does not, both are taken as lowered.
    const told = (one: Model, optional: readonly string[]): Model => ({
      ...one,
      endpoints: one.endpoints.map((each) => ({
        ...each,
        mixture: each.mixture.map((member) => ({ ...member, cuts: { calls: null, optional } })),
      })),
    });
    expect(kind(told(of([0]), ["b"]), of([0]))).toEqual(["strict"]);
    expect(kind(of([0]), told(of([0]), ["b"]))).toEqual(["strict"]);
    expect(kind(of([0, 1]), told(of([0]), ["b"]))).toEqual(["whole"]);
  });
});

test("mixtures of different numbers of members cannot be paired", async () => {
  const one = await shop({ mixture: [{ weight: 1 }] });
  const two = await shop({ mixture: [{ weight: 1 }, { weight: 2, needs: ["a"] }] });
  expect(compared(one, two)).toBeNull();
  expect(compared(two, two)!.map(({ kind }) => kind)).toEqual(["strict", "needs"]);
});
