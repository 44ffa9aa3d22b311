import { describe, expect, it } from "vitest";
import { compareEndpoint, differenceOf } from "../../src/availability/compare.ts";
import { estimateEndpoint, estimateOf } from "../../src/availability/evaluate.ts";
import { exactProbability } from "../../src/availability/exact.ts";
import { reduce } from "../../src/availability/reduce.ts";
import { countFailures, countOnlyIn, sampleFailures } from "../../src/availability/sample.ts";
import type { Solved } from "../../src/availability/solve.ts";
import type { System } from "../../src/availability/system.ts";
import type { Endpoint, Model, Probability } from "../../src/model/model.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

type Side = { readonly model: Model; readonly endpoint: Endpoint };

/** Services in a row, each calling the next two both ways: a cycle of many paths, to either end. */
function ladder(
  length: number,
  theta: Probability,
  changed: Partial<Record<number, Probability>> = {},
): Side {
  const services = Array.from({ length }, (_, index) =>
    service(`s${index}`, [index === 0 ? parts(1000) : (changed[index] ?? theta)]),
  );
  const links = services.flatMap((_, from) =>
    [from - 2, from - 1, from + 1, from + 2]
      .filter((to) => to >= 0 && to < length)
      .map((to) => dependency(services, from, to, [parts(950)])),
  );
  const ends = endpoint(0, atLeast(1, reached(length - 1), reached(length - 2)));
  return { model: model(services, links), endpoint: ends };
}

/** Big enough to be beyond exact evaluation: a square of services that call their neighbours. */
function grid(size: number, changed: Partial<Record<number, Probability>> = {}): Side {
  const services = Array.from({ length: size * size }, (_, index) =>
    service(`s${index}`, [changed[index] ?? parts(970)]),
  );
  const links = services.flatMap((_, from) => {
    const [row, column] = [Math.floor(from / size), from % size];
    const near = [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ] as const;
    return near
      .filter(([r, c]) => r >= 0 && c >= 0 && r < size && c < size)
      .map(([r, c]) => dependency(services, from, r * size + c, [parts(950)]));
  });
  const corner = endpoint(0, reached(size * size - 1));
  return { model: model(services, links), endpoint: corner };
}

function restOf({ model, endpoint }: Side): { factor: Probability; rest: System } {
  const { factor, rest } = reduce(model, endpoint, endpoint.mixture[0]!.need);
  if (rest === null) throw new Error("the test's model leaves no rest");
  return { factor, rest };
}

function sampled(side: Side, seed: number, samples: number): Solved {
  const { factor, rest } = restOf(side);
  const failures = sampleFailures(rest, seed, samples);
  return { method: "monte-carlo", share: 1, factor, rest, failures };
}

function exactly(side: Side): number {
  const { factor, rest } = restOf(side);
  return factor.p * exactProbability(rest)!.p;
}

