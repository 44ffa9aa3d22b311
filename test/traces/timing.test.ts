import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/numbers/jeffreys.ts";
import type { Outcome } from "../../src/traces/calls.ts";
import { countCall, evidenceOf, openCallTally, timingOf } from "../../src/traces/timing.ts";
import { type Random, randomOf } from "./generate-random.ts";

type Truth = { readonly rho: number; readonly onTime: number; readonly retries: number };

/** One call by the model itself: one state of the channel, attempts that are independent. */
function callOf({ rho, onTime, retries }: Truth, random: Random): Outcome[] {
  if (!random.chance(rho)) return ["unusable"];
  const outcomes: Outcome[] = [];
  while (outcomes.length <= retries) {
    const inTime = random.chance(onTime);
    outcomes.push(inTime ? "usable" : "timed-out");
    if (inTime) break;
  }
  return outcomes;
}

function tallyOf(calls: Iterable<readonly Outcome[]>) {
  const tally = openCallTally();
  for (const outcomes of calls) countCall(tally, outcomes, null);
  return tally;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

const covers = ({ good, total }: { good: number; total: number }, truth: number): boolean => {
  const { low, high } = jeffreysInterval(good, total);
  return low.p <= truth && truth <= high.p;
};

describe("counts of calls", () => {
  it("have one trial of ρ a call, and one of λ an attempt", () => {
    const tally = tallyOf([
      ["usable"],
      ["timed-out", "usable"],
      ["timed-out", "timed-out", "usable"],
      ["unusable"],
      ["unusable", "usable"],
    ]);
    expect(evidenceOf(tally)).toEqual({ good: 4, total: 5, until: null });
    expect(timingOf(tally)).toEqual({ onTime: { good: 4, total: 7, until: null }, retries: 2 });
  });

  it("have no failure both in ρ and in λ", () => {
    const tally = tallyOf([["timed-out", "unusable"], ["timed-out"], ["usable"]]);
    expect(evidenceOf(tally)).toEqual({ good: 2, total: 3, until: null });
    expect(timingOf(tally)).toEqual({ onTime: { good: 1, total: 2, until: null }, retries: 0 });
  });

  it("leave out calls of which nobody knows how they ended", () => {
    const tally = tallyOf([["undecided"], ["undecided", "undecided"], []]);
    expect([evidenceOf(tally), timingOf(tally)]).toEqual([null, null]);
  });

  it("have no timing where nothing timed out, whatever was repeated", () => {
    const tally = tallyOf([["usable"], ["unusable", "usable"], ["unusable", "unusable"]]);
    expect(evidenceOf(tally)).toEqual({ good: 2, total: 3, until: null });
    expect(timingOf(tally)).toBeNull();
  });

  it("have the day of the last that counts", () => {
    const tally = openCallTally();
    countCall(tally, ["usable"], Date.UTC(2026, 10, 1, 23, 59) * 1000);
    countCall(tally, ["timed-out"], Date.UTC(2026, 9, 30) * 1000);
    countCall(tally, ["undecided"], Date.UTC(2026, 11, 1) * 1000);
    countCall(tally, ["usable"], null);
    expect(evidenceOf(tally)?.until).toBe("2026-11-01");
    expect(timingOf(tally)?.onTime.until).toBe("2026-11-01");
    expect(evidenceOf({ ...tally, until: 1e300 })?.until).toBeNull();
  });

  it("multiply to the share of calls that came through, where calls make one attempt", () => {
    const outcome = fc.constantFrom<Outcome>("usable", "unusable", "timed-out", "undecided");
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 60 }), (outcomes) => {
        const tally = tallyOf(outcomes.map((one) => [one]));
        const evidence = evidenceOf(tally);
        const known = outcomes.filter((one) => one !== "undecided");
        if (evidence === null) expect(known).toEqual([]);
        else {
          const { good, total } = timingOf(tally)?.onTime ?? { good: 1, total: 1 };
          const through = known.filter((one) => one === "usable").length;
          expect((evidence.good / evidence.total) * (good / total)).toBeCloseTo(
            through / known.length,
            12,
          );
        }
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it("are the same in whatever order calls come", () => {
    const outcome = fc.constantFrom<Outcome>("usable", "unusable", "timed-out", "undecided");
    const calls = fc.array(fc.array(outcome, { maxLength: 5 }), { maxLength: 30 });
    fc.assert(
      fc.property(calls, fc.infiniteStream(fc.nat()), (list, keys) => {
        const shuffled = list
          .map((one) => [keys.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        expect(tallyOf(shuffled)).toEqual(tallyOf(list));
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe("retries", () => {
  const known = (calls: Outcome[][]) => timingOf(tallyOf(calls));
  const late = (attempts: number, last: Outcome): Outcome[] => [
    ...times<Outcome>(attempts - 1, () => "timed-out"),
    last,
  ];

  it("are those of most calls: a lost span, or a loop, changes nothing", () => {
    const calls = [
      ...times(1000, () => late(1, "usable")),
      ...times(60, () => late(2, "usable")),
      ...times(4, () => late(3, "usable")),
      late(3, "timed-out"),
      late(1, "timed-out"),
      late(9, "usable"),
    ];
    expect(known(calls)?.retries).toBe(2);
  });

  it("are none where most calls that time out do not try again: λ is of calls", () => {
    const calls = [
      ...times(100, () => late(1, "usable")),
      ...times(40, () => late(2, "usable")),
      ...times(60, () => late(1, "timed-out")),
    ];
    expect(known(calls)).toEqual({ onTime: { good: 140, total: 200, until: null }, retries: 0 });
  });

  it("count for nothing where calls give up as often as if they had none", () => {
    const calls = [
      ...times(9900, () => late(1, "usable")),
      ...times(100, () => late(3, "timed-out")),
    ];
    // Independence would have 1 call in 37,000 give up: 1 in 100 did.
    expect(known(calls)).toEqual({ onTime: { good: 9900, total: 10000, until: null }, retries: 0 });
  });

  it("come out of simulated calls with ρ and λ, whatever these are", () => {
    const random = randomOf(31);
    for (const truth of [
      { rho: 0.99, onTime: 0.9, retries: 0 },
      { rho: 0.95, onTime: 0.8, retries: 1 },
      { rho: 0.999, onTime: 0.7, retries: 2 },
      { rho: 0.9, onTime: 0.5, retries: 4 },
    ]) {
      for (let round = 0; round < 20; round += 1) {
        const tally = tallyOf(times(3000, () => callOf(truth, random)));
        expect(timingOf(tally)?.retries).toBe(truth.retries);
      }
    }
  });

  it("make ρ_eff the share of calls that came through", () => {
    const random = randomOf(32);
    for (let round = 0; round < 50; round += 1) {
      const truth = {
        rho: 0.9 + random.next() / 10,
        onTime: 0.6 + random.next() / 4,
        retries: random.below(4),
      };
      const tally = tallyOf(times(5000, () => callOf(truth, random)));
      const { good, total } = evidenceOf(tally)!;
      const { onTime, retries } = timingOf(tally)!;
      const late = 1 - onTime.good / onTime.total;
      const effective = (good / total) * (1 - late ** (retries + 1));
      const through = (tally.up - tally.gaveUp) / tally.calls;
      // What is left is the noise of so few that give up.
      expect(Math.abs(effective - through)).toBeLessThan(retries === 0 ? 1e-12 : 0.01);
    }
  });
});

describe("intervals of ρ and λ", () => {
  it("cover the truth in 94 to 97% of 1,000 histories with 20 failures and more", () => {
    const random = randomOf(7);
    const truths = [
      { rho: 0.97, onTime: 0.9, retries: 2, calls: 1000 },
      { rho: 0.9, onTime: 0.95, retries: 1, calls: 800 },
      { rho: 0.95, onTime: 0.94, retries: 0, calls: 1000 },
    ];
    for (const truth of truths) {
      let rho = 0;
      let onTime = 0;
      for (let history = 0; history < 1000; history += 1) {
        const tally = tallyOf(times(truth.calls, () => callOf(truth, random)));
        if (covers(evidenceOf(tally)!, truth.rho)) rho += 1;
        if (covers(timingOf(tally)!.onTime, truth.onTime)) onTime += 1;
      }
      for (const covered of [rho, onTime]) {
        expect(covered).toBeGreaterThanOrEqual(940);
        expect(covered).toBeLessThanOrEqual(970);
      }
    }
  });
});
