import { describe, expect, it } from "vitest";
import { drawAndAsk, drawnDifference, drawnEstimate } from "../../src/availability/ask.ts";
import type { Claim } from "../../src/availability/claim.ts";
import { sequenceInterval } from "../../src/availability/confidence.ts";
import { drawnPart, intervalOf } from "../../src/availability/drawn-figure.ts";
import { NEGLIGIBLE } from "../../src/availability/estimate.ts";
import { type Draw, drawnFigure, drawOf } from "../../src/availability/figure.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { hardSubject } from "./hard-models.ts";
import { inSlices, opened } from "./open-figures.ts";

/** The subject with each service's replicas so many times as likely to fail. */
function worse({ model, ...rest }: Subject, times: number): Subject {
  const services = model.services.map((service) => ({
    ...service,
    replicas: service.replicas.map(({ q }) => ({ p: 1 - times * q, q: times * q })),
  }));
  return { model: { ...model, services }, ...rest };
}

const SUBJECTS = [
  hardSubject(39),
  hardSubject(63),
  hardSubject(18),
  hardSubject(28),
  hardSubject(32),
  hardSubject(50, 20),
];

const CLAIMS: Readonly<Record<string, (base: number, head: number, near: number) => Claim>> = {
  absolute: (_, head, near) => ({ base: 0, head: 1, beyond: head * near }),
  drop: (base, head, near) => ({ base: -1, head: 1, beyond: (head - base) * near }),
  // By more than what the downtime grows by, times `near`.
  growth: (base, head, near) => ({ base: -(head / base) * near, head: 1, beyond: 0 }),
};

/** Just within the limit and just beyond; a little; and far enough for the budget to tell. */
const NEARNESS = [1 - 1e-9, 1 + 1e-9, 0.97, 1.03, 0.5, 2];

describe.each(["absolute", "drop", "growth"])("claims, of the kind %s", (kind) => {
  it("are decided wrongly in at most 5% of 2,000 cases, most of them borderline", () => {
    const alpha = 0.05;
    const counts = { cases: 0, wrong: 0, farDecided: 0, far: 0, nearDecided: 0, near: 0 };
    for (const subject of SUBJECTS) {
      const base = opened(subject);
      const head = opened(worse(subject, 1.2));
      const draw = drawOf([base.figure, head.figure], 3);
      const sliceAt = inSlices(draw, 512);
      const [before, after] = [base, head].map(({ figure }) => drawnFigure(figure, draw));
      const looks = 12;
      const cases = Math.ceil(2000 / SUBJECTS.length);
      for (let index = 0; index < cases; index++) {
        const near = NEARNESS[index % NEARNESS.length]!;
        const claim = CLAIMS[kind]!(base.truth, head.truth, near);
        const options = { samples: 512 * looks, seed: 0, alpha };
        const slice = sliceAt(index * looks);
        const [decision] = drawAndAsk(slice, before!, after!, options, [claim]).decisions;
        const truth = claim.base * base.truth + claim.head * head.truth;
        counts.cases++;
        if (decision === (truth - claim.beyond > NEGLIGIBLE ? "no" : "yes")) counts.wrong++;
        const isFar = near === 0.5 || near === 2;
        counts[isFar ? "far" : "near"]++;
        if (decision !== "open") counts[isFar ? "farDecided" : "nearDecided"]++;
      }
    }
    expect(counts.cases).toBeGreaterThanOrEqual(2000);
    expect(counts.wrong).toBeLessThanOrEqual(0.05 * counts.near);
    expect(counts.nearDecided).toBeGreaterThan(20);
    expect(counts.farDecided).toBeGreaterThan(0.95 * counts.far);
  });
});

describe("differences", () => {
  it("are covered by their 95% interval in 93 to 98% of 2,000 draws, on the side of availability", () => {
    let [draws, covered] = [0, 0];
    for (const subject of SUBJECTS) {
      const [base, head] = [opened(subject), opened(worse(subject, 1.5))];
      const draw = drawOf([base.figure, head.figure], 5);
      const sliceAt = inSlices(draw, 2048);
      const [before, after] = [base, head].map(({ figure }) => drawnFigure(figure, draw));
      for (let slice = 0; slice < 340; slice++, draws++) {
        const options = { samples: 2048, seed: 0, alpha: 0.05 };
        const drawn = drawAndAsk(sliceAt(slice), before!, after!, options, []);
        const { delta, interval } = drawnDifference(before!, after!, drawn);
        const [low, high] = interval!;
        expect(low).toBeLessThanOrEqual(delta);
        expect(high).toBeGreaterThanOrEqual(delta);
        const truth = base.truth - head.truth;
        if (low <= truth && truth <= high) covered++;
      }
    }
    expect(covered / draws).toBeGreaterThan(0.93);
    expect(covered / draws).toBeLessThan(0.98);
  });
});

