import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AcceptanceOutcome,
  acceptJudgements,
  judgeAcceptance,
  type KeptFigures,
} from "../../src/gate/acceptance.ts";
import { gateModel, type ModelJudgement } from "../../src/gate/compare-models.ts";
import { readKeptFigures } from "../../src/gate/kept-figures.ts";
import { comparison, endpoint, engineOf, exact, failing, model, OPTIONS, valid } from "./models.ts";
import { compare, named, play, type Scene } from "./scene.ts";
import { playUnder, type UnderScene } from "./under-scene.ts";

const LABEL = { by: "ann", how: "availability-accepted", event: "100" };

/** Two endpoints, at 99.9% before. */
function judged(first: number, second = 0.001): readonly ModelJudgement[] {
  const base = named(endpoint("a"), endpoint("b"));
  const head = named(endpoint("a"), endpoint("b"));
  return [compare(base, head, { a: 0.001, b: 0.001 }, { a: first, b: second })];
}

function judge(
  judgements: readonly ModelJudgement[],
  kept: KeptFigures | null = null,
  action: string | null = "labeled",
  labelled: typeof LABEL | null = LABEL,
): AcceptanceOutcome {
  return judgeAcceptance({ labelled, kept, action, judgements });
}

const ACCEPTED = { by: "ann", how: "availability-accepted" };

describe("a label that is live", () => {
  test("accepts the figures of the run that first sees it, and keeps the failing ones", () => {
    expect(judge(judged(0.007))).toEqual({
      accepted: ACCEPTED,
      lapsed: null,
      keep: {
        label: "100",
        who: "ann",
        figures: [
          {
            model: "availability.yaml",
            endpoint: "a",
            availability: 1 - 0.007,
            carried: null,
            reasons: ["below-slo"],
            loosened: [],
          },
        ],
      },
    });
  });

  test.each(["labeled", "opened", "queued", "local"])("on %s", (action) => {
    expect(judge(judged(0.007), null, action).accepted).toEqual(ACCEPTED);
  });

  test.each(["synchronize", "edited", "reopened"])(
    "does not accept what came by %s, nor later",
    (action) => {
      const first = judge(judged(0.007), null, action);
      expect(first.accepted).toBeNull();
      expect(first.lapsed).toBe(
        "The acceptance by `availability-accepted` does not count: it was put on before these figures were known; put it on again to accept the new figures",
      );
      expect(judge(judged(0.007), first.keep, "labeled").accepted).toBeNull();
      expect(
        judge(judged(0.007), first.keep, "labeled", { ...LABEL, event: "200" }).accepted,
      ).toEqual(ACCEPTED);
    },
  );

  test("has nothing to accept where nothing fails", () => {
    expect(judge(judged(0.002))).toEqual({ accepted: null, lapsed: null, keep: null });
    const { keep } = judge(judged(0.007));
    expect(judge(judged(0.002), keep)).toEqual({ accepted: null, lapsed: null, keep });
  });

  test("that is gone accepts nothing and drops what was kept", () => {
    const { keep } = judge(judged(0.007));
    expect(judge(judged(0.007), keep, "unlabeled", null)).toEqual({
      accepted: null,
      lapsed: null,
      keep: null,
    });
  });
});

