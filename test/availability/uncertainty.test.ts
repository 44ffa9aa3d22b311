import { describe, expect, it } from "vitest";
import { credibleDifference, credibleOf } from "../../src/availability/credible.ts";
import type { Credible } from "../../src/availability/estimate.ts";
import { declaredValue, parametersOf } from "../../src/availability/parameters.ts";
import { newStream, nextUniform, openStream } from "../../src/availability/random.ts";
import { scrambledCoordinate } from "../../src/availability/sobol.ts";
import { type Draws, uncertaintyOf } from "../../src/availability/uncertainty.ts";
import type { Channel, Model, Probability } from "../../src/model/model.ts";
import { betaQuantile } from "../../src/numbers/beta.ts";
import { betaQuantiles } from "../../src/numbers/beta-draws.ts";
import { seen, spec } from "./uncertain-models.ts";

const SEED = 1;

function drawsOf(model: Model, ...others: readonly Model[]): Draws {
  const found = uncertaintyOf([model, ...others], SEED)!(model, model.endpoints[0]!);
  if (found.kind !== "drawn") throw new Error(found.kind);
  return found.draws;
}

function credible(model: Model, slo: Probability | null = null): Credible {
  return credibleOf(drawsOf(model), slo);
}

/** Independent draws, and what a formula makes of them, sorted. */
function plain(
  counts: readonly (readonly [good: number, total: number])[],
  formula: (q: readonly number[]) => number,
  draws = 100_000,
) {
  const stream = newStream();
  const values = counts.map(([good, total], at) => {
    openStream(stream, [at, 99], 0, 0);
    const chances = Float64Array.from({ length: draws }, () => nextUniform(stream) + 2 ** -54);
    return betaQuantiles(chances, good + 0.5, total - good + 0.5).q;
  });
  const results = Float64Array.from({ length: draws }, (_, i) => formula(values.map((q) => q[i]!)));
  const mean = results.reduce((sum, one) => sum + one, 0) / draws;
  const sorted = results.toSorted();
  return { mean, low: sorted[0.025 * draws]!, high: sorted[0.975 * draws]! };
}

function off(found: number, wanted: number): number {
  return Math.abs(found / wanted - 1);
}

describe("the credible interval of one parameter", () => {
  it("is that of its Beta distribution", async () => {
    const model = await spec(`web -> pay: { ${seen(9953, 10000)} }`);
    const { interval, mean, most, points, probability } = credible(model, { p: 0.995, q: 0.005 });
    const [low, high] = [0.025, 0.975].map((p) => betaQuantile({ p, q: 1 - p }, 9953.5, 47.5));
    expect(off(1 - interval[0], low!.q)).toBeLessThan(0.002);
    expect(off(1 - interval[1], high!.q)).toBeLessThan(0.002);
    expect(off(1 - mean, 47.5 / 10001)).toBeLessThan(1e-4);
    // P(q ≤ 0.005), one in 1,024 more or less.
    expect(Math.abs(probability! - 0.657619)).toBeLessThan(2 / 1024);
    expect(most).toMatchObject({ component: "web -> pay", good: 9953, total: 10000 });
    expect(off(1 - most.interval[0], low!.q)).toBeLessThan(1e-9);
    expect(off(1 - most.interval[1], high!.q)).toBeLessThan(1e-9);
    expect(points).toBe(1024);
  });

  it("of three replicas is that of its cube: about 15 times as much as estimates would have it", async () => {
    const model = await spec("", `web: { replicas: 3, ${seen(40_000, 40_000)} }`);
    // What a hundred-percent default does to evidence of no failure: it is too little to speak of, so set.
    expect(uncertaintyOf([model], SEED)).toBeNull();
    const set = await spec(
      "",
      `web: { replicas: 3, replicaAvailability: 99.99%, ${seen(40_000, 40_000)} }`,
    );
    const { q } = drawsOf(set);
    const mean = q.reduce((sum, one) => sum + one, 0) / q.length;
    const [n, estimate] = [40_000, 0.5 / 40_001];
    const cubed = ((0.5 * 1.5 * 2.5) / (n + 1) / (n + 2)) * (1 / (n + 3));
    expect(off(cubed / estimate ** 3, 15)).toBeLessThan(1e-3);
    expect(off(mean, cubed)).toBeLessThan(0.1);
  });
});

