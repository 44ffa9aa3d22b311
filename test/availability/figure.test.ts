import { describe, expect, it } from "vitest";
import { meanOf, rangeOf } from "../../src/availability/drawn-figure.ts";
import {
  affordable,
  certainEstimate,
  drawnFigure,
  drawOf,
  type Figure,
  isSameFigure,
  worstOf,
} from "../../src/availability/figure.ts";
import type { Part } from "../../src/availability/solve.ts";
import { alone, part as component } from "./sampler-oracle.ts";

const exact = (q: number, share = 1): Part => ({ share, kind: "exact", up: { p: 1 - q, q } });
const bounded = (low: number, high: number, share = 1): Part => ({
  share,
  kind: "bounded",
  up: { p: 1 - high, q: low },
});
/** One component that fails so often; `name` tells it from others. */
const open = (name: string, q: number, share = 1, factor = { p: 1, q: 0 }): Part => ({
  share,
  kind: "open",
  up: { p: 0, q: factor.q },
  factor,
  rest: alone(component(name, q)),
  signature: `${name} ${q}`,
});

describe("the worst of several situations", () => {
  it("is exact where all are, and is the one that fails most often", () => {
    const figure = worstOf([[exact(0.1)], [exact(0.3)], [exact(0.2)]], 1);
    expect(figure.range).toEqual({ low: 0.3, high: 0.3 });
    expect(certainEstimate(figure)).toEqual({
      availability: 0.7,
      unavailability: 0.3,
      method: "exact",
    });
  });

  it("is only bounded where one that is bounded may be worse than the worst exact one", () => {
    const figure = worstOf([[exact(0.1)], [bounded(0.08, 0.11)]], 1);
    expect(figure.range.low).toBe(0.1);
    expect(figure.range.high).toBeCloseTo(0.11, 15);
    const { method, unavailability, interval } = certainEstimate(figure);
    expect(method).toBe("bounded");
    expect(unavailability).toBeCloseTo(0.105, 15);
    expect(interval![0]).toBeCloseTo(0.89, 15);
    expect(interval![1]).toBe(0.9);
    // One that cannot be worse does not matter.
    expect(certainEstimate(worstOf([[exact(0.1)], [bounded(0.08, 0.09)]], 1)).method).toBe("exact");
  });

  it("is bounded where a part of it is, though its bounds meet", () => {
    for (const parts of [[exact(0.1, 0.5), bounded(0.1, 0.1, 0.5)], [bounded(0.1, 0.1)]]) {
      expect(certainEstimate(worstOf([parts], 1)).method).toBe("bounded");
    }
  });

  it("is told by a first block of draws where they are drawn", () => {
    const situations = [[open("a", 0.1)], [open("b", 0.3)], [exact(0.25)], [open("c", 0.2)]];
    expect(worstOf(situations, 1).parts).toBe(situations[1]);
    expect(worstOf([...situations, [exact(0.9)]], 1).parts).toEqual([exact(0.9)]);
    const mandatory = [open("d", 0.01, 1, { p: 0.5, q: 0.5 })];
    expect(worstOf([...situations, mandatory], 1).parts).toBe(mandatory);
    // It is drawn within its own bounds, whatever another that was not taken may be.
    const unsure = [bounded(0.01, 0.5)];
    expect(worstOf([[exact(0.4)], [open("a", 0.1)], unsure], 1).range).toEqual({
      low: 0.4,
      high: 0.4,
    });
  });

  it("adds up the shares of its parts", () => {
    const figure = worstOf([[exact(0.1, 0.25), bounded(0.2, 0.3, 0.75)]], 1);
    expect(figure.range.low).toBeCloseTo(0.25 * 0.1 + 0.75 * 0.2, 15);
    expect(figure.range.high).toBeCloseTo(0.25 * 0.1 + 0.75 * 0.3, 15);
  });
});