describe("what was accepted", () => {
  const { keep } = judge(judged(0.007));

  test.each<[string, readonly ModelJudgement[], string | null]>([
    ["stays the same", judged(0.007), null],
    ["gets better", judged(0.006), null],
    ["gets worse by less than 1e-12", judged(0.007 + 5e-13), null],
    ["gets worse", judged(0.007 + 1e-11), "`a` got worse than what was accepted"],
    [
      "has another failure beside it",
      judged(0.007, 0.006),
      "`b` fails now and was not among what was accepted",
    ],
    ["has another drop beside it that passes", judged(0.007, 0.004), null],
  ])("%s", (_, judgements, why) => {
    const outcome = judge(judgements, keep, "synchronize");
    expect(outcome.accepted).toEqual(why === null ? ACCEPTED : null);
    expect(outcome.lapsed).toBe(
      why === null
        ? null
        : `The acceptance by \`availability-accepted\` does not count: ${why}; put it on again to accept the new figures`,
    );
    expect(outcome.keep).toBe(keep);
  });

  test("is covered again when a worse push is undone", () => {
    const worse = judge(judged(0.009), keep, "synchronize");
    expect(worse.accepted).toBeNull();
    expect(judge(judged(0.007), worse.keep, "synchronize").accepted).toEqual(ACCEPTED);
  });

  test("is replaced when the label is put on again", () => {
    const again = judge(judged(0.009), keep, "labeled", { ...LABEL, by: "bob", event: "200" });
    expect(again.accepted).toEqual({ ...ACCEPTED, by: "bob" });
    expect(again.keep?.figures[0]?.availability).toBe(1 - 0.009);
  });

  const scene = { base: exact(0.001), head: exact(0.007) };
  test("does not cover an SLO lowered afterwards, nor lowered further", () => {
    const first = judge([play(scene)]);
    const lowered = judge([play({ ...scene, slo: [0.005, 0.008] })], first.keep, "synchronize");
    expect(lowered.lapsed).toContain("`GET /` gives up more than what was accepted");
    const both = judge([play({ ...scene, slo: [0.005, 0.008] })]);
    expect(both.accepted).toEqual(ACCEPTED);
    expect(
      judge([play({ ...scene, slo: [0.005, 0.05] })], both.keep, "synchronize").accepted,
    ).toBeNull();
  });

  test("does not cover a drop that an edit of the spec hides afterwards", () => {
    const slo = [0.005, 0.01] as const;
    const loose = { base: exact(0.001), head: exact(0.001), slo };
    const first = judge([play(loose)]);
    expect(judge([play(loose)], first.keep, "synchronize").accepted).toEqual(ACCEPTED);
    const hidden = play({ ...loose, carried: exact(0.009) });
    expect(judge([hidden], judge([hidden]).keep, "synchronize").accepted).toEqual(ACCEPTED);
    expect(judge([hidden], first.keep, "synchronize").lapsed).toContain("gives up more");
  });

  test.each<[string, Scene]>([
    ["alone", { base: exact(0.001), head: exact(0.001), carried: exact(0.009) }],
    [
      "beside a figure that fails",
      { base: exact(0.001), head: exact(0.007), carried: exact(0.009) },
    ],
  ])("does not cover a hidden drop that grows: %s", (_, hidden) => {
    const first = judge([play(hidden)]);
    expect(judge([play(hidden)], first.keep, "synchronize").accepted).toEqual(ACCEPTED);
    const grown = play({ ...hidden, carried: exact(0.02) });
    expect(judge([grown], first.keep, "synchronize").lapsed).toContain(
      "`GET /` got worse than what was accepted",
    );
  });

  test("does not cover an endpoint that was to be removed, and comes back below its SLO", () => {
    const gone = compare(named(endpoint("a")), named(), { a: 0.001 }, {});
    const { keep: removal } = judge([gone]);
    expect(judge([gone], removal, "synchronize").accepted).toEqual(ACCEPTED);
    const back = compare(named(endpoint("a")), named(endpoint("a")), { a: 0.001 }, { a: 0.007 });
    expect(judge([back], removal, "synchronize").lapsed).toContain(
      "`a` fails now in another way than what was accepted",
    );
  });

  test("covers another rule that the same figure breaks", () => {
    const gate = [{ maxDrop: 0.001 }, { maxDrop: 0.001 }] as const;
    const first = judge([
      play({
        base: exact(0.0065),
        head: exact(0.007),
        gate: [{ maxDrop: 0.0001 }, { maxDrop: 0.0001 }],
      }),
    ]);
    expect(judge([play({ ...scene, gate })], first.keep, "synchronize").accepted).toEqual(ACCEPTED);
  });

  test("of one spec says nothing of an endpoint of that name in another", () => {
    const [one] = judged(0.007);
    const other: ModelJudgement = {
      model: { ...one!.model, path: "other.yaml" },
      reasons: one!.reasons.map((reason) => ({ ...reason, model: "other.yaml" })),
    };
    expect(judge([one!, other], keep, "synchronize").lapsed).toContain("`a` fails now");
  });

  test("may be a whole spec, and an endpoint that is removed later is not covered", () => {
    const base = named(endpoint("a"), endpoint("b"));
    const figures = new Map([[base, { a: exact(0.001), b: exact(0.001) }]]);
    const removed = gateModel(comparison({ base: valid(base) }), engineOf(figures), OPTIONS);
    const whole = judge([removed]);
    expect(whole.keep?.figures).toMatchObject([{ endpoint: null, availability: null }]);
    expect(judge([removed], whole.keep, "synchronize").accepted).toEqual(ACCEPTED);
    const gone = compare(base, named(endpoint("b")), { a: 0.001, b: 0.001 }, { b: 0.001 });
    expect(judge([gone], keep, "synchronize").lapsed).toContain("`a` got worse");
  });
});