describe("sampling", () => {
  it("covers the exact value with its 95% interval in 1,000 seeds, about as often as it says", () => {
    for (const [theta, samples] of [
      [parts(900), 500],
      [parts(995), 3000],
    ] as const) {
      const side = ladder(6, theta);
      const truth = exactly(side);
      let covered = 0;
      let error = 0;
      for (let seed = 0; seed < 1000; seed++) {
        const { availability, interval } = estimateOf([sampled(side, seed, samples)]);
        error += (availability - truth) / 1000;
        if (interval![0] <= truth && truth <= interval![1]) covered++;
      }
      expect(covered).toBeGreaterThan(930);
      expect(covered).toBeLessThan(980);
      // The mean over all seeds, within 4 standard deviations: no bias.
      expect(Math.abs(error)).toBeLessThan(4 * Math.sqrt((truth * (1 - truth)) / (samples * 1000)));
    }
  });

  it("covers a mixture's exact value, and says how many states it drew", () => {
    const [few, many] = [ladder(5, parts(900)), ladder(7, parts(900))];
    const truth = 0.3 * exactly(few) + 0.7 * exactly(many);
    let covered = 0;
    for (let seed = 0; seed < 400; seed++) {
      const found = estimateOf([
        { ...sampled(few, seed, 500), share: 0.3 },
        { ...sampled(many, seed, 500), share: 0.7 },
      ]);
      expect(found.samples).toBe(500);
      if (found.interval![0] <= truth && truth <= found.interval![1]) covered++;
    }
    expect(covered).toBeGreaterThan(380);
  });

  it("draws the same states for the same seed, and others for another", () => {
    const { rest } = restOf(ladder(6, parts(900)));
    const words = (seed: number) => sampleFailures(rest, seed, 1000).words.join();
    expect(words(3)).toBe(words(3));
    expect(words(3)).not.toBe(words(4));
    // Guards against a change of the draws, which would change published figures.
    expect(countFailures(sampleFailures(rest, 3, 1000))).toBe(65);
  });

  it("draws exactly as many states as asked", () => {
    const hopeless = { ...restOf(ladder(6, parts(900))).rest, need: reached(5) };
    const dead = {
      ...hopeless,
      services: hopeless.services.map((one, index) =>
        index === 5 ? { ...one, p: 0, q: 1 - 2 ** -53 } : one,
      ),
    };
    for (const total of [1, 31, 32, 33, 1000]) {
      expect(countFailures(sampleFailures(dead, 1, total))).toBe(total);
    }
  });

  it("changes only states that the changed component can change", () => {
    const before = restOf(ladder(6, parts(900))).rest;
    const after = restOf(ladder(6, parts(900), { 3: parts(850) })).rest;
    const [base, head] = [before, after].map((rest) => sampleFailures(rest, 5, 20_000));
    // s3 is worse at head: what fails at base still fails, and a few more.
    expect(countOnlyIn(base!, head!)).toBe(0);
    expect(countOnlyIn(head!, base!)).toBeGreaterThan(0);
    expect(countOnlyIn(head!, base!)).toBeLessThan(0.07 * 20_000);
  });
});

