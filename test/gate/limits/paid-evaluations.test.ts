import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../src/availability/estimate.ts";
import { importanceOf } from "../../../src/availability/importance.ts";
import { structureOf } from "../../../src/availability/structure.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { downFault } from "../../../src/gate/limits/component-fault.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { type Lossy, lossesIn } from "../../../src/gate/limits/losses.ts";
import type { Purse } from "../../../src/gate/limits/purse.ts";
import type { Model, Probability } from "../../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  incident,
  model,
  parts,
  reached,
  service,
  withDomains,
} from "../../availability/models.ts";
import { bruteForce } from "../../availability/oracle.ts";

/** By index: what shares a zone. */
const SHARED = [1, 2, 3];
/** web, and three in one zone of which two are needed: what one of them costs is not told by its importance. */
const ZONED = zoned();
const PRICE = 1e6;
/** Of one evaluation: to put a component down is counted for each there is. */
const COST = PRICE + 50 * componentsOf(ZONED).length;

function zoned(): Model {
  const services = ["web", "a", "b", "c"].map((name, at) => service(name, [parts(990 - at)]));
  const dependencies = SHARED.map((to) => dependency(services, 0, to, [parts(995)]));
  const asked = endpoint(0, atLeast(2, ...SHARED.map(reached)));
  const whole = withDomains(model(services, dependencies, [asked]), [[parts(980)]]);
  const placed = whole.services.map((one, at) => (at === 0 ? one : { ...one, placement: [[0]] }));
  return { ...whole, services: placed };
}

function lossyOf(one: Model, slo: Probability | null = null, isDrawn = false): Lossy {
  const asked = { ...one.endpoints[0]!, slo };
  const subject = { model: one, endpoint: asked, fault: null };
  const options = { samples: 100, seed: 1, alpha: 0.05 };
  const exact = engine.estimate(subject, options, []).estimate;
  const { availability } = exact;
  const drawn: Estimate = {
    ...exact,
    method: "monte-carlo",
    interval: [availability - 0.001, availability + 0.001],
    samples: 1000,
  };
  return {
    endpoint: asked,
    estimate: isDrawn ? drawn : exact,
    importance: isDrawn ? null : importanceOf(subject),
    structure: structureOf(one, asked),
  };
}

function losing(one: Model, share: number, over: Partial<Engine> = {}) {
  let [shares, paid, asked] = [0, 0, 0];
  const purse: Purse = {
    share: () => {
      shares++;
      return share;
    },
    pay: (cost) => {
      paid += cost;
    },
  };
  const by: Engine = {
    ...engine,
    price: ({ endpoint: of, fault }) => (of === undefined || fault === undefined ? 0 : PRICE),
    estimate: (...given) => {
      asked++;
      expect(given[2]).toEqual([]);
      return engine.estimate(...given);
    },
    ...over,
  };
  const options = { samples: 100, seed: 1, alpha: 0.05 };
  const components = componentsOf(one);
  const loss = lossesIn({ path: "availability.yaml", engine: by, options }, one, components, purse);
  const of = (lossy: Lossy, index: number) => loss(lossy, components[index]!);
  return { of, state: () => ({ shares, paid, asked }) };
}

function without(one: Model, { endpoint: asked, structure }: Lossy, index: number): number {
  return bruteForce(one, asked, downFault(structure, componentsOf(one)[index]!)).q;
}

