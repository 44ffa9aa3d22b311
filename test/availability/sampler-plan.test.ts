import { describe, expect, it } from "vitest";
import type { Component, Unit } from "../../src/availability/measure.ts";
import { planOf, type Sampled } from "../../src/availability/sampler-plan.ts";
import { part } from "./sampler-oracle.ts";

const unit = (q: number, members: readonly number[] = []): Unit => ({
  up: { p: 1 - q, q },
  members,
});

/** All of the components are needed. */
function needing(components: readonly Component[], zones: readonly number[] = []): Sampled {
  const ends = components.map((_, component) => component + 1);
  return {
    network: {
      nodes: [{ component: null }, ...components.map((_, component) => ({ component }))],
      links: ends.map((to) => ({ component: null, from: 0, to })),
      need: {
        kind: "atLeast",
        k: ends.length,
        of: ends.map((node) => ({ kind: "node", node })),
      },
    },
    measure: {
      services: components.length,
      components,
      members: zones.map((q, zone) => ({ name: `zone ${zone}`, p: 1 - q, q })),
      urn: null,
    },
  };
}

const two = (name: string, more: Partial<Component> = {}) =>
  part(name, 0, { units: [unit(0.2), unit(0.3)], ...more });

describe("what is drawn for a state", () => {
  it("is one event for what stands alone, as likely as its quorum, and nothing is counted", () => {
    const plan = planOf([needing([part("a", 0.1), two("b")])], 1, "components");
    expect(plan.tallies).toEqual([]);
    expect(plan.rows).toBe(2);
    expect(plan.sources.map(({ up }) => up.q)).toEqual([0.1, 0.2 * 0.3]);
  });

  it("is each unit for itself where that is asked, and still one event where there is one unit", () => {
    const plan = planOf([needing([part("a", 0.1), two("b")])], 1, "units");
    expect(plan.sources.map(({ up }) => up.q).sort()).toEqual([0.1, 0.2, 0.3]);
    expect(plan.tallies.map(({ units }) => units.length)).toEqual([2]);
    // Of the first no unit is counted: its event is its failure.
    expect(plan.rowsOf[0]![0]).toBe(plan.sources.find(({ up }) => up.q === 0.1)!.row);
  });

  it("leaves out what cannot fail: certain units and members, and a quorum of none", () => {
    const zoned = part("a", 0, { units: [unit(0, [0, 1]), unit(0.2, [1])] });
    const idle = part("b", 0.5, { units: [unit(0.5, [1]), unit(0.5, [1])], quorum: 0 });
    const plan = planOf([needing([zoned, idle, part("c", 0)], [0, 0.01])], 1, "components");
    expect(plan.sources.map(({ up }) => up.q).sort()).toEqual([0.01, 0.2]);
    const [zone, own] = [0.01, 0.2].map((q) => plan.sources.find(({ up }) => up.q === q)!.row);
    expect(plan.tallies.map(({ units }) => units)).toEqual([[[zone], [own, zone]]]);
    expect([...plan.rowsOf[0]!]).toEqual([plan.tallies[0]!.row, -1, -1]);
    expect(plan.lots).toEqual([]);
  });

  it("is counted once for subjects that have it in common, and apart for another quorum", () => {
    const zoned = (quorum: number) =>
      needing([part("a", 0, { units: [unit(0.1, [0]), unit(0.1, [0])], quorum })], [0.01]);
    const plan = planOf([zoned(1), zoned(1), zoned(2)], 1, "components");
    expect(plan.sources.length).toBe(3);
    expect(plan.tallies.length).toBe(2);
    const [first, second, third] = plan.rowsOf.map(([row]) => row);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("is one event for each member and each unit, whatever their names and chances", () => {
    const of = (name: string) =>
      part(name, 0, { units: [unit(0.1), unit(0.1, [0]), unit(0.1, [1])] });
    const plan = planOf([needing([of("a"), of("b")], [0.1, 0.1])], 1, "components");
    expect(plan.sources.length).toBe(3 + 3 + 2);
    expect(plan.tallies.length).toBe(2);
    // Of three units one sits nowhere, and one on each member.
    for (const { units } of plan.tallies) {
      expect(units.map((rows) => rows.length)).toEqual([1, 2, 2]);
    }
    const [one, other] = plan.tallies.map(({ units }) => units.map((rows) => rows[1]));
    expect(one).toEqual(other);
    expect(new Set(plan.tallies.flatMap(({ units }) => units.flat())).size).toBe(8);
  });

  it("is nothing of a component that is named nowhere", () => {
    const { network, measure } = needing([part("a", 0.1)]);
    const components = [part("b", 0.2), ...measure.components];
    const nodes = [{ component: null }, { component: 1 }];
    const plan = planOf(
      [{ network: { ...network, nodes }, measure: { ...measure, components } }],
      1,
      "components",
    );
    expect([...plan.rowsOf[0]!]).toEqual([-1, plan.sources[0]!.row]);
    expect(plan.sources.map(({ up }) => up.q)).toEqual([0.1]);
  });

  it("is not confused for row numbers that read alike: units 2 and 3 are not unit 23", () => {
    const pair = part("pair", 0, { units: [unit(0.1, [0]), unit(0.1, [0])], quorum: 2 });
    const ones = Array.from({ length: 24 }, (_, index) =>
      part(`one ${index}`, 0, { units: [unit(0.1, [0])] }),
    );
    for (let before = 0; before < 3; before++) {
      const components = [...ones.slice(0, before), pair, ...ones.slice(before)];
      const { tallies } = planOf([needing(components, [0])], 1, "components");
      expect(tallies.length).toBe(components.length);
    }
  });

  it("fails always where more is needed than there is", () => {
    const plan = planOf([needing([two("a", { quorum: 3 })])], 1, "units");
    expect(plan.sources.map(({ up }) => up)).toEqual([{ p: 0, q: 1 }]);
    expect(plan.rowsOf[0]![0]).toBe(plan.sources[0]!.row);
  });

  it("takes victims and dead from lots, with a slot for each unit and an urn that subjects share", () => {
    const killed = part("a", 0, { units: [unit(0), unit(0), unit(0)], victims: 2 });
    const placed = part("b", 0, { units: [unit(0, [0]), unit(0, [0])], victims: 1 });
    const urned = (name: string) => part(name, 0, { units: [unit(0), unit(0)], inUrn: true });
    const inUrn = (names: readonly string[], size: number): Sampled => {
      const { network, measure } = needing(names.map(urned));
      return { network, measure: { ...measure, urn: { size, dead: 2 } } };
    };
    const lots = (subjects: readonly Sampled[], grain: "components" | "units") =>
      planOf(subjects, 1, grain).lots.map(({ size, dead, slots }) => [size, dead, slots.length]);
    expect(lots([needing([killed])], "units")).toEqual([[3, 2, 3]]);
    // The victims of one service are not those of another.
    expect(lots([needing([killed, { ...killed, name: "b" }, placed], [0.1])], "units")).toEqual([
      [3, 2, 3],
      [3, 2, 3],
      [2, 1, 2],
    ]);
    // Alone and by components it is one event.
    expect(lots([needing([killed])], "components")).toEqual([]);
    expect(lots([inUrn(["a", "b"], 6), inUrn(["b", "c"], 6)], "components")).toEqual([[6, 2, 6]]);
    // What is not in the urn takes no place there.
    const beside = part("wide", 0.1, { units: Array<Unit>(9).fill(unit(0.1)) });
    const withWide = [
      ["a", "b"],
      ["b", "c"],
    ].map((names) => {
      const { measure } = inUrn(names, 6);
      const { network } = needing([...measure.components, beside]);
      return { network, measure: { ...measure, components: [...measure.components, beside] } };
    });
    expect(lots(withWide, "components")).toEqual([[6, 2, 6]]);
    // Six needed replicas are not of the same five: each subject has its own.
    expect(lots([inUrn(["a", "b"], 5), inUrn(["b", "c"], 5)], "components")).toEqual([
      [5, 2, 4],
      [5, 2, 4],
    ]);
    const others = [inUrn(["a", "b"], 6), inUrn(["a", "b"], 7)];
    expect(lots(others, "components")).toEqual([
      [6, 2, 4],
      [7, 2, 4],
    ]);
  });

  it("is thinned from the greatest probability that a subject gives it", () => {
    const q = [0.02, 0.04, 0.01, 0.04];
    const plan = planOf(
      q.map((one) => needing([part("a", one)])),
      1,
      "components",
    );
    expect(plan.sources.length).toBe(1);
    const { up, row, thinner } = plan.sources[0]!;
    expect(up.q).toBe(0.04);
    const rows = plan.rowsOf.map(([each]) => each);
    expect([row, thinner[0]!.row, thinner[1]!.row]).toEqual([rows[1], rows[0], rows[2]]);
    expect(rows[3]).toBe(rows[1]);
    expect(plan.rows).toBe(3);
  });
});
