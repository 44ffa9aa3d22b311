import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Measure } from "../../src/availability/measure.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Model, Probability } from "../../src/model/model.ts";
import {
  dependency,
  fault,
  incident,
  killOf,
  model,
  parts,
  service,
  withDomains,
} from "./models.ts";
import { type FullCase, fullModel } from "./random-models.ts";
import { type World, worldsOf } from "./worlds.ts";

/** All of a measure but its probabilities, and these apart. */
type Read = { readonly shape: unknown; readonly ups: readonly Probability[] };

function readMeasure({ services, components, members, urn }: Measure): Read {
  return {
    shape: {
      components: components.map(({ kind, units, quorum, victims, inUrn }, index) => ({
        service: kind === "service" && index < services,
        on: units.map((unit) => unit.members),
        quorum,
        victims,
        inUrn,
      })),
      members: members.length,
      urn: urn ?? { size: 0, dead: 0 },
    },
    ups: [...components.flatMap(({ units }) => units.map(({ up }) => up)), ...members],
  };
}

function readWorld({ services, dependencies, members, urn }: World): Read {
  const components = [
    ...services.map(({ replicas, quorum, victims, dealt }) => ({
      service: true,
      on: replicas.map(({ on }) => on),
      quorum,
      victims,
      inUrn: dealt,
    })),
    ...dependencies.map((channels) => ({
      service: false,
      on: channels.map(({ on }) => on),
      quorum: 1,
      victims: 0,
      inUrn: false,
    })),
  ];
  const units = [...services.map(({ replicas }) => replicas), ...dependencies].flat();
  return {
    shape: { components, members: members.length, urn: { size: urn.all.length, dead: urn.dead } },
    ups: [...units.map(({ up }) => up), ...members],
  };
}

function sameWorlds({ model, fault }: FullCase): void {
  const found = situationsOf(model, fault);
  const truth = worldsOf(model, fault).map((worlds) => worlds.filter(({ weight }) => weight > 0));
  const reads = found.map((situation) => situation.map(({ measure }) => readMeasure(measure)));
  const trueReads = truth.map((worlds) => worlds.map(readWorld));
  expect(shapes(reads)).toEqual(shapes(trueReads));
  const numbers = [...found.flat().map(({ weight }) => weight), ...values(reads)];
  const trueNumbers = [...truth.flat().map(({ weight }) => weight), ...values(trueReads)];
  const errors = numbers.map((one, index) => Math.abs(one - trueNumbers[index]!));
  expect(Math.max(...errors)).toBeLessThanOrEqual(1e-15);
}

const shapes = (reads: readonly (readonly Read[])[]) =>
  reads.map((one) => one.map(({ shape }) => shape));

const values = (reads: readonly (readonly Read[])[]) =>
  reads.flat().flatMap(({ ups }) => ups.flatMap(({ p, q }) => [p, q]));

describe("the situations of a fault", () => {
  it("are what the definitions read, in 1,000 models with all that a model can hold", () => {
    fc.assert(fc.property(fullModel(10), sameWorlds), { numRuns: 1000, seed: 20261204 });
  });
});

const theta = parts(990);
const [front, shop, cache] = [
  service("front", [theta, theta]),
  service("shop", [theta, theta, theta, theta], 2),
  { ...service("cache", [theta]), disruption: { rollout: 0, drain: 1 } },
];
const services = [front!, shop!, cache!];
const dependencies = [
  dependency(services, 0, 1, [parts(999)]),
  dependency(services, 0, 2, [parts(998)]),
];
const plain = withDomains(model(services, dependencies), [[parts(900), parts(950)]]);
const only = (one: Model, given: Parameters<typeof fault>[0]): Measure => {
  const [situation, ...more] = situationsOf(one, fault(given));
  expect(more).toEqual([]);
  expect(situation!.length).toBe(1);
  return situation![0]!.measure;
};