describe("an endpoint without one of its components", () => {
  test("is evaluated where the component shares a fate with others, and only there", () => {
    const { of, state } = losing(ZONED, 1e9);
    const lossy = lossyOf(ZONED);
    const { reached: all } = lossy.structure;
    expect(all).toHaveLength(8);
    for (const index of all) {
      const { availability, unavailability } = of(lossy, index)!;
      expect(Math.abs(unavailability - without(ZONED, lossy, index))).toBeLessThan(1e-12);
      expect(Math.abs(availability + unavailability - 1)).toBeLessThan(1e-12);
    }
    expect(state()).toEqual({ shares: 1, paid: 3 * COST, asked: 3 });
  });

  test("is evaluated where a channel runs through what others share", () => {
    const through = {
      ...ZONED,
      dependencies: ZONED.dependencies.map((one) => ({
        ...one,
        channels: one.channels.map((channel) => ({ ...channel, members: [0] })),
      })),
    };
    const { of, state } = losing(through, 1e9);
    const lossy = lossyOf(through);
    for (const index of lossy.structure.reached) {
      const { unavailability } = of(lossy, index)!;
      expect(Math.abs(unavailability - without(through, lossy, index))).toBeLessThan(1e-12);
    }
    expect(state().asked).toBe(6);
  });

  /** Any of three is enough: one half in a zone, one in another, and one in none; a call half through a zone. */
  const half = (() => {
    const [web, a, b, c] = ZONED.services;
    const whole = withDomains(ZONED, [[parts(980), parts(970)]]);
    const replicas = [parts(990), parts(980)];
    const [first, ...others] = ZONED.dependencies;
    const [channel] = first!.channels;
    return {
      ...whole,
      services: [
        web!,
        { ...a!, replicas, placement: [[0], []] },
        { ...b!, placement: [[1]] },
        { ...c!, placement: [[]] },
      ],
      dependencies: [{ ...first!, channels: [channel!, { ...channel!, members: [0] }] }, ...others],
      endpoints: [endpoint(0, atLeast(1, ...SHARED.map(reached)))],
    };
  })();

  test("is evaluated where one part of the component shares a fate, and told by its importance where none does", () => {
    const { of, state } = losing(half, 1e9);
    const lossy = lossyOf(half);
    expect(lossy.structure.reached).toHaveLength(9);
    for (const index of lossy.structure.reached) {
      const { unavailability } = of(lossy, index)!;
      expect(Math.abs(unavailability - without(half, lossy, index))).toBeLessThan(1e-12);
    }
    // The two services, and the call; what they run on fails by itself.
    expect(state().asked).toBe(3);
  });

  test("need not be drawn where nothing shares its fate and it keeps what is promised", () => {
    const names: string[] = [];
    const { of } = losing(half, 1e9, {
      estimate: ({ fault }) => {
        names.push(fault!.name);
        return { estimate: lossyOf(half, null, true).estimate, decisions: [] };
      },
      spent: () => 1,
    });
    const lossy = lossyOf(half, parts(0), true);
    for (const index of lossy.structure.reached) of(lossy, index);
    expect(names.toSorted()).toEqual(["a", "b", "web -> a"]);
  });

  test("is gone where each kind of request that can succeed needs it, and not where one does without", () => {
    const asking = (...needs: readonly number[]): Model => {
      const share = 1 / needs.length;
      const mixture = needs.map((of) => ({ share, strict: false, need: reached(of) }));
      const services = [...ZONED.services, service("apart", [parts(990)])];
      const one = model(services, ZONED.dependencies, [endpoint(0, mixture)]);
      return { ...one, services: services.map((each) => ({ ...each, placement: [[]] })) };
    };
    // `apart` is out of reach.
    for (const [one, isGone] of [
      [asking(1, 2), false],
      [asking(1, 4), true],
      [asking(4, 1), true],
      [asking(4, 4), true],
    ] as const) {
      const lossy = lossyOf(one);
      const { unavailability } = losing(one, 1e9).of(lossy, 1)!;
      expect(unavailability === 1).toBe(isGone);
      expect(Math.abs(unavailability - without(one, lossy, 1))).toBeLessThan(1e-12);
      // Of a drawn figure, too, for which there is no work.
      const told = losing(one, 0).of(lossyOf(one, null, true), 1);
      expect(told).toEqual(isGone ? { availability: 0, unavailability: 1 } : null);
    }
  });

  test("is evaluated, whatever falls, where an incident may move it", () => {
    const moved = {
      ...ZONED,
      incidents: [incident(parts(50), { down: [{ kind: "member", member: 0 }] })],
    };
    const { of, state } = losing(moved, 1e9);
    const lossy = lossyOf(moved);
    for (const index of lossy.structure.reached) {
      const { unavailability } = of(lossy, index)!;
      expect(Math.abs(unavailability - without(moved, lossy, index))).toBeLessThan(1e-12);
    }
    expect(state().asked).toBe(lossy.structure.reached.length);
  });

  test("is evaluated as far as there is work for it, to the last transition, and each once", () => {
    const lossy = lossyOf(ZONED);
    for (const [share, count] of [
      [2 * COST, 2],
      [2 * COST - 1, 1],
      [0, 0],
    ] as const) {
      const { of, state } = losing(ZONED, share);
      const first = SHARED.map((index) => of(lossy, index));
      expect(first.filter((one) => one !== null)).toHaveLength(count);
      expect(SHARED.map((index) => of(lossy, index))).toEqual(first);
      expect(state()).toEqual({ shares: 1, paid: count * COST, asked: count });
    }
  });

  test("is known already of another endpoint of the same needs, and paid anew for one of others", () => {
    const { of, state } = losing(ZONED, 3 * COST);
    const first = lossyOf(ZONED);
    const same = { ...first, endpoint: { ...first.endpoint, name: "GET /same" } };
    const known = SHARED.map((index) => of(first, index));
    expect(SHARED.map((index) => of(same, index))).toEqual(known);
    expect(state()).toEqual({ shares: 1, paid: 3 * COST, asked: 3 });
    expect(of(lossyOf(ZONED), 1)).toEqual(known[0]);
    expect(state()).toEqual({ shares: 2, paid: 4 * COST, asked: 4 });
  });

  test("costs what it takes to put something down, where figures have no price", () => {
    const { of, state } = losing(ZONED, 1e9, { price: undefined } as unknown as Partial<Engine>);
    expect(of(lossyOf(ZONED), 1)).not.toBeNull();
    expect(state().paid).toBe(COST - PRICE);
  });

  test("is not evaluated where U + B keeps the SLO, to the equal sign", () => {
    const { importance } = lossyOf(ZONED);
    const q = importance!.up.q + importance!.services[1]!;
    const loose = losing(ZONED, 1e9);
    const kept = loose.of(lossyOf(ZONED, { p: 1 - q, q }), 1)!;
    expect(kept.unavailability).toBeLessThanOrEqual(q);
    expect(loose.state().asked).toBe(0);
    const tight = losing(ZONED, 1e9);
    tight.of(lossyOf(ZONED, { p: 1 - q + 1e-9, q: q - 1e-9 }), 1);
    expect(tight.state().asked).toBe(1);
  });

  test("of a figure that is drawn is drawn once, but for what nothing stands in for", () => {
    const found: Estimate = { availability: 0.5, unavailability: 0.5, method: "monte-carlo" };
    const names: string[] = [];
    const { of, state } = losing(ZONED, 1e9, {
      estimate: ({ fault }) => {
        names.push(fault!.name);
        return { estimate: found, decisions: [] };
      },
      spent: () => 1,
    });
    const lossy = lossyOf(ZONED, null, true);
    const all = lossy.structure.reached;
    const told = all.map((index) => of(lossy, index)!.unavailability);
    expect(all.map((index) => of(lossy, index)!.unavailability)).toEqual(told);
    // The entry, and the zone in which all others run.
    const singles = all.filter((index) => without(ZONED, lossy, index) > 1 - 1e-9);
    expect(singles).toHaveLength(2);
    expect(told.filter((one) => one === 1)).toHaveLength(2);
    expect(names).toHaveLength(all.length - 2);
    expect(new Set(names).size).toBe(names.length);
    expect(state().shares).toBe(1);
  });

  test("of a figure that is drawn is not known where there is no work for it", () => {
    const { of } = losing(ZONED, 0);
    const lossy = lossyOf(ZONED, null, true);
    expect(of(lossy, 1)).toBeNull();
    expect(of(lossy, 0)).toEqual({ availability: 0, unavailability: 1 });
  });
});
