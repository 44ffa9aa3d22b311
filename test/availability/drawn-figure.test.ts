import { describe, expect, it } from "vitest";
import type { Claim } from "../../src/availability/claim.ts";
import { meanSequence, sequenceInterval } from "../../src/availability/confidence.ts";
import {
  askClaim,
  type DrawnFigure,
  drawnPart,
  intervalOf,
  intervalOfDifference,
  knownPart,
  meanOf,
  openClaim,
  rangeOf,
  sumOfParts,
} from "../../src/availability/drawn-figure.ts";
import type { Patterns } from "../../src/availability/patterns.ts";
import { drawBinomial, uniforms } from "./simulate.ts";

const exactly = (value: number) => ({ low: value, high: value });
const factor = { p: 0.99, q: 0.01 };

const belowSlo = (beyond: number): Claim => ({ base: 0, head: 1, beyond });
const drop = (limit: number): Claim => ({ base: -1, head: 1, beyond: limit });
const growth = (limit: number): Claim => ({ base: -(1 + limit), head: 1, beyond: 0 });

/** 10,000 states of two subjects: so many failing states of the first alone, the second alone, both. */
function states(first: number, second: number, both: number): Patterns {
  return new Map([
    [0, 10_000 - first - second - both],
    [1, first],
    [2, second],
    [3, both],
  ]);
}