describe("what a fault leaves alone", () => {
  const steady = situationsOf(plain, null)[0]![0]!.measure;

  it("is the identical object, down to the whole measure", () => {
    const found = only(plain, { down: [{ kind: "service", service: 2 }] });
    expect(found.components[2]).not.toBe(steady.components[2]);
    for (const index of [0, 1, 3, 4])
      expect(found.components[index]).toBe(steady.components[index]);
    expect(found.members).toBe(steady.members);
    expect(only(plain, {})).toBe(steady);
    expect(only(plain, { rollout: [2] })).toBe(steady);
  });

  it("stays so between faults and between the situations of one", () => {
    const kill = killOf([0, 1], 2);
    const stormy = {
      ...plain,
      incidents: [incident(parts(10), { down: [{ kind: "service", service: 2 }] })],
    };
    const [situation] = situationsOf(stormy, fault({ kill }));
    const [calm, storm] = situation!.map(({ measure }) => measure);
    for (const index of [0, 1, 3, 4])
      expect(storm!.components[index]).toBe(calm!.components[index]);
    const again = situationsOf(stormy, fault({ kill, rollout: [2] }))[0]![0]!.measure;
    expect(again.components[0]).toBe(calm!.components[0]);
    const loss = [fault({ rollout: [1] }), fault({ rollout: "each" })].map(
      (one) => situationsOf(stormy, one).at(-1)![0]!.measure.components[1],
    );
    expect(loss[0]!.victims).toBe(1);
    expect(loss[1]).toBe(loss[0]);
    const overrides = [{ kind: "external", service: 1, up: parts(500) }] as const;
    const [one, two] = situationsOf(stormy, fault({ overrides, worstOf: 0 })).flat();
    expect(two!.measure.components[1]).toBe(one!.measure.components[1]);
  });

  it("gives the same answer when asked again", () => {
    const one = fault({ rollout: "each" });
    expect(situationsOf(plain, one)).toBe(situationsOf(plain, one));
    expect(situationsOf(plain, null)).toBe(situationsOf(plain, null));
  });
});

describe("the readings of a fault", () => {
  it("are every combination of a lost member, a rollout and a drain", () => {
    const found = situationsOf(plain, fault({ rollout: "each", drain: "each", worstOf: 0 }));
    const seen = found.map(([calm]) => [
      ...calm!.measure.members.map(({ p }) => p),
      ...calm!.measure.components.slice(0, 3).map(({ victims }) => victims),
    ]);
    // Only `shop` loses any in a rollout; a drain takes one of each.
    expect(seen).toEqual([
      [0, 0.95, 1, 1, 0],
      [0, 0.95, 0, 2, 0],
      [0, 0.95, 0, 1, 1],
      [0.9, 0, 1, 1, 0],
      [0.9, 0, 0, 2, 0],
      [0.9, 0, 0, 1, 1],
    ]);
  });

  it("are the steady state where no service can lose anything", () => {
    const firm = model([{ ...front!, disruption: { rollout: 0, drain: 0 } }], []);
    const each = situationsOf(firm, fault({ rollout: "each", drain: "each" }));
    expect(each.map(([calm]) => calm!.measure)).toEqual([situationsOf(firm, null)[0]![0]!.measure]);
  });

  it("are the steady state where the worst of no member is asked for", () => {
    const empty = withDomains(plain, [[]]);
    expect(situationsOf(empty, fault({ worstOf: 0 }))).toHaveLength(1);
    expect(only(empty, { worstOf: 0 })).toEqual(situationsOf(empty, null)[0]![0]!.measure);
  });

  it("take no more replicas than there are, and none of a third party", () => {
    const outer = services.with(2, { ...cache!, external: true });
    const frail = outer.with(0, { ...front!, disruption: { rollout: 2, drain: 1 } });
    const one = model(frail, dependencies);
    expect(situationsOf(one, fault({ drain: "each" })).length).toBe(2);
    const found = only(one, { rollout: [0], drain: [0, 2] });
    expect(found.components.slice(0, 3).map(({ victims }) => victims)).toEqual([2, 0, 0]);
  });
});