describe("the credible interval of many", () => {
  const lines = `{ web -> a: { ${seen(9900, 10000)} } }, { web -> b: { ${seen(970, 1000)} } }, { a -> db: { ${seen(4990, 5000)} } }, { b -> db: { timeout: { onTime: 90%, retries: 1 }, ${seen(300, 310)} } }`;
  const counts = [
    [9900, 10000],
    [970, 1000],
    [4990, 5000],
    [300, 310],
    [95, 100],
    [85, 100],
  ] as const;
  const a = `a: { replicas: 2, ${seen(85, 100)} }`;
  // Two ways to a database of two replicas: one by two replicas more, and one with calls that are late.
  const formula = ([wa, wb, adb, bdb, db, replica]: readonly number[]) => {
    const one = (1 - wa!) * (1 - adb!) * (1 - replica! ** 2);
    const other = (1 - wb!) * (1 - bdb!) * 0.99;
    return 1 - (1 - (1 - one) * (1 - other)) * (1 - db! ** 2);
  };

  it("is that of independent draws", async () => {
    const model = await spec(
      lines,
      `db: { replicas: 2, ${seen(95, 100)} }, ${a}`,
      "",
      "entry: web, needs: [db]",
    );
    const { interval, mean, most } = credible(model);
    const wanted = plain(counts, formula);
    expect(off(1 - mean, wanted.mean)).toBeLessThan(0.01);
    expect(off(1 - interval[0], wanted.high)).toBeLessThan(0.04);
    expect(off(1 - interval[1], wanted.low)).toBeLessThan(0.04);
    expect(most.component).toBe("db");
  });

  it("has the figure with one of them elsewhere, and all others as declared", async () => {
    const model = await spec(
      `{ web -> a: { ${seen(99, 100)} } }, { a -> b: { ${seen(97, 100)} } }`,
    );
    const { at, parameters } = drawsOf(model);
    const [one, other] = parameters;
    const half = { p: 0.5, q: 0.5 };
    const [first, second] = parameters.map((each) => declaredValue(model, each));
    expect(at(one!, half).p).toBeCloseTo(0.5 * second!.p, 14);
    expect(at(other!, half).p).toBeCloseTo(first!.p * 0.5, 14);
    expect(at(other!, second!).p).toBeCloseTo(first!.p * second!.p, 14);
  });

  it("shares what did not change between base and head", async () => {
    const services = (replicas: number) => `db: { replicas: ${replicas}, ${seen(95, 100)} }, ${a}`;
    const needs = "entry: web, needs: [db]";
    const base = await spec(lines, services(2), "", needs);
    const head = await spec(lines, services(3), "", needs);
    const uncertain = uncertaintyOf([base, head], SEED)!;
    const [before, after] = [base, head].map((one) => {
      const found = uncertain(one, one.endpoints[0]!);
      if (found.kind !== "drawn") throw new Error(found.kind);
      return found.draws;
    });
    const { interval, mean, probability } = credibleDifference(before!, after!);
    expect(probability).toBe(0);
    const ways = ([wa, wb, adb, bdb, , replica]: readonly number[]) =>
      1 - (1 - (1 - wa!) * (1 - adb!) * (1 - replica! ** 2)) * (1 - (1 - wb!) * (1 - bdb!) * 0.99);
    const wanted = plain(counts, (q) => ways(q) * (q[4]! ** 2 - q[4]! ** 3));
    expect(off(mean, wanted.mean)).toBeLessThan(0.01);
    expect(off(interval[0], wanted.low)).toBeLessThan(0.04);
    expect(off(interval[1], wanted.high)).toBeLessThan(0.04);
  });

  it("draws renewed evidence by itself, beside what is as it was", async () => {
    const base = await spec(`web -> pay: { ${seen(9953, 10000)} }`);
    const head = await spec(`web -> pay: { ${seen(9853, 10000)} }`);
    const keys = new Set([base, head].flatMap((one) => parametersOf(one).map(({ key }) => key)));
    expect(keys.size).toBe(2);
    const uncertain = uncertaintyOf([base, head], SEED)!;
    const [before, after] = [base, head].map((one) => uncertain(one, one.endpoints[0]!));
    if (before?.kind !== "drawn" || after?.kind !== "drawn") throw new Error();
    const { interval, probability } = credibleDifference(before.draws, after.draws);
    const wanted = plain(
      [
        [9953, 10000],
        [9853, 10000],
      ],
      ([was, now]) => was! - now!,
    );
    expect(off(interval[0], wanted.low)).toBeLessThan(0.04);
    expect(off(interval[1], wanted.high)).toBeLessThan(0.04);
    expect(probability).toBe(1);
  });

  it("is zero in all points where nothing differs, and takes a certain side as it is", async () => {
    const model = await spec(`web -> pay: { ${seen(9953, 10000)} }`);
    const draws = drawsOf(model);
    expect(credibleDifference(draws, draws)).toMatchObject({
      interval: [0, 0],
      mean: 0,
      probability: 0,
    });
    const { interval } = credibleDifference({ p: 1, q: 0 }, draws);
    credible(model).interval.forEach((end, at) => {
      expect(interval[at]).toBeCloseTo(end - 1, 14);
    });
  });

  it("stays right in more dimensions than the table of directions has", async () => {
    const many = Array.from({ length: 300 }, (_, i) => {
      return `{ web -> s${i}: { ${seen(10_000 - 20 - (i % 7), 10_000)} } }`;
    });
    const model = await spec(many.join(", "));
    const { interval, mean, most } = credible(model);
    let [product, square] = [1, 1];
    for (let i = 0; i < 300; i++) {
      const [a, b] = [10_000 - 20 - (i % 7) + 0.5, 20 + (i % 7) + 0.5];
      product *= a / (a + b);
      square *= (a / (a + b)) * ((a + 1) / (a + b + 1));
    }
    const spread = Math.sqrt(square - product ** 2);
    expect(Math.abs(mean - product)).toBeLessThan(0.01 * spread);
    expect(Math.abs((interval[1] - interval[0]) / (2 * 1.96 * spread) - 1)).toBeLessThan(0.06);
    expect(most.good).toBe(10_000 - 26);
  });
});