describe("a figure that is drawn in part", () => {
  it("is what is mandatory, and of the rest what fails in the stratum that is drawn", () => {
    const part = drawnPart(1, factor, 0.02, 0);
    // U = 0.01 + 0.99 · 0.02 · 0.3
    expect(meanOf(part, states(3000, 0, 0))).toBeCloseTo(0.01 + 0.99 * 0.02 * 0.3, 15);
    const range = rangeOf(part);
    expect(range.low).toBe(0.01);
    expect(range.high).toBeCloseTo(0.01 + 0.99 * 0.02, 15);
    const [low, high] = intervalOf(part, states(3000, 0, 0), 0.05);
    // 30% of 10,000 at 95%, by Wilson.
    expect(low).toBeCloseTo(0.01 + 0.99 * 0.02 * 0.291094, 7);
    expect(high).toBeCloseTo(0.01 + 0.99 * 0.02 * 0.309057, 7);
  });

  it("is the sum of its members by their shares, known and drawn", () => {
    const figure = sumOfParts([
      drawnPart(0.2, factor, 1, 0),
      drawnPart(0.5, { p: 1, q: 0 }, 0.1, 1),
      knownPart(0.3, { low: 0.001, high: 0.002 }),
    ]);
    const patterns = states(100, 40, 60);
    const expected = 0.2 * (0.01 + 0.99 * 0.016) + 0.5 * 0.1 * 0.01 + 0.3 * 0.0015;
    expect(meanOf(figure, patterns)).toBeCloseTo(expected, 14);
    const [low, high] = intervalOf(figure, patterns, 0.05);
    expect(low).toBeLessThan(expected - 0.3 * 0.0005);
    expect(high).toBeGreaterThan(expected + 0.3 * 0.0005);
    expect(high - low).toBeLessThan(0.0016);
    expect(rangeOf(figure).low).toBeCloseTo(0.2 * 0.01 + 0.3 * 0.001, 15);
    expect(rangeOf(figure).high).toBeCloseTo(0.2 + 0.5 * 0.1 + 0.3 * 0.002, 15);
  });

  it("may be known without a draw", () => {
    expect(meanOf(knownPart(1, exactly(0.003)), new Map())).toBe(0.003);
    expect(intervalOf(knownPart(1, exactly(0.003)), new Map(), 0.05)).toEqual([0.003, 0.003]);
  });

  it("stays within what is certified", () => {
    const figure = drawnPart(1, factor, 1, 0, { low: 0.03, high: 0.04 });
    expect(intervalOf(figure, states(0, 0, 0), 0.05)).toEqual([0.03, 0.03]);
    expect(meanOf(figure, states(9000, 0, 0))).toBe(0.04);
    const [low, high] = intervalOf(figure, states(250, 0, 0), 0.05);
    expect(low).toBeGreaterThan(0.03);
    expect(high).toBeLessThan(0.04);
    const mixed = sumOfParts([figure, knownPart(0, exactly(0))]);
    expect(rangeOf(mixed)).toEqual({ low: 0.03, high: 0.04 });
    // Of each part what is tighter: what is certified of the one, the stratum of the other.
    const certain = { p: 1, q: 0 };
    const both = sumOfParts([
      drawnPart(0.5, factor, 1, 0, { low: 0.03, high: 0.04 }),
      drawnPart(0.5, certain, 0.1, 1),
    ]);
    expect(rangeOf(both).low).toBeCloseTo(0.015, 15);
    expect(rangeOf(both).high).toBeCloseTo(0.07, 15);
  });

  it("has a wider interval where one stopped for what was seen", () => {
    const figure = drawnPart(1, factor, 0.02, 0);
    const patterns = states(3000, 0, 0);
    const fixed = intervalOf(figure, patterns, 0.05);
    const [low, high] = intervalOf(figure, patterns, 0.05, sequenceInterval);
    const [least, most] = meanSequence(3000, 10_000, 0.05);
    expect(low).toBeCloseTo(0.01 + 0.99 * 0.02 * least, 14);
    expect(high).toBeCloseTo(0.01 + 0.99 * 0.02 * most, 14);
    expect(high - low).toBeGreaterThan(1.3 * (fixed[1] - fixed[0]));
    expect(high - low).toBeLessThan(2.5 * (fixed[1] - fixed[0]));
  });

  it("differs from another over the same states by the states in which one of them fails", () => {
    const base = drawnPart(1, { p: 1, q: 0 }, 1, 0);
    const head = drawnPart(1, { p: 1, q: 0 }, 1, 1);
    const [low, high] = intervalOfDifference(base, head, states(0, 100, 5000), 0.05);
    // Of the 5,000 that both fail in nothing is seen: 1% ± 0.2%, not ± 1.4%.
    expect(low).toBeGreaterThan(0.0075);
    expect(high).toBeLessThan(0.0125);
    expect(intervalOfDifference(base, base, states(100, 0, 0), 0.05)).toEqual([0, 0]);
    const narrow = { ...head, within: { low: 0.5, high: 0.509 } };
    const inside = { ...base, within: exactly(0.5) };
    expect(intervalOfDifference(inside, narrow, states(0, 100, 5000), 0.05)[1]).toBeCloseTo(
      0.009,
      12,
    );
  });

  it("differs by no interval upside down where the draws contradict what is certain", () => {
    const base = knownPart(1, exactly(0.5));
    const low = drawnPart(1, { p: 1, q: 0 }, 1, 0, { low: 0.5, high: 0.501 });
    const high = drawnPart(1, { p: 1, q: 0 }, 1, 0, { low: 0.6, high: 0.601 });
    const half = states(5_500, 0, 0);
    const apart = (one: DrawnFigure) => intervalOfDifference(base, one, half, 0.05);
    for (const end of apart(low)) expect(end).toBeCloseTo(0.001, 12);
    for (const end of apart(high)) expect(end).toBeCloseTo(0.1, 12);
  });
});

