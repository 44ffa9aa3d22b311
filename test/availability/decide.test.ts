import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/availability/claim.ts";
import {
  type Hypothesis,
  type Inquiry,
  inquire,
  openInquiry,
} from "../../src/availability/decide.ts";
import { proportionInterval } from "../../src/availability/interval.ts";
import type { Tally } from "../../src/availability/mean-interval.ts";
import { drawBinomial, uniforms } from "./simulate.ts";

const between = (low: number, high: number, limit: number, alpha: number): Hypothesis => ({
  range: { low, high },
  below: limit,
  above: limit,
  alpha,
});

const failuresAmong = (total: number, failed: number): readonly Tally[] => [
  { value: 0, count: total - failed },
  { value: 1, count: failed },
];

/** Draws of a gain of 1 or a loss of 1, of probabilities of their own; of anything else nothing. */
function drawDifference(
  uniform: () => number,
  total: number,
  gain: number,
  loss: number,
): readonly Tally[] {
  const gained = drawBinomial(uniform, total, gain);
  const lost = drawBinomial(uniform, total - gained, loss / (1 - gain));
  return [
    { value: 0, count: total - gained - lost },
    { value: 1, count: gained },
    { value: -1, count: lost },
  ];
}

function decide(hypothesis: Hypothesis, blocks: number, draw: () => readonly Tally[]): Inquiry {
  let inquiry = openInquiry(hypothesis);
  for (let block = 0; block < blocks && inquiry.decision === "open"; block++) {
    inquiry = inquire(inquiry, draw());
  }
  return inquiry;
}

/** Cases with true means at the limit, and nearer to it than a budget of draws can tell. */
function borderline(cases: number, decideOne: (index: number, near: number) => Decision) {
  const nearness = [0.9, 0.97, 1, 1.03, 1.1];
  const counts = { yes: 0, no: 0, yesAtLimit: 0, noAtLimit: 0, decided: 0 };
  for (let index = 0; index < cases; index++) {
    const near = nearness[index % nearness.length]!;
    const decision = decideOne(index, near);
    if (decision === "open") continue;
    counts.decided++;
    if (decision === "yes" ? near <= 1 : near > 1) counts[decision]++;
    // At the limit "no" is right, but is not to be shown either: what is just above looks the same.
    if (near === 1) counts[`${decision}AtLimit`]++;
  }
  return {
    decided: counts.decided,
    share: (counts.yes + counts.no + counts.noAtLimit) / cases,
    yesAtLimit: (counts.yesAtLimit * nearness.length) / cases,
    noAtLimit: (counts.noAtLimit * nearness.length) / cases,
  };
}

/** The probability of each decision with a look after every draw, computed over all that can be drawn. */
function everDecided(hypothesis: Hypothesis, p: number, draws: number) {
  const decided = { yes: 0, no: 0, open: 1 };
  let alive = new Float64Array([1]);
  for (let total = 1; total <= draws; total++) {
    const next = new Float64Array(total + 1);
    for (let failed = 0; failed <= total; failed++) {
      const mass = (alive[failed] ?? 0) * (1 - p) + (alive[failed - 1] ?? 0) * p;
      // What is less likely than this adds up to nothing that counts.
      if (mass < 1e-12) continue;
      const { decision } = inquire(openInquiry(hypothesis), failuresAmong(total, failed));
      if (decision === "open") next[failed] = mass;
      else decided[decision] += mass;
    }
    alive = next;
  }
  return { ...decided, open: alive.reduce((sum, mass) => sum + mass, 0) };
}