describe("figures under faults that were accepted", () => {
  const { keep } = judge([playUnder({ base: 0.008, head: 0.012 })]);
  const again = (scene: UnderScene) => judge([playUnder(scene)], keep, "synchronize");

  test("are kept apart from the steady state", () => {
    expect(keep?.figures).toEqual([
      {
        model: "availability.yaml",
        endpoint: "GET /",
        fault: "zone-down",
        availability: 1 - 0.012,
        carried: null,
        reasons: ["below-slo"],
        loosened: [],
      },
    ]);
    expect(readKeptFigures(JSON.parse(JSON.stringify(keep)))).toEqual(keep);
  });

  test.each<[string, UnderScene, string | null]>([
    ["stay the same", { base: 0.008, head: 0.012 }, null],
    ["get better", { base: 0.008, head: 0.011 }, null],
    ["get worse", { base: 0.008, head: 0.013 }, "got worse than what was accepted"],
    [
      "get worse behind an edit of the spec",
      { base: 0.008, head: 0.008, carried: 0.013 },
      "gives up more than what was accepted",
    ],
    [
      "lose their minimum",
      { base: 0.008, head: 0.012, sides: [{}, { minimum: null }] },
      "gives up more than what was accepted",
    ],
    [
      "lose their fault",
      { base: 0.008, sides: [{}, { fault: null }] },
      "got worse than what was accepted",
    ],
  ])("that %s", (_, scene, why) => {
    const { accepted, lapsed } = again(scene);
    expect(accepted).toEqual(why === null ? ACCEPTED : null);
    expect(lapsed).toBe(
      why === null
        ? null
        : `The acceptance by \`availability-accepted\` does not count: \`GET /\` under \`zone-down\` ${why}; put it on again to accept the new figures`,
    );
  });

  test("grow worse with base's spec alone", () => {
    const hidden = { base: 0.008, head: 0.008, carried: 0.012 };
    const first = judge([playUnder(hidden)]);
    expect(judge([playUnder(hidden)], first.keep, "synchronize").accepted).toEqual(ACCEPTED);
    const grown = judge([playUnder({ ...hidden, carried: 0.013 })], first.keep, "synchronize");
    expect(grown.lapsed).toContain("`GET /` under `zone-down` got worse");
  });

  test("cover no failure of the same endpoint in the steady state, nor the other way round", () => {
    const steady = judge([play({ base: exact(0.001), head: exact(0.007) })]);
    const under = judge([playUnder({ base: 0.008, head: 0.012 })], steady.keep, "synchronize");
    expect(under.lapsed).toContain("`GET /` under `zone-down` fails now and was not among");
    const other = judge([play({ base: exact(0.001), head: exact(0.007) })], keep, "synchronize");
    expect(other.lapsed).toContain("`GET /` fails now and was not among");
  });

  test("warn only", () => {
    const [softened] = acceptJudgements([playUnder({ base: 0.008, head: 0.012 })]);
    expect(softened!.model.endpoints[0]).toMatchObject({
      verdict: "warn",
      under: [{ verdict: "warn" }],
    });
  });
});