describe("what is drawn side by side", () => {
  const figureOf = (parts: readonly Part[]): Figure => worstOf([parts], 1);

  it("is each predicate once, whatever its mandatory parts", () => {
    const factor = { p: 0.9, q: 0.1 };
    const [base, head] = [figureOf([open("a", 0.1)]), figureOf([open("a", 0.1, 1, factor)])];
    const draw = drawOf([base, head], 1);
    expect(draw.subjects.size).toBe(1);
    const patterns = new Map([
      [0, 80],
      [1, 20],
    ]);
    expect(meanOf(drawnFigure(base, draw), patterns)).toBeCloseTo(0.2, 15);
    expect(meanOf(drawnFigure(head, draw), patterns)).toBeCloseTo(0.1 + 0.9 * 0.2, 15);
  });

  it("is fifty predicates at the most, those of the greatest weight", () => {
    const parts = Array.from({ length: 60 }, (_, at) => open(`${at}`, 0.1, (at + 1) / 1830));
    const figure = figureOf(parts);
    const draw = drawOf([figure], 1);
    expect(draw.subjects.size).toBe(50);
    for (let at = 0; at < 60; at++) expect(draw.subjects.has(`${at} 0.1`)).toBe(at >= 10);
    const { known, weights } = drawnFigure(figure, draw);
    expect(weights).toHaveLength(50);
    expect(known.low).toBe(0);
    expect(known.high).toBeCloseTo(55 / 1830, 14);
    expect(rangeOf(drawnFigure(figure, draw)).high).toBeCloseTo(1, 12);
  });

  it("weighs a predicate by its share of what its mandatory part leaves", () => {
    const parts = Array.from({ length: 51 }, (_, at) =>
      open(`${at}`, 0.1, 1 / 51, at === 50 ? { p: 0.5, q: 0.5 } : { p: 1, q: 0 }),
    );
    for (const given of [parts, parts.toReversed()]) {
      const { subjects } = drawOf([figureOf(given)], 1);
      expect(subjects.size).toBe(50);
      expect(subjects.has("50 0.1")).toBe(false);
    }
  });

  it("is nothing where all is known, of all situations and not of the worst alone", () => {
    const figure = worstOf([[exact(0.1)], [bounded(0.08, 0.11)]], 1);
    const known = { low: 0.1, high: figure.range.high };
    expect(drawnFigure(figure, null)).toEqual({ known, weights: [], within: known });
    // One by itself is what its parts are, drawn or not.
    const alone = figureOf([open("a", 0.1, 0.5), exact(0.2, 0.5)]);
    const { known: sure, within } = drawnFigure(alone, drawOf([], 1));
    expect(sure).toEqual(drawnFigure(alone, null).known);
    expect(within).toEqual(sure);
  });
});

describe("the states that both sides of a comparison may cost", () => {
  const figureOf = (parts: readonly Part[]): Figure => worstOf([parts], 1);
  const draw = drawOf([figureOf([open("a", 0.1, 0.5), open("b", 0.2, 0.5)])], 1);
  const block = draw.sampler.blockSize;
  const asked = { samples: 10 * block, seed: 1, alpha: 0.05 };
  const states = (most?: number) =>
    affordable(most === undefined ? asked : { ...asked, most }, draw).samples;

  it("cost a quarter of a transition for each node and each link of what is drawn", () => {
    // Twice two nodes and a link.
    expect(draw.price).toBe(6 / 4);
    // Of one predicate that both need, once.
    expect(drawOf([figureOf([open("a", 0.1)]), figureOf([open("a", 0.1)])], 1).price).toBe(3 / 4);
  });

  it("are those asked for, or as many as twice the transitions of one side pay for, a block at least", () => {
    expect(states()).toBe(10 * block);
    const most = (draw.price * 3 * block) / 2;
    expect(states(most)).toBe(3 * block);
    expect(states(most + 0.7)).toBe(3 * block);
    expect(states(most + 0.8)).toBe(3 * block + 1);
    expect(states(100 * most)).toBe(10 * block);
    expect(states(1)).toBe(block);
    // A block is no reason to draw more than was asked for.
    expect(affordable({ ...asked, samples: 5, most: 1 }, draw)).toEqual({
      ...asked,
      samples: 5,
      most: 1,
    });
  });
});