describe("the dimensions of the points", () => {
  const counts = {
    a: [9990, 10_000],
    b: [99, 100],
    c: [1, 2],
    d: [5000, 10_000],
    e: [3, 4],
    f: [98, 100],
    g: [990, 1000],
    h: [99, 100],
    i: [1, 100],
    j: [40, 50],
    k: [0, 9],
    l: [0, 3],
    m: [4, 8],
  } as const;
  type Name = keyof typeof counts;
  const names = Object.keys(counts) as Name[];
  const variance = (name: Name) => {
    const [good, total] = counts[name];
    const mean = (good + 0.5) / (total + 1);
    return (mean * (1 - mean)) / (total + 2);
  };
  // By name where they are as little known.
  const order = names.toSorted((a, b) => variance(b) - variance(a) || (a < b ? -1 : 1));

  it.each([
    ["in order", names],
    ["in reverse", names.toReversed()],
    ["by what is known", order],
  ])("go to what is least known first, whatever the order of the spec: %s", async (_, given) => {
    const calls = given.map(
      (name) => `{ web -> ${name}: { ${seen(counts[name][0], counts[name][1])} } }`,
    );
    const { parameters, valuesOf } = drawsOf(await spec(calls.join(", ")));
    expect(parameters).toHaveLength(names.length);
    for (const one of parameters) {
      const name = one.name.at(-1) as Name;
      const chances = scrambledCoordinate(order.indexOf(name), SEED, one.key);
      const [good, total] = counts[name];
      expect(valuesOf(one)).toEqual(betaQuantiles(chances, good + 0.5, total - good + 0.5));
      expect(valuesOf(one)).toBe(valuesOf(one));
    }
  });

  it("are shared by what has one name and the same counts", async () => {
    const [one, other] = [
      await spec(`web -> b: { ${seen(99, 100)} }`),
      await spec(`{ web -> b: { ${seen(99, 100)} } }, { web -> c: { ${seen(1, 2)} } }`),
    ];
    const uncertain = uncertaintyOf([one, other], SEED)!;
    const [p, both] = [one, other].map((model) => {
      const found = uncertain(model, model.endpoints[0]!);
      if (found.kind !== "drawn") throw new Error(found.kind);
      return found.draws;
    });
    const [shared] = both!.parameters;
    expect(both!.valuesOf(shared!)).toEqual(p!.valuesOf(p!.parameters[0]!));
    expect(uncertain(one, other.endpoints[0]!)).toEqual({ kind: "certain" });
    const unknown = await spec(`web -> b: { ${seen(99, 100)} }`);
    expect(uncertain(unknown, unknown.endpoints[0]!)).toEqual({ kind: "certain" });
  });
});