test("what is accepted never fails, and keeps its codes and messages", () => {
  const u = fc.double({ min: 0, max: 0.02, noNaN: true });
  fc.assert(
    fc.property(
      u,
      u,
      u,
      fc.option(fc.constantFrom(0, 0.001, 0.005)),
      (base, head, carried, slo) => {
        const gate = { maxDrop: 0.001, preexisting: "fail" } as const;
        const before = play({
          base: exact(base),
          head: exact(head),
          carried: exact(carried),
          slo: [0.005, slo],
          gate: [gate, gate],
        });
        const [after] = acceptJudgements([before]);
        const told = ({ reasons }: ModelJudgement) =>
          reasons.map(({ code, message }) => `${code} ${message}`).sort();
        expect(told(after!)).toEqual(told(before));
        const verdicts = [after!.model, ...after!.model.endpoints, ...after!.reasons].map(
          ({ verdict }) => verdict,
        );
        expect(verdicts).not.toContain("fail");
        if (before.model.verdict === "fail") expect(after!.model.verdict).toBe("warn");
        else expect(after).toEqual(before);
      },
    ),
    { seed: 5, numRuns: 500 },
  );
});

describe("kept figures from a comment", () => {
  test("come back from JSON", () => {
    const { keep } = judge([
      ...judged(0.007),
      compare(
        model({ endpoints: [endpoint("x", { slo: failing(0.001) })] }),
        model({ endpoints: [endpoint("x")] }),
        { x: 0 },
        { x: 0 },
      ),
    ]);
    expect(readKeptFigures(JSON.parse(JSON.stringify(keep)))).toEqual(keep);
  });

  const figure = {
    model: "m",
    endpoint: null,
    availability: null,
    carried: null,
    reasons: ["loosened"],
    loosened: ["x"],
  };
  test("of a whole spec, without a figure, come back as they are", () => {
    const kept = { label: "1", who: "ann", figures: [figure] };
    expect(readKeptFigures(kept)).toEqual(kept);
  });

  test.each([
    null,
    1,
    "x",
    [],
    {},
    { label: 1, who: "ann", figures: [] },
    { label: "1", who: null, figures: [] },
    { label: "1", who: "ann", figures: {} },
    { label: "1", who: "ann", figures: [null] },
    ...[
      { model: 1 },
      { endpoint: 1 },
      { fault: null },
      { availability: "1" },
      { carried: undefined },
      { reasons: ["toString"] },
      { reasons: ["loosened", "toString"] },
      { reasons: "x" },
      { loosened: [1] },
    ].map((over) => ({ label: "1", who: "ann", figures: [figure, { ...figure, ...over }] })),
  ])("of another shape count as none: %j", (value) => {
    expect(readKeptFigures(value)).toBeNull();
  });
});

describe("where nobody says what caused the run", () => {
  const shown = (judgements: readonly ModelJudgement[]) => judge(judgements, null, null, null).keep;

  test("what fails without a label is kept as shown, and read back", () => {
    const keep = shown(judged(0.007));
    expect(keep).toMatchObject({ label: "shown", figures: [{ endpoint: "a" }] });
    expect(readKeptFigures(JSON.parse(JSON.stringify(keep)))).toEqual(keep);
    expect(shown(judged(0.001))).toBeNull();
    expect(judge(judged(0.007), null, "opened", null).keep).toBeNull();
  });

  test("a new label covers what was shown, and from then on as any other", () => {
    const { accepted, keep } = judge(judged(0.007), shown(judged(0.007)), null);
    expect(accepted).toEqual(ACCEPTED);
    expect(keep?.label).toBe("100");
    expect(judge(judged(0.008), keep, null).accepted).toBeNull();
    expect(judge(judged(0.007), keep, null).accepted).toEqual(ACCEPTED);
  });

  test.each([
    ["nothing was shown", null],
    ["better figures were shown", shown(judged(0.006))],
    ["another endpoint was shown", shown(judged(0.001, 0.007))],
    ["another label was kept", judge(judged(0.007), null, "labeled").keep],
  ])("a new label covers nothing where %s", (_name, kept) => {
    const label = { ...LABEL, event: "101" };
    const { accepted, lapsed, keep } = judge(judged(0.007), kept, null, label);
    expect(accepted).toBeNull();
    expect(lapsed).toContain("before these figures were known");
    // Nor in the next run, which shows them: the label was there before.
    expect(judge(judged(0.007), keep, null, label).accepted).toBeNull();
  });
});
