import { describe, expect, it } from "vitest";
import { preparedFor } from "../../src/availability/preparations.ts";
import { isGoodFor, waysToPrepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Fault, Model, Need } from "../../src/model/model.ts";
import {
  all,
  atLeast,
  dependency,
  fault,
  killOf,
  model,
  parts,
  reached,
  service,
} from "./models.ts";
import { ladder } from "./open-models.ts";

const measureOf = (one: Model, broken: Fault | null = null) =>
  situationsOf(one, broken)[0]![0]!.measure;
const asking = (need: Need) => ({ entry: 0, completion: "immediate" as const, need });

/** Parts of what is prepared for a need. */
function partsFor(one: Model, need: Need): number {
  const { nodes, links } = preparedFor(one, asking(need), measureOf(one), true)!.rest!;
  return nodes.length + links.length;
}

describe("what is prepared", () => {
  it("is kept up to 30,000 parts of large networks, and then begun anew", () => {
    const { model: large } = ladder(80);
    const needs = Array.from({ length: 76 }, (_, at) => atLeast(1, reached(80), reached(at + 2)));
    const [first] = needs;
    const measure = measureOf(large);
    const prepared = () => preparedFor(large, asking(first!), measure, true);
    const before = prepared();
    expect(partsFor(large, first!)).toBeGreaterThan(200);
    let kept = 0;
    let asked = 0;
    for (const need of needs) {
      kept += partsFor(large, need);
      asked++;
      if (kept > 30_000) break;
      expect(prepared()).toBe(before);
    }
    expect(asked).toBeGreaterThan(50);
    expect(kept).toBeGreaterThan(30_000);
    const after = prepared();
    expect(after).not.toBe(before);
    expect(prepared()).toBe(after);
    // What was counted is begun anew, too.
    for (const need of needs.slice(1, 20)) partsFor(large, need);
    expect(prepared()).toBe(after);
  });

  it("is kept of small ones, however many", () => {
    const { model: small } = ladder(6);
    const measure = measureOf(small);
    const needs = Array.from({ length: 4 }, (_, at) => atLeast(1, reached(6), reached(at + 2)));
    const before = needs.map((need) => preparedFor(small, asking(need), measure, true));
    for (let time = 0; time < 1000; time++) {
      const need = atLeast(
        1,
        reached(6),
        all(reached(5), atLeast(1 + (time % 2), reached(4), reached(3))),
      );
      preparedFor(
        small,
        { ...asking(need), completion: time % 4 < 2 ? "immediate" : "eventual" },
        measure,
        true,
      );
    }
    const after = needs.map((need) => preparedFor(small, asking(need), measure, true));
    after.forEach((one, at) => {
      expect(one).toBe(before[at]);
    });
  });
});

describe("a lean preparation", () => {
  const certain = [parts(1000)];
  const services = [certain, certain, [parts(900)]].map((up, at) => service(`s${at}`, up));
  const one = model(
    services,
    [1, 2].map((to) => dependency(services, 0, to, certain)),
  );
  const waysOf = (need: Need, isLean: boolean, down: readonly number[] = []) => {
    const broken = fault({ down: down.map((at) => ({ kind: "service", service: at })) });
    return waysToPrepare(one, asking(need), measureOf(one, broken), isLean);
  };

  it("leaves out what is certain", () => {
    const need = atLeast(1, reached(1), reached(2));
    expect(waysOf(need, true)[0]!.rest).toBe(null);
    expect(waysOf(need, false)[0]!.rest).not.toBe(null);
  });

  it("is none where the entry or what is needed can never be up", () => {
    for (const down of [0, 1]) {
      expect(waysOf(reached(1), true, [down])).toEqual([]);
      expect(waysOf(reached(1), false, [down])).toHaveLength(1);
    }
  });
});

describe("what was prepared for one measure", () => {
  const services = [1000, 900, 900].map((theta, at) => service(`s${at}`, [parts(theta)]));
  const one = model(
    services,
    [1, 2].map((to) => dependency(services, 0, to, [parts(950)])),
  );
  const either = asking(atLeast(1, reached(1), reached(2)));
  const steady = measureOf(one);
  const surer = measureOf(
    one,
    fault({ overrides: [{ kind: "replicas", service: 1, up: parts(1000) }] }),
  );
  const gone = measureOf(one, fault({ down: [{ kind: "service", service: 1 }] }));

  it("is good for that itself, and where nothing certain or impossible becomes less so", () => {
    const [lean] = waysToPrepare(one, either, steady, true);
    for (const measure of [steady, surer, gone]) expect(isGoodFor(lean!, measure)).toBe(true);
    for (const basis of [surer, gone]) {
      const [own] = waysToPrepare(one, either, basis, true);
      expect(isGoodFor(own!, basis)).toBe(true);
      expect(isGoodFor(own!, steady)).toBe(false);
      expect(isGoodFor(own!, basis === gone ? surer : gone)).toBe(false);
    }
  });

  it("is good for any of them with all components left in", () => {
    for (const basis of [steady, surer, gone]) {
      const [full] = waysToPrepare(one, either, basis, false);
      for (const measure of [steady, surer, gone]) expect(isGoodFor(full!, measure)).toBe(true);
    }
  });

  it("is good for no other number of the dead", () => {
    const killed = (dead: number) => measureOf(one, fault({ kill: killOf([1, 2], dead) }));
    const [own] = waysToPrepare(one, either, killed(1), true);
    expect(isGoodFor(own!, killed(1))).toBe(true);
    expect(isGoodFor(own!, killed(2))).toBe(false);
    expect(isGoodFor(own!, steady)).toBe(false);
  });

  it("serves an equal need, and no other mode, nor one with all components left in", () => {
    const before = preparedFor(one, either, steady, true);
    expect(preparedFor(one, structuredClone(either), steady, true)).toBe(before);
    expect(preparedFor(one, either, steady, false)).not.toBe(before);
    expect(preparedFor(one, { ...either, completion: "eventual" }, steady, true)).not.toBe(before);
  });
});
