import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../../src/numbers/jeffreys.ts";
import type { History } from "../../../src/traces/series/history.ts";
import { looksOf } from "../../../src/traces/series/looks.ts";
import {
  type Duration,
  downtimes,
  draws,
  exponential,
  fixed,
  logNormal,
  sampled,
} from "./random.ts";

const STEP = 30;

function historyOf(up: readonly number[], of = 1, times = up.map((_, i) => i * STEP)): History {
  return {
    service: "a",
    namespace: "",
    instance: of === 1 ? "a-0" : null,
    from: of === 1 ? "readiness" : "replicas",
    times,
    up,
    of: up.map(() => of),
  };
}

type Case = {
  readonly up: number;
  readonly down: number;
  readonly replicas: number;
  readonly failures: number;
  readonly repair?: Duration;
  /** Replicas as one count, as a workload's own has them. */
  readonly counted?: boolean;
};

/** The share of histories whose 95% interval holds the true θ. */
function coverage(
  { up, down, replicas, failures, repair = exponential, counted }: Case,
  count = 1000,
): number {
  const random = draws(11);
  const end = (failures * (up + down)) / replicas;
  const truth = up / (up + down);
  let covered = 0;
  for (let i = 0; i < count; i++) {
    const each = Array.from({ length: replicas }, () =>
      sampled(downtimes(random, { up, down, end, repair }), STEP, end),
    );
    const histories = counted
      ? [
          historyOf(
            each[0]!.map((_, t) => each.reduce((sum, one) => sum + one[t]!, 0)),
            replicas,
          ),
        ]
      : each.map((one) => historyOf(one));
    const looks = looksOf(histories);
    if (looks === null) continue;
    const { low, high } = jeffreysInterval(looks.good, looks.total);
    if (low.p <= truth && truth <= high.p) covered += 1;
  }
  return covered / count;
}

describe("θ from a series", () => {
  it.each<[string, Case]>([
    ["20 failures of one replica", { up: 900, down: 100, replicas: 1, failures: 20 }],
    ["30 of three", { up: 900, down: 100, replicas: 3, failures: 30 }],
    ["60 of three", { up: 900, down: 100, replicas: 3, failures: 60 }],
    ["repairs as short as the step", { up: 900, down: 30, replicas: 2, failures: 60 }],
    ["repairs of a third of the time", { up: 600, down: 300, replicas: 2, failures: 40 }],
    [
      "replicas that are only counted",
      { up: 900, down: 100, replicas: 3, failures: 60, counted: true },
    ],
  ])("covers the truth in 94 to 97% of 1,000 histories: %s", (_, one) => {
    const share = coverage(one);
    expect(share).toBeGreaterThanOrEqual(0.94);
    expect(share).toBeLessThanOrEqual(0.97);
  });

  it("errs to the safe side where repairs take as long every time, and hardly where few take most", () => {
    const one = { up: 900, down: 100, replicas: 3, failures: 60 };
    expect(coverage({ ...one, repair: fixed }, 300)).toBeGreaterThan(0.97);
    expect(coverage({ ...one, repair: logNormal }, 300)).toBeGreaterThan(0.92);
  });

  it("keeps the share that was up, to half a look", () => {
    const random = draws(3);
    for (let i = 0; i < 50; i++) {
      const up = sampled(downtimes(random, { up: 2000, down: 150, end: 1e5 }), STEP, 1e5);
      const looks = looksOf([historyOf(up)])!;
      const share = up.reduce((sum, one) => sum + one, 0) / up.length;
      expect(Math.abs(looks.good / looks.total - share)).toBeLessThanOrEqual(0.5 / looks.total);
      expect(looks.total).toBeLessThanOrEqual(up.length);
    }
  });

  it("is n (1 - r)/(1 + r) looks of a Markov chain, r the correlation of neighbours", () => {
    // Two cycles of 3 up and 1 down, all spells alike: r = 1 - 1/3 - 1.
    const up = Array.from({ length: 400 }, (_, i) => (i % 4 === 3 ? 0 : 1));
    expect(looksOf([historyOf(up)])).toMatchObject({ good: 300, total: 400 });
    // 90 up and 10 down in turn: 1/m0 + 1/m1 = 1/9, n' = n (1/9)/(2 - 1/9) = n/17.
    const long = Array.from({ length: 17_000 }, (_, i) => (i % 100 >= 90 ? 0 : 1));
    const looks = looksOf([historyOf(long)])!;
    expect(looks.total).toBeGreaterThan(980);
    expect(looks.total).toBeLessThan(1010);
  });

  it("says nothing where nothing failed, or less than one look", () => {
    expect(looksOf([])).toBeNull();
    expect(looksOf([historyOf([])])).toBeNull();
    expect(looksOf([historyOf(Array(1000).fill(1))])).toBeNull();
    expect(
      looksOf([historyOf([...Array(100).fill(1), 0, 0, 0, ...Array(100).fill(1)])]),
    ).toBeNull();
    expect(looksOf([historyOf(Array(100).fill(0))])).toBeNull();
  });

  it("takes no step over a hole for a failure", () => {
    const up = Array.from({ length: 1000 }, (_, i) => (i % 20 < 10 ? 1 : 0));
    expect(looksOf([historyOf(up)])).not.toBeNull();
    const times = up.map((_, i) => i * STEP + Math.floor(i / 10) * 1000);
    expect(looksOf([historyOf(up, 1, times)])).toBeNull();
  });
});