describe("what is uncertain", () => {
  const names = (model: Model) =>
    parametersOf(model).map(({ name, channel }) => `${name} ${channel}`);

  it("is what has evidence that gives its value, or enough of it beside another", async () => {
    const few = await spec(
      Array.from({ length: 100 }, (_, i) => `{ web -> s${i}: { ${seen(1000, 1000)} } }`).join(", "),
    );
    expect(uncertaintyOf([few], SEED)).toBeNull();
    expect(names(await spec(`web -> pay: { ${seen(5000, 5000)} }`))).toEqual(["web -> pay 0"]);
    expect(names(await spec(`web -> pay: { ${seen(4999, 4999)} }`))).toEqual([]);
    const set = await spec(`web -> pay: { availability: 99.95%, ${seen(99_953, 100_000)} }`);
    expect(names(set)).toEqual(["web -> pay 0"]);
    const list =
      "pay: { replicas: 2, replicaAvailability: [99%, 98%], evidence: { good: 980, total: 1000 } }";
    expect(names(await spec("web -> pay", list))).toEqual([]);
    expect(names(await spec("", `web: { replicas: 0, ${seen(9900, 10000)} }`))).toEqual([]);
  });

  it("is each route by itself", async () => {
    const routes = `{ web -> pay: { independent: true, ${seen(980, 1000)} } }, { web -> pay: { independent: true, ${seen(970, 1000)} } }`;
    const model = await spec(routes);
    expect(names(model)).toEqual(["web -> pay 0", "web -> pay 1"]);
    const wanted = plain(
      [
        [980, 1000],
        [970, 1000],
      ],
      ([one, other]) => one! * other!,
    );
    expect(off(1 - credible(model).mean, wanted.mean)).toBeLessThan(0.01);
  });

  it("is nothing that the endpoint does not rest on", async () => {
    const model = await spec(
      `{ web -> pay: { ${seen(9000, 10000)} } }, web -> cart`,
      "",
      "",
      "entry: web, needs: [cart]",
    );
    const uncertain = uncertaintyOf([model], SEED)!;
    expect(uncertain(model, model.endpoints[0]!)).toEqual({ kind: "certain" });
  });

  it("is not what an incident puts in the place of what was observed", async () => {
    const incident = 'incidents: [{ probability: 10%, override: { "web -> pay": 50% } }]\n';
    const model = await spec(`web -> pay: { ${seen(9900, 10000)} }`, "", incident);
    const { mean, most } = credible(model);
    expect(Math.abs(mean - (0.9 * (9900.5 / 10001) + 0.1 * 0.5))).toBeLessThan(1e-6);
    expect(most.interval[1] - most.interval[0]).toBeLessThan(0.9 * 0.005);
  });

  /** With the one channel otherwise than the spec has it. */
  const rewritten = async (of: (channel: Channel) => Channel): Promise<Model> => {
    const model = await spec(`web -> pay: { ${seen(9900, 10000)} }`);
    const [dependency] = model.dependencies;
    return { ...model, dependencies: [{ ...dependency!, channels: dependency!.channels.map(of) }] };
  };

  it("is multiplied by what manifests make fail", async () => {
    const model = await rewritten((channel) => ({
      ...channel,
      up: { p: channel.up.p * 0.8, q: 1 - channel.up.p * 0.8 },
      origin: {
        onTime: null,
        retries: null,
        injected: { without: channel.up, share: { p: 0.2, q: 0.8 }, place: channel.place },
      },
    }));
    expect(Math.abs(credible(model).mean - 0.8 * (9900.5 / 10001))).toBeLessThan(1e-6);
  });

  it("is multiplied by the calls in time where manifests decide that, and make none fail", async () => {
    const model = await rewritten((channel) => ({
      ...channel,
      timeout: { onTime: { p: 0.9, q: 0.1 }, retries: 1 },
      origin: { onTime: channel.place, retries: channel.place, injected: null },
    }));
    expect(Math.abs(credible(model).mean - 0.99 * (9900.5 / 10001))).toBeLessThan(1e-6);
  });
});