describe("a claim on figures that are drawn in part", () => {
  const base = drawnPart(1, factor, 0.02, 0);
  const head = drawnPart(1, factor, 0.02, 1);
  const decisionOf = (claim: Claim, one: DrawnFigure, other: DrawnFigure) =>
    openClaim(claim, one, other, 0.05).inquiry.decision;

  it("needs no draw where what is certain decides it", () => {
    expect(decisionOf(belowSlo(0.009), base, head)).toBe("yes");
    expect(decisionOf(belowSlo(0.02), base, head)).toBe("open");
    expect(decisionOf(belowSlo(0.03), base, head)).toBe("no");
    expect(decisionOf(belowSlo(0.02), base, { ...head, within: { low: 0.021, high: 1 } })).toBe(
      "yes",
    );
    expect(decisionOf(belowSlo(0.02), base, { ...head, within: { low: 0, high: 0.02 } })).toBe(
      "no",
    );
    expect(decisionOf(drop(0.02), base, head)).toBe("no");
    expect(decisionOf(drop(0.001), base, head)).toBe("open");
  });

  it("finds no difference between two figures of one subject", () => {
    expect(decisionOf(drop(0), base, base)).toBe("no");
    expect(decisionOf(growth(0), base, base)).toBe("no");
    // A subject of its own with what is more mandatory: the drop is certain.
    const worse = drawnPart(1, { p: 0.9, q: 0.1 }, 0.02, 0);
    expect(decisionOf(drop(0.01), base, worse)).toBe("yes");
  });

  it("is decided by the states in which its sides differ", () => {
    const open = openClaim(drop(0.0001), base, head, 0.05);
    expect(open.weights).toEqual([-0.99 * 0.02, 0.99 * 0.02]);
    // 3% of the stratum more fail: a drop of 0.03 · 0.99 · 0.02 = 0.06%.
    expect(askClaim(open, states(50, 350, 4000)).inquiry.decision).toBe("yes");
    expect(askClaim(open, states(50, 100, 4000)).inquiry.decision).toBe("open");
    expect(askClaim(open, states(350, 50, 4000)).inquiry.decision).toBe("no");
    const decided = askClaim(open, states(50, 350, 4000));
    expect(askClaim(decided, states(9000, 0, 0)).inquiry.decision).toBe("yes");
  });

  it("stays open where what is only bounded could make the difference", () => {
    const bounded = sumOfParts([
      drawnPart(0.5, factor, 1, 0),
      knownPart(0.5, { low: 0.01, high: 0.05 }),
    ]);
    // U = 0.5 · (0.01 + 0.99 f) + 0.5 · [0.01, 0.05] is 0.0199 to 0.0399 at f = 2%.
    const decided = (slo: number) =>
      askClaim(openClaim(belowSlo(slo), base, bounded, 0.05), states(200, 0, 0)).inquiry.decision;
    expect([0.014, 0.025, 0.035, 0.047].map(decided)).toEqual(["yes", "open", "open", "no"]);
  });

  it("does not count less than 1e-12 as beyond", () => {
    const sure = knownPart(1, exactly(0.001));
    expect(decisionOf(belowSlo(0.001), sure, sure)).toBe("no");
    expect(decisionOf(belowSlo(0.001 - 5e-13), sure, sure)).toBe("no");
    expect(decisionOf(belowSlo(0.001 - 2e-12), sure, sure)).toBe("yes");
    // A head that a draw lifts by less than that, though it fails in every drawn state.
    const hardly = drawnPart(1, { p: 1, q: 0 }, 5e-13, 0);
    expect(decisionOf(belowSlo(0), sure, hardly)).toBe("no");
    // Nor one by up to 2e-12, of which a fifth is drawn: 4e-13.
    const barely = openClaim(belowSlo(0), sure, drawnPart(1, { p: 1, q: 0 }, 2e-12, 0), 0.05);
    expect(barely.inquiry.decision).toBe("open");
    expect(askClaim(barely, states(2000, 0, 0)).inquiry.decision).toBe("no");
    expect(askClaim(barely, states(8000, 0, 0)).inquiry.decision).toBe("yes");
  });

  it("is wrong in at most 5% of 500 mixtures that grow by about as much as they may", () => {
    // Two members; at head, the second fails in more of the states in which the first holds.
    let wrong = 0;
    let decided = 0;
    for (let run = 0; run < 500; run++) {
      const uniform = uniforms(run);
      const parts = (first: number, second: number) =>
        sumOfParts([drawnPart(0.3, factor, 0.1, first), drawnPart(0.7, factor, 0.1, second)]);
      const [shared, lost] = [0.05, [0.004, 0.0045, 0.005, 0.0055, 0.006][run % 5]!];
      const before = 0.01 + 0.099 * (0.3 * shared + 0.7 * shared);
      const limit = (0.099 * 0.7 * 0.005) / before;
      let state = openClaim(growth(limit), parts(0, 1), parts(0, 2), 0.05);
      for (let block = 0; block < 40; block++) {
        const failed = drawBinomial(uniform, 1000, shared);
        const more = drawBinomial(uniform, 1000 - failed, lost / (1 - shared));
        const patterns = new Map([
          [0, 1000 - failed - more],
          [7, failed],
          [4, more],
        ]);
        state = askClaim(state, patterns);
      }
      const { decision } = state.inquiry;
      if (decision !== "open") decided++;
      if (decision === "yes" ? lost <= 0.005 : decision === "no" && lost >= 0.005) wrong++;
    }
    expect(wrong).toBeLessThan(0.05 * 500);
    expect(decided).toBeGreaterThan(20);
  });
});