describe("two figures", () => {
  const figure = worstOf([[open("a", 0.1, 0.5), bounded(0.2, 0.3, 0.5)]], 1);
  const same = worstOf([[open("a", 0.1, 0.5), bounded(0.2, 0.3, 0.5)]], 1);

  it("are the same where all their parts are", () => {
    expect(isSameFigure(figure, same)).toBe(true);
  });

  it.each<[string, readonly Part[]]>([
    ["a share", [open("a", 0.1, 0.4), bounded(0.2, 0.3, 0.6)]],
    ["a predicate", [open("b", 0.1, 0.5), bounded(0.2, 0.3, 0.5)]],
    ["a mandatory part", [open("a", 0.1, 0.5, { p: 0.9, q: 0.1 }), bounded(0.2, 0.3, 0.5)]],
    ["a bound", [open("a", 0.1, 0.5), bounded(0.2, 0.31, 0.5)]],
    ["a tier", [open("a", 0.1, 0.5), exact(0.2, 0.5)]],
    ["a part more", [open("a", 0.1, 0.5), bounded(0.2, 0.3, 0.5), exact(0, 0)]],
  ])("are not where they differ by %s", (_, parts) => {
    expect(isSameFigure(figure, worstOf([parts], 1))).toBe(false);
  });

  it("are not where another situation may be the worst", () => {
    const one = worstOf([[exact(0.1)], [bounded(0.08, 0.11)]], 1);
    const other = worstOf([[exact(0.1)], [bounded(0.08, 0.115)]], 1);
    expect(isSameFigure(one, other)).toBe(false);
  });
});

describe("the parts of two figures", () => {
  const figure = (part: Part, low = 0.1, high = 0.2): Figure => ({
    parts: [exact(0.3, 0.5), part],
    range: { low, high },
  });
  const factor = { p: 0.9, q: 0.1 };

  it.each([
    ["another share", figure(exact(0.1, 0.25)), figure(exact(0.1, 0.5))],
    ["another p", figure(exact(0.1)), figure({ share: 1, kind: "exact", up: { p: 0.8, q: 0.1 } })],
    ["another q", figure(exact(0.1)), figure({ share: 1, kind: "exact", up: { p: 0.9, q: 0.2 } })],
    ["another kind", figure(exact(0.1)), figure(bounded(0.1, 0.1))],
    ["a part that is drawn", figure(bounded(0, 1)), figure(open("a", 0.1))],
    ["another predicate", figure(open("a", 0.1)), figure(open("b", 0.1))],
    ["another factor's p", figure(open("a", 0.1)), figure(open("a", 0.1, 1, { p: 0.9, q: 0 }))],
    ["another factor's q", figure(open("a", 0.1)), figure(open("a", 0.1, 1, { p: 1, q: 0.1 }))],
    ["another lower bound", figure(exact(0.1)), figure(exact(0.1), 0.05)],
    ["another upper bound", figure(exact(0.1)), figure(exact(0.1), 0.1, 0.3)],
    [
      "a part more",
      figure(exact(0.1)),
      { parts: [exact(0.3, 0.5)], range: { low: 0.1, high: 0.2 } },
    ],
  ])("are not the same with %s", (_, one, other) => {
    expect(isSameFigure(one, other)).toBe(false);
    expect(isSameFigure(other, one)).toBe(false);
    expect(isSameFigure(one, structuredClone(one))).toBe(true);
    expect(isSameFigure(other, structuredClone(other))).toBe(true);
  });

  it("are the same with equal predicates, whatever is known of them beside", () => {
    const one = open("a", 0.1, 1, factor);
    expect(isSameFigure(figure(one), figure({ ...one, up: { p: 0.1, q: 0.2 } }))).toBe(true);
  });
});
