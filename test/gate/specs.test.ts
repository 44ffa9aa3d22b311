import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { GateSettings, Model } from "../../src/model/model.ts";
import {
  comparison,
  endpoint,
  engineOf,
  exact,
  GATE,
  model,
  OPTIONS,
  place,
  valid,
} from "./models.ts";
import { codes } from "./scene.ts";

describe("specs that come, go, move and break", () => {
  const below = (over: Partial<GateSettings>) =>
    model({ endpoints: [endpoint("GET /"), endpoint("a")], gate: { ...GATE, ...over } });
  const figuresOf = (of: Model) =>
    engineOf(new Map([[of, { "GET /": exact(0.009), a: exact(0.001) }]]));

  test.each([["warn"], ["fail"]] as const)("adoption with `adoption: %s`", (adoption) => {
    const head = below({ adoption, undecided: "fail" });
    const judged = gateModel(comparison({ head: valid(head) }), figuresOf(head), OPTIONS);
    expect(codes(judged)).toEqual([`${adoption} adoption`]);
    expect(judged.reasons[0]?.message).toBe(
      "`GET /` is below its SLO: 99.10% is 0.40 points below 99.5%",
    );
    expect(judged.model.verdict).toBe(adoption);
    expect(judged.model.endpoints.map(({ change, verdict }) => [change, verdict])).toEqual([
      ["added", adoption],
      ["added", "pass"],
    ]);
    expect(judged.model.changes.map(({ kind }) => kind)).toEqual(["spec-added"]);
  });

  test("base invalid: head alone, with a warning", () => {
    const head = below({});
    const diagnostics = [
      { severity: "error" as const, code: "x", message: "unknown key `slow`", ...place(3) },
    ];
    const input = comparison({ base: { kind: "invalid", diagnostics }, head: valid(head) });
    const judged = gateModel(input, figuresOf(head), OPTIONS);
    expect(codes(judged)).toEqual(["fail below-slo", "warn base-invalid"]);
    expect(judged.reasons[1]?.message).toBe(
      "The spec at base cannot be read (availability.yaml:3: unknown key `slow`); head is judged on its own",
    );
    expect(judged.model.diagnostics).toEqual([]);
  });

  test("the spec removed", () => {
    const base = below({});
    const judged = gateModel(comparison({ base: valid(base) }), figuresOf(base), OPTIONS);
    expect(codes(judged)).toEqual(["fail loosened"]);
    expect(judged.reasons[0]).not.toHaveProperty("endpoint");
    expect(judged.model.verdict).toBe("fail");
    expect(judged.model.endpoints.map(({ change, verdict }) => [change, verdict])).toEqual([
      ["removed", "fail"],
      ["removed", "fail"],
    ]);
    expect(judged.model.changes).toEqual([
      {
        kind: "spec-removed",
        subject: "availability.yaml",
        base: "availability.yaml",
        head: null,
        file: "availability.yaml",
        line: 1,
        side: "base",
      },
    ]);
  });

  test("a spec that was invalid is removed", () => {
    const input = comparison({ base: { kind: "invalid", diagnostics: [] } });
    const judged = gateModel(input, engineOf(new Map()), OPTIONS);
    expect(codes(judged)).toEqual(["fail loosened"]);
    expect(judged.model.verdict).toBe("fail");
  });

  test("the spec moved: compared as ever", () => {
    const both = model();
    const input = comparison({
      path: "b/availability.yaml",
      basePath: "a/availability.yaml",
      base: valid(both),
      head: valid(both),
    });
    const judged = gateModel(
      input,
      engineOf(new Map([[both, { "GET /": exact(0.001) }]])),
      OPTIONS,
    );
    expect(judged.model.verdict).toBe("pass");
    expect(judged.model.changes).toMatchObject([
      { kind: "spec-moved", base: "a/availability.yaml", head: "b/availability.yaml" },
    ]);
  });
});