describe("a decision", () => {
  it.each([
    [0.1, 0.1],
    [0.02, 0.1],
    [0.5, 0.05],
  ])(
    "looked at after every draw is wrong at the limit %d with at most half of alpha a side: exactly",
    (limit, alpha) => {
      const { yes, no, open } = everDecided(between(0, 1, limit, alpha), limit, 250);
      expect(yes).toBeLessThanOrEqual(alpha / 2);
      expect(no).toBeLessThanOrEqual(alpha / 2);
      expect(yes + no).toBeGreaterThan(0.001);
      expect(yes + no + open).toBeCloseTo(1, 6);
    },
  );

  it("is wrong in at most 5% of 2,000 borderline cases of one figure", () => {
    const limits = [0.003, 0.03, 0.3];
    const wrong = borderline(2000, (index, near) => {
      const limit = limits[index % limits.length]!;
      const uniform = uniforms(index);
      const draw = () => failuresAmong(800, drawBinomial(uniform, 800, near * limit));
      return decide(between(0, 1, limit, 0.05), 60, draw).decision;
    });
    expect(wrong.decided).toBeGreaterThan(500);
    expect(wrong.share).toBeLessThan(0.05);
    expect(wrong.yesAtLimit).toBeLessThan(0.025);
    expect(wrong.noAtLimit).toBeLessThan(0.025);
  });

  it("is wrong in at most 5% of 2,000 borderline cases of a difference", () => {
    const limits = [0.001, 0.01, 0.05];
    const wrong = borderline(2000, (index, near) => {
      const limit = limits[index % limits.length]!;
      const lost = [0, 0.002, 0.02][Math.floor(index / 3) % 3]!;
      const uniform = uniforms(10_000 + index);
      const draw = () => drawDifference(uniform, 1000, lost + near * limit, lost);
      return decide(between(-1, 1, limit, 0.05), 60, draw).decision;
    });
    expect(wrong.decided).toBeGreaterThan(250);
    expect(wrong.share).toBeLessThan(0.05);
    expect(wrong.yesAtLimit).toBeLessThan(0.025);
    expect(wrong.noAtLimit).toBeLessThan(0.025);
  });

  it("is as seldom wrong where two equal figures are asked for any drop", () => {
    const wrong = { yes: 0, no: 0, open: 0 };
    for (let index = 0; index < 400; index++) {
      const uniform = uniforms(20_000 + index);
      const draw = () => drawDifference(uniform, 1000, 0.01, 0.01);
      wrong[decide(between(-1, 1, 1e-12, 0.05), 60, draw).decision]++;
    }
    expect(wrong.yes).toBeLessThan(0.025 * 400);
    expect(wrong.no).toBeLessThan(0.025 * 400);
  });

  it("would be wrong far too often by a 95% interval that is looked at after each block", () => {
    // Why there is an e-process at all: at the limit, 100 looks at Wilson's interval exclude it in 1 of
    // 3 cases, and one look in 1 of 20. So the cases above are many enough to tell.
    const uniform = uniforms(5);
    let wrong = 0;
    for (let index = 0; index < 400; index++) {
      let failed = 0;
      for (let total = 500; total <= 50_000; total += 500) {
        failed += drawBinomial(uniform, 500, 0.1);
        const [low, high] = proportionInterval(failed, total, 0.05);
        if (low <= 0.1 && 0.1 <= high) continue;
        wrong++;
        break;
      }
    }
    expect(wrong).toBeGreaterThan(0.25 * 400);
  });

  it.each([0.0005, 0.01, 0.2])(
    "comes, and comes right, where the mean is not near the limit %d",
    (limit) => {
      const uniform = uniforms(8);
      // In all, 200 failures at the limit.
      const draws = 5 / limit;
      for (const [factor, right] of [
        [1.5, "yes"],
        [0.6, "no"],
      ] as const) {
        const draw = () => failuresAmong(draws, drawBinomial(uniform, draws, factor * limit));
        const decisions = Array.from(
          { length: 100 },
          () => decide(between(0, 1, limit, 0.01), 40, draw).decision,
        );
        expect(decisions.filter((one) => one === right).length).toBeGreaterThan(95);
      }
    },
  );

  it("needs no draw where the range of W is on one side", () => {
    const decided = (low: number, high: number, below: number, above: number) =>
      openInquiry({ range: { low, high }, below, above, alpha: 0.05 }).decision;
    expect(decided(0, 1, -0.1, -0.1)).toBe("yes");
    expect(decided(0, 1, 0, 0)).toBe("open");
    expect(decided(0, 1, 1, 1)).toBe("no");
    expect(decided(0, 1, 1.5, 1.5)).toBe("no");
    // A W that cannot vary: identical plans on both sides.
    expect(decided(0, 0, 0, 0)).toBe("no");
    expect(decided(0, 0, 1e-12, 1e-12)).toBe("no");
    expect(decided(0.5, 0.5, 0.4, 0.4)).toBe("yes");
    expect(decided(0.5, 0.5, 0.4, 0.6)).toBe("open");
    expect(decided(0, 1, 0.2, 1)).toBe("open");
  });

  it("stays open where the mean lies between what is known of the limit", () => {
    const hypothesis = { range: { low: 0, high: 1 }, below: 0.1, above: 0.2, alpha: 0.01 };
    const after = (failed: number) =>
      inquire(openInquiry(hypothesis), failuresAmong(10_000, failed)).decision;
    expect([700, 800, 1100, 1500, 1900, 2100, 2300].map(after)).toEqual([
      "no",
      "no",
      "open",
      "open",
      "open",
      "open",
      "yes",
    ]);
  });

  it("never shows what the range leaves open", () => {
    const many = failuresAmong(1_000_000, 0);
    const nothing = { range: { low: 0, high: 1 }, below: 0, above: 0, alpha: 0.05 };
    expect(inquire(openInquiry(nothing), many).decision).toBe("open");
    expect(inquire(openInquiry(nothing), failuresAmong(1_000_000, 1)).decision).toBe("yes");
    const fixed = { range: { low: 0.5, high: 0.5 }, below: 0.4, above: 0.6, alpha: 0.05 };
    expect(inquire(openInquiry(fixed), [{ value: 0.5, count: 1000 }]).decision).toBe("open");
  });

  it("stays as it was made, whatever comes then", () => {
    const hypothesis = between(0, 1, 0.1, 0.05);
    const made = inquire(openInquiry(hypothesis), failuresAmong(1000, 200));
    expect(made.decision).toBe("yes");
    expect(inquire(made, failuresAmong(100_000, 0))).toBe(made);
  });

  it("depends on what was drawn up to a look, not on how it came in blocks", () => {
    const hypothesis = between(0, 1, 0.1, 0.05);
    const parts = [9, 12, 11, 8].map((failed) => failuresAmong(100, failed));
    const inParts = parts.reduce(inquire, openInquiry(hypothesis));
    expect(inParts).toEqual(inquire(openInquiry(hypothesis), failuresAmong(400, 40)));
  });
});
