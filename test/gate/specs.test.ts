import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import type { GateSettings, Model } from "../../src/model/model.ts";
import type { Diagnostic } from "../../src/yaml/diagnostic.ts";
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
import { type UnderSide, underModel } from "./under-scene.ts";

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
    expect(judged.model.endpoints).toEqual([]);
    expect(judged.model.changes).toMatchObject([
      { kind: "spec-removed", base: "availability.yaml", head: null, side: "base" },
    ]);
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

  test("what base could not be read for is told as far as it is known", () => {
    const head = below({});
    const message = (...diagnostics: readonly Diagnostic[]) => {
      const input = comparison({ base: { kind: "invalid", diagnostics }, head: valid(head) });
      const { reasons } = gateModel(input, figuresOf(head), OPTIONS);
      return reasons.find(({ code }) => code === "base-invalid")!;
    };
    const error = { severity: "error" as const, code: "x", message: "unknown key `slow`" };
    const told = (why: string) =>
      `The spec at base cannot be read${why}; head is judged on its own`;
    expect(message()).toEqual({
      code: "base-invalid",
      verdict: "warn",
      model: "availability.yaml",
      message: told(""),
    });
    expect(message(error).message).toBe(told(" (unknown key `slow`)"));
    expect(message({ ...error, file: "other.yaml" }).message).toBe(
      told(" (other.yaml:1: unknown key `slow`)"),
    );
    const warning = { severity: "warning" as const, code: "y", message: "old key" };
    expect(message(warning, { ...error, ...place(4) }).message).toBe(
      told(" (availability.yaml:4: unknown key `slow`)"),
    );
    expect(message(warning).message).toBe(told(""));
  });

  test("base invalid: endpoints are new, and nothing is known to have changed", () => {
    const head = below({});
    const input = comparison({ base: { kind: "invalid", diagnostics: [] }, head: valid(head) });
    const { model: judged } = gateModel(input, figuresOf(head), OPTIONS);
    expect(judged.endpoints.map(({ name, change }) => [name, change])).toEqual([
      ["GET /", "added"],
      ["a", "added"],
    ]);
    expect(judged.changes).toEqual([]);
  });

  test("adoption: each row under a fault has the verdict of its own reasons", () => {
    const promising = (minimum: number) => ({
      minimum,
      gate: { adoption: "fail" as const },
    });
    const verdicts = (under: number, side: UnderSide) => {
      const head = underModel(side);
      const figures = { "GET /": exact(0.001), "GET / under zone-down": exact(under) };
      const judged = gateModel(
        comparison({ head: valid(head) }),
        engineOf(new Map([[head, figures]])),
        OPTIONS,
      );
      const [one] = judged.model.endpoints;
      return { row: one!.under[0]!.verdict, endpoint: one!.verdict, codes: codes(judged) };
    };
    expect(verdicts(0.02, promising(0.01))).toEqual({
      row: "fail",
      endpoint: "fail",
      codes: ["fail adoption"],
    });
    expect(verdicts(0.02, { ...promising(0.01), gate: { adoption: "warn" } })).toEqual({
      row: "warn",
      endpoint: "warn",
      codes: ["warn adoption"],
    });
    expect(verdicts(0.005, promising(0.01))).toEqual({ row: "pass", endpoint: "pass", codes: [] });
    // What fails without a fault is no word on the row under one.
    const head = underModel(promising(0.01));
    const figures = { "GET /": exact(0.009), "GET / under zone-down": exact(0.005) };
    const known = engineOf(new Map([[head, figures]]));
    const [one] = gateModel(comparison({ head: valid(head) }), known, OPTIONS).model.endpoints;
    expect([one!.verdict, one!.under[0]!.verdict]).toEqual(["fail", "pass"]);
  });

  test("what reading head told is in the result, before what pairing its endpoints does", () => {
    const base = model();
    const head = model({ endpoints: [endpoint("GET /"), endpoint("a", { was: "z" })] });
    const told = { severity: "notice" as const, code: "told-before", message: "x" };
    const figures = { "GET /": exact(0.001), a: exact(0.001) };
    const engine = engineOf(
      new Map([
        [base, figures],
        [head, figures],
      ]),
    );
    const both = comparison({ base: valid(base), head: valid(head), diagnostics: [told] });
    const { diagnostics } = gateModel(both, engine, OPTIONS).model;
    expect(diagnostics.map(({ code }) => code)).toEqual(["told-before", "useless-was"]);
    const added = comparison({ head: valid(head), diagnostics: [told] });
    expect(gateModel(added, engine, OPTIONS).model).toMatchObject({
      path: "availability.yaml",
      diagnostics: [told],
      changes: [{ kind: "spec-added", base: null, head: "availability.yaml", side: "head" }],
    });
  });

  test("a spec that is removed says once for all endpoints that nothing guards them", () => {
    const base = below({});
    const { reasons } = gateModel(comparison({ base: valid(base) }), figuresOf(base), OPTIONS);
    expect(reasons).toEqual([
      {
        code: "loosened",
        verdict: "fail",
        model: "availability.yaml",
        message: "The spec `availability.yaml` is removed: nothing guards its endpoints any more",
      },
    ]);
  });

  test("an endpoint that is removed has to be renamed in words", () => {
    const base = below({});
    const head = model({ endpoints: [endpoint("a")] });
    const engine = engineOf(
      new Map([
        [base, { "GET /": exact(0.001), a: exact(0.001) }],
        [head, { a: exact(0.001) }],
      ]),
    );
    const input = comparison({ base: valid(base), head: valid(head) });
    expect(gateModel(input, engine, OPTIONS).reasons).toEqual([
      {
        code: "loosened",
        verdict: "fail",
        model: "availability.yaml",
        endpoint: "GET /",
        message: "`GET /` is removed from the spec; if it was renamed, say `was` at its new name",
      },
    ]);
  });

  test("adoption leaves what only warns as what it is, and a spec that stays is no change", () => {
    const head = model();
    const engine = engineOf(new Map([[head, { "GET /": exact(0.0046) }]]));
    const fresh = gateModel(comparison({ head: valid(head) }), engine, OPTIONS);
    expect(codes(fresh)).toEqual(["warn error-budget"]);
    const same = gateModel(comparison({ base: valid(head), head: valid(head) }), engine, OPTIONS);
    expect(same.model.changes).toEqual([]);
  });
});