describe("kill", () => {
  it("keeps in the urn what an incident has put out of its reach", () => {
    const stormy = {
      ...plain,
      incidents: [
        incident(parts(10), { down: [{ kind: "service", service: 0 }] }),
        incident(parts(20), { overrides: [{ kind: "external", service: 1, up: parts(500) }] }),
      ],
    };
    const found = situationsOf(stormy, fault({ kill: killOf([0, 1], 9) }))[0]!;
    expect(found.map(({ measure }) => measure.urn)).toEqual(Array(3).fill({ size: 6, dead: 6 }));
    const [calm, down, third] = found.map(({ measure }) => measure.components);
    expect(calm!.map(({ inUrn }) => inUrn)).toEqual([true, true, false, false, false]);
    expect(calm![1]!.units.map(({ up }) => up)).toEqual(Array(4).fill({ p: 1, q: 0 }));
    expect([down![0]!.inUrn, down![0]!.units[0]!.up]).toEqual([false, { p: 0, q: 1 }]);
    expect([third![1]!.inUrn, third![1]!.units]).toEqual([
      false,
      [{ up: parts(500), members: [] }],
    ]);
  });
});

describe("incidents", () => {
  it("yield to the fault, and leave the rest of the time to the steady state", () => {
    const down = [
      { kind: "service", service: 1 },
      { kind: "member", member: 0 },
    ] as const;
    // 1 less the probability would be wrong in the eighth digit.
    const probability = { p: 0.999999999, q: 1e-9 };
    const stormy = { ...plain, incidents: [incident(probability, { down })] };
    const overrides = [
      { kind: "replicas", service: 1, up: parts(700) },
      { kind: "member", member: 0, up: parts(600) },
    ] as const;
    const [situation] = situationsOf(stormy, fault({ overrides }));
    expect(situation!.map(({ weight }) => weight)).toEqual([1e-9, 0.999999999]);
    for (const { measure } of situation!) {
      expect(measure.components[1]!.units.map(({ up }) => up)).toEqual(Array(4).fill(parts(700)));
      expect(measure.members[0]).toEqual({ name: "d0/0", ...parts(600) });
    }
    const [always] = situationsOf({ ...plain, incidents: [incident(parts(1000), { down })] }, null);
    expect(always!.map(({ weight }) => weight)).toEqual([1]);
  });
});

describe("the time outside of incidents", () => {
  it("keeps the digits of what is left by the likeliest, wherever that stands", () => {
    const likely = incident({ p: 1, q: 1e-17 }, {});
    const others = [incident(parts(0), {}), incident({ p: 2 ** -60, q: 1 }, {})];
    for (const incidents of [
      [likely, ...others],
      [others[0]!, likely, others[1]!],
      [...others, likely],
    ]) {
      const [calm] = situationsOf({ ...plain, incidents }, null)[0]!;
      expect(calm!.weight).toBe(1e-17 - 2 ** -60);
    }
  });
});

describe("a time-out", () => {
  it("cuts the availability of its channel, and keeps the digits of the failure side", () => {
    const timeout = { onTime: parts(930), retries: 2 };
    const up = { p: 0.999999999, q: 1e-9 };
    const [channel] = dependencies[0]!.channels;
    const timed = dependencies.with(0, {
      ...dependencies[0]!,
      channels: [{ ...channel!, up, timeout }],
    });
    const one = model(services, timed);
    const [unit] = situationsOf(one, null)[0]![0]!.measure.components[3]!.units;
    expect(unit!.up.q).toBeCloseTo(1e-9 + 0.999999999 * 0.07 ** 3, 18);
    const slow = only(one, {
      overrides: [{ kind: "dependency", dependency: 0, up: parts(500) }],
    });
    expect(slow.components[3]!.units[0]!.up.p).toBeCloseTo(0.5 * (1 - 0.07 ** 3), 15);
  });
});
