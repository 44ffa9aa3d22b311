import { describe, expect, test } from "vitest";
import type { Estimate } from "../../src/availability/estimate.ts";
import { ENOUGH } from "../../src/availability/stretch.ts";
import { figuresIn, isUnknown, patienceOf, rationed } from "../../src/gate/ration.ts";
import { tellRationed } from "../../src/gate/ration-notice.ts";
import { costing, SUBJECT } from "./costing.ts";
import { comparison, endpoint, engineOf, exact, model, OPTIONS, valid } from "./models.ts";
import { fault } from "./under-scene.ts";

const UNKNOWN: Estimate = {
  availability: 0.5,
  unavailability: 0.5,
  method: "bounded",
  interval: [0, 1],
};
const FINE = exact(0.001);

function drawnOf(samples: number): Estimate {
  return { ...exact(0.01), method: "monte-carlo", interval: [0.98, 1], samples };
}

/** A row: base and head. */
type Sides = readonly [Estimate | null, Estimate | null];

const EARLIER = {
  severity: "notice",
  code: "first",
  message: "",
  file: "a",
  line: 1,
  column: 1,
} as const;

/** What is told of endpoints, each with rows under faults. */
function told(samples: number, ...endpoints: readonly (readonly [Sides, ...Sides[]])[]) {
  const row = ([base, head]: Sides) => ({ base, head });
  const judgement = {
    model: {
      path: "shop/availability.yaml",
      endpoints: endpoints.map(([own, ...under]) => ({ ...row(own), under: under.map(row) })),
      diagnostics: [EARLIER],
    },
  } as unknown as Parameters<typeof tellRationed>[0];
  const found = tellRationed(judgement, { ...OPTIONS, samples });
  const [first, notice, ...others] = found.model.diagnostics;
  expect([first, others]).toEqual([EARLIER, []]);
  if (notice === undefined) expect(found).toBe(judgement);
  return notice;
}

const SUFFIX =
  " worked out: all of them would take too long in one run; give each of several jobs a part with `--shard`, take more `--samples`, which buys as much more work, or ask about fewer endpoints and faults";

describe("what is told where figures were cut short", () => {
  test("is one warning, with how many were, under faults and at either commit", () => {
    expect(
      told(
        1000,
        [
          [FINE, UNKNOWN],
          [FINE, FINE],
          [UNKNOWN, null],
        ],
        [[null, FINE]],
      ),
    ).toEqual({
      severity: "warning",
      code: "work-limit",
      message: `of 4 figures of this spec 2 not at all (they lie between 0% and 100%) could be${SUFFIX}`,
      file: "shop/availability.yaml",
      line: 1,
      column: 1,
    });
    expect(
      told(1000, [
        [FINE, drawnOf(999)],
        [drawnOf(10), drawnOf(1000)],
      ])!.message,
    ).toBe(`of 2 figures of this spec 2 from fewer samples than usual were${SUFFIX}`);
    expect(told(1000, [[FINE, UNKNOWN]], [[FINE, drawnOf(999)]], [[FINE, FINE]])!.message).toBe(
      `of 3 figures of this spec 1 not at all (they lie between 0% and 100%) and 1 from fewer samples than usual could be${SUFFIX}`,
    );
  });

  test("is nothing where each has the samples that it was asked for, or as many as are of use", () => {
    expect(
      told(1000, [
        [null, null],
        [FINE, drawnOf(1000)],
      ]),
    ).toBeUndefined();
    expect(told(10 * ENOUGH, [[FINE, drawnOf(ENOUGH)]])).toBeUndefined();
    expect(told(10 * ENOUGH, [[FINE, drawnOf(ENOUGH - 1)]])).toBeDefined();
  });

  test("is told in numbers that can be read", () => {
    const many = Array.from({ length: 12_345 }, () => [[null, UNKNOWN]] as const);
    const { message } = told(1000, ...many, [[null, FINE]])!;
    expect(message).toContain("of 12,346 figures of this spec 12,345 not at all");
    expect(told(1000, ...many.slice(0, 999))!.message).toContain(
      "of 999 figures of this spec 999 ",
    );
  });
});

describe("the work of a run", () => {
  /** What each figure may cost that costs so much, and whether it was worked out. */
  function shares(work: number, figures: number, cost: number, asking = "estimate") {
    const { by, asked } = costing(cost);
    const some = rationed(by, { ...OPTIONS, samples: 200_000 }, figures, work);
    for (let at = 0; at < figures; at++) {
      if (asking === "estimate") some.estimate(SUBJECT, OPTIONS, []);
      else some.compare(SUBJECT, SUBJECT, OPTIONS, []);
    }
    return asked;
  }

  test("is shared by those to come from where no more than half is left, each solved for half of it and drawn for half", () => {
    // Of eight to come each has an eighth; what one leaves, for it is cut to half of it, is the others'.
    const [first, second, third, fourth] = shares(1e8, 10, 2.5e7);
    expect([first, second, third]).toEqual([undefined, undefined, 3.125e6]);
    expect(fourth).toBe((5e7 - 3.125e6) / 7 / 2);
    // A comparison has two figures.
    expect(shares(1e8, 10, 1.25e7, "compare").slice(0, 3)).toEqual([undefined, undefined, 3.125e6]);
  });

  test("is tried with two million while there are as many, and with nothing below", () => {
    const plenty = shares(8e6, 100, 1e6);
    expect(plenty.slice(0, 4)).toEqual(Array(4).fill(undefined));
    // Each of a million: the last where two million are left.
    expect(plenty.slice(4)).toEqual([1e6, 1e6, 1e6]);
    expect(shares(8e6, 100, 6_000_001)).toEqual([undefined]);
    expect(shares(8e6, 100, 6_000_000)).toEqual([undefined, 1e6]);
  });

  test("is what it is where nothing is counted", () => {
    const plain = engineOf(new Map([[SUBJECT.model, { "GET /": FINE }]]));
    expect(rationed(plain, OPTIONS, 10)).toBe(plain);
  });

  test("grows with the samples that are asked for, and never shrinks", () => {
    const times = [1, 200_000, 300_000, 2_000_000].map((samples) =>
      patienceOf({ ...OPTIONS, samples }),
    );
    expect(times).toEqual([1, 1, 1.5, 10]);
  });

  test("is counted by the figures of the larger side, and those of the carried model by themselves", () => {
    const endpoints = ["GET /a", "GET /b", "GET /c"].map((name) => endpoint(name));
    const [small, large] = [model(), model({ endpoints, faults: [fault("one")] })];
    const figures = (over: Parameters<typeof comparison>[0]) => figuresIn(comparison(over));
    expect(figures({})).toBe(0);
    expect(figures({ base: { kind: "invalid", diagnostics: [] }, head: valid(small) })).toBe(1);
    for (const [base, head] of [
      [small, large],
      [large, small],
    ] as const) {
      const sides = { base: valid(base), head: valid(head) };
      expect(figures(sides)).toBe(6);
      expect(figures({ ...sides, carried: base })).toBe(6);
      expect(figures({ ...sides, carried: model() })).toBe(12);
    }
  });

  test("was none where the figure lies between 0 and 1, and nothing is known of it", () => {
    expect(isUnknown(UNKNOWN)).toBe(true);
    for (const other of [
      FINE,
      { ...UNKNOWN, interval: [0, 0.999] },
      { ...UNKNOWN, interval: [0.001, 1] },
      { ...UNKNOWN, method: "monte-carlo" },
    ]) {
      expect(isUnknown(other as Estimate)).toBe(false);
    }
  });
});