/** One subject that fails in each state of which the number has these residues by 8. */
function everyEighth(residues: readonly number[]): Draw {
  const word = residues.reduce((sum, residue) => sum | (0x01010101 << residue), 0);
  const words = new Int32Array(256).fill(word);
  const sampler = { stratum: { p: 1, q: 0 }, blockSize: 8192, block: () => [words] };
  return { sampler, subjects: new Map([["it", 0]]), price: 1 };
}

describe("the states that are drawn", () => {
  const whole = drawnPart(1, { p: 1, q: 0 }, 1, 0);
  const eighth = everyEighth([3]);
  const ENOUGH = 2 ** 18;
  const ask = (draw: Draw, samples: number, claims: readonly Claim[], alpha = 0.05) =>
    drawAndAsk(draw, whole, whole, { samples, seed: 0, alpha }, claims);
  const beyond = (limit: number): Claim => ({ base: 0, head: 1, beyond: limit });

  it.each([1, 31, 32, 33, 100, 8191, 8192, 8193, 20_001])(
    "are the first %d, no more",
    (samples) => {
      const { figure } = opened(SUBJECTS[2]!);
      const draw = drawOf([figure], 9);
      const parts = drawnFigure(figure, draw);
      const options = { samples, seed: 9, alpha: 0.05 };
      const drawn = drawAndAsk(draw, parts, parts, options, [beyond(0.5)]);
      let failed = 0;
      for (let from = 0; from < samples; from += 8192) {
        const [words] = draw.sampler.block(from / 8192);
        for (let state = 0; state < Math.min(8192, samples - from); state++) {
          failed += (words![state >> 5]! >>> (state & 31)) & 1;
        }
      }
      expect(drawn.states).toBe(samples);
      expect(drawn.isStopped).toBe(false);
      expect(drawn.patterns.get(1) ?? 0).toBe(failed);
      expect((drawn.patterns.get(0) ?? 0) + failed).toBe(samples);
      expect(drawnEstimate(parts, drawn).samples).toBe(samples);
    },
  );

  it("are enough for the figures where all claims are decided, and not the whole budget", () => {
    const claims = [beyond(0.3), beyond(0.05)];
    const drawn = ask(eighth, 2 * ENOUGH, claims);
    expect(drawn.decisions).toEqual(["no", "yes"]);
    expect([drawn.states, drawn.isStopped]).toEqual([ENOUGH, true]);
    // Stopped for what was seen: an interval that one may stop at.
    const { interval } = drawnEstimate(whole, drawn);
    const sequence = intervalOf(whole, drawn.patterns, 0.05, sequenceInterval);
    expect(interval).toEqual([1 - sequence[1], 1 - sequence[0]]);
    expect(sequence).not.toEqual(intervalOf(whole, drawn.patterns, 0.05));
  });

  it("are the whole budget where it is small, where nothing is asked, and where a claim stays open", () => {
    expect(ask(eighth, ENOUGH - 5, [beyond(0.3)]).states).toBe(ENOUGH - 5);
    expect(ask(eighth, ENOUGH + 8192, []).states).toBe(ENOUGH + 8192);
    const open = ask(eighth, ENOUGH + 8192, [beyond(0.3), beyond(1 / 8)]);
    expect(open.decisions).toEqual(["no", "open"]);
    expect([open.states, open.isStopped]).toEqual([ENOUGH + 8192, false]);
    const { interval } = drawnEstimate(whole, open);
    const fixed = intervalOf(whole, open.patterns, 0.05);
    expect(interval).toEqual([1 - fixed[1], 1 - fixed[0]]);
  });

  it("have to tell more where a wrong decision must be less likely", () => {
    const near = beyond(0.117);
    expect(ask(eighth, 32_768, [near], 0.05).decisions).toEqual(["yes"]);
    expect(ask(eighth, 32_768, [near], 1e-9).decisions).toEqual(["open"]);
  });

  it("are not needed for what is certain", () => {
    const never = everyEighth([]);
    const part = drawnPart(0.5, { p: 0.9, q: 0.1 }, 0.1, 0);
    // U is from 0.05 to 0.095.
    const claims = [beyond(0.04), beyond(0.096)];
    const drawn = drawAndAsk(never, part, part, { samples: 1, seed: 0, alpha: 0.05 }, claims);
    expect(drawn.decisions).toEqual(["yes", "no"]);
  });
});