describe("difference", () => {
  const options = { samples: 3000, seed: 1 };

  it("of exact figures is head less base, from the smaller side", () => {
    const [base, head] = [ladder(5, parts(950)), ladder(5, parts(950), { 4: parts(949) })];
    const { base: before, head: after, difference } = compareEndpoint(base, head, options);
    expect([before.method, after.method]).toEqual(["exact", "exact"]);
    expect(difference).toEqual({ delta: before.unavailability - after.unavailability });
    expect(difference.delta).toBeCloseTo(exactly(head) - exactly(base), 14);
  });

  it("keeps the digits of a small one, and is zero up to 1e-12", () => {
    const single = (nano: number): Side => {
      const services = [service("entry", [parts(1e12 - nano, 1e12)])];
      return { model: model(services, []), endpoint: endpoint(0, atLeast(0)) };
    };
    const { difference } = compareEndpoint(single(1000), single(3000), options);
    expect(Math.abs(difference.delta + 2e-9)).toBeLessThan(1e-20);
    expect(compareEndpoint(single(1), single(1.5), options).difference).toEqual({ delta: 0 });
  });

  it("of identical sampled models is exactly zero, in any order of their parts", () => {
    const base = grid(7);
    const reordered = {
      ...base,
      model: { ...base.model, dependencies: base.model.dependencies.toReversed() },
    };
    const found = compareEndpoint(base, reordered, options);
    expect(found.base.method).toBe("monte-carlo");
    expect(found.head.availability).toBeCloseTo(found.base.availability, 14);
    expect(found.difference).toEqual({ delta: 0, interval: [0, 0] });
  });

  it("of sampled models shares the numbers of each side's own estimate", () => {
    const [base, head] = [grid(7), grid(7, { 48: parts(900) })];
    const found = compareEndpoint(base, head, options);
    expect(found.base).toEqual(estimateEndpoint(base.model, base.endpoint, options));
    expect(found.head).toEqual(estimateEndpoint(head.model, head.endpoint, options));
    // s48 is the need itself, mandatory on both sides: only the factor changes, by 0.90 to 0.97.
    const { delta, interval } = found.difference;
    expect(delta).toBeCloseTo(found.base.availability * (0.9 / 0.97 - 1), 12);
    expect(interval![0]).toBeLessThanOrEqual(delta);
    expect(interval![1]).toBeGreaterThanOrEqual(delta);
    expect(interval![1]).toBeLessThan(0);
  });

  it("covers the exact difference, in an interval far narrower than that of separate draws", () => {
    const [base, head] = [ladder(6, parts(900)), ladder(6, parts(900), { 2: parts(880) })];
    const truth = exactly(head) - exactly(base);
    const runs = 400;
    let covered = 0;
    let width = 0;
    let apart = 0;
    for (let seed = 0; seed < runs; seed++) {
      const before = [sampled(base, seed, 2000)];
      const after = [sampled(head, seed, 2000)];
      const estimates = { base: estimateOf(before), head: estimateOf(after) };
      const { interval, delta } = differenceOf(estimates, before, after);
      const [low, high] = interval!;
      expect(low <= delta && delta <= high).toBe(true);
      if (low <= truth && truth <= high) covered++;
      width += high - low;
      const [b, h] = [estimates.base.interval!, estimates.head.interval!];
      apart += Math.hypot(b[1] - b[0], h[1] - h[0]);
    }
    expect(covered).toBeGreaterThan(0.95 * runs);
    expect(width).toBeLessThan(0.5 * apart);
  });

  it("covers the exact difference where one side is exact, and where a factor changes", () => {
    const base = ladder(6, parts(900));
    const head = ladder(6, parts(900), { 4: parts(800), 5: parts(800) });
    const truth = exactly(head) - exactly(base);
    const exact: Solved = {
      method: "exact",
      share: 1,
      up: { p: exactly(head), q: 1 - exactly(head) },
    };
    const mandatory = { p: 0.9, q: 0.1 };
    let covered = 0;
    let scaledCovered = 0;
    for (let seed = 0; seed < 300; seed++) {
      const before = [sampled(base, seed, 1000)];
      const estimates = { base: estimateOf(before), head: estimateOf([exact]) };
      const [low, high] = differenceOf(estimates, before, [exact]).interval!;
      if (low <= truth && truth <= high) covered++;

      const { rest } = restOf(head);
      const failures = sampleFailures(rest, seed, 1000);
      const after: Solved[] = [
        { method: "monte-carlo", share: 1, factor: mandatory, rest, failures },
      ];
      const both = { base: estimates.base, head: estimateOf(after) };
      const [least, most] = differenceOf(both, before, after).interval!;
      const scaled = 0.9 * exactProbability(rest)!.p - exactly(base);
      if (least <= scaled && scaled <= most) scaledCovered++;
    }
    expect(covered).toBeGreaterThan(0.91 * 300);
    expect(scaledCovered).toBeGreaterThan(0.95 * 300);
  });
});

describe("the order of a spec", () => {
  /** Layers of services, each called by two of the layer above; at the edge of what is exact. */
  function layers(reversed: boolean): Side {
    const [width, depth] = [8, 6];
    const services = Array.from({ length: 1 + width * depth }, (_, index) =>
      service(`s${index}`, [parts(990)]),
    );
    const at = (layer: number, index: number) => 1 + layer * width + index;
    const pairs = Array.from({ length: depth }, (_, layer) =>
      Array.from({ length: width }, (_, index) => {
        const callers =
          layer === 0 ? [0] : [index, (index * 3 + layer) % width].map((one) => at(layer - 1, one));
        return [...new Set(callers)].map((from) => [from, at(layer, index)] as const);
      }).flat(),
    ).flat();
    const links = pairs.map(([from, to]) => dependency(services, from, to, [parts(980)]));
    const last = services.length - 1;
    const needs = atLeast(2, reached(last), reached(last - 1), reached(last - 2));
    return {
      model: model(services, reversed ? links.toReversed() : links),
      endpoint: endpoint(0, needs),
    };
  }

  it("decides neither the method nor the figure of head beside base", () => {
    const [straight, reversed] = [layers(false), layers(true)];
    const options = { samples: 2000, seed: 1 };
    const alone = [straight, reversed].map(
      (side) => estimateEndpoint(side.model, side.endpoint, options).method,
    );
    expect(alone).toEqual(["exact", "monte-carlo"]);
    for (const [base, head] of [
      [straight, reversed],
      [reversed, straight],
    ] as const) {
      const compared = compareEndpoint(base, head, options);
      expect(compared.head).toEqual(compared.base);
      expect(compared.difference.delta).toBe(0);
    }
  });
});
