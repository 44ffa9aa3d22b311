import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EstimateResult, Result } from "../../src/gate/result.ts";
import { renderJson } from "../../src/report/json.ts";
import { hostileResult } from "./hostile.ts";
import { FAILING, sampled, UNDER_FAULTS } from "./samples.ts";

/** Causes and what explains are published in another shape, which is told elsewhere. */
function unexplained(one: Result): Result {
  const models = one.models.map((model) => ({
    ...model,
    endpoints: model.endpoints.map(({ causes: _, explained: __, ...rest }) => rest),
  }));
  return { ...one, models };
}

describe("the JSON report", () => {
  test("is the result, and one line end", () => {
    fc.assert(
      fc.property(hostileResult.map(unexplained), (one) => {
        const text = renderJson(one);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
        expect(text).toMatch(/[^\n]\n$/);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test("has its keys in one order, however the result was put together", () => {
    const shuffled = JSON.parse(JSON.stringify(FAILING), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(renderJson(shuffled)).toBe(renderJson(FAILING));
    const [version, verdict] = Object.keys(JSON.parse(renderJson(shuffled)));
    expect([version, verdict]).toEqual(["version", "verdict"]);
  });

  test("has figures under faults behind the SLO, in the order of the contract", () => {
    const [one] = JSON.parse(renderJson(UNDER_FAULTS)).models[0].endpoints;
    expect(Object.keys(one).slice(-3)).toEqual(["slo", "under", "verdict"]);
    expect(Object.keys(one.under[0])).toEqual([
      "fault",
      "base",
      "head",
      "delta",
      "minimum",
      "verdict",
    ]);
    const [reason] = JSON.parse(renderJson(UNDER_FAULTS)).reasons;
    expect(Object.keys(reason)).toEqual([
      "code",
      "verdict",
      "model",
      "endpoint",
      "fault",
      "message",
    ]);
  });

  test("keeps what later versions add", () => {
    const more = { ...FAILING, models: FAILING.models.map((one) => ({ ...one, extra: 1 })) };
    expect(JSON.parse(renderJson(more)).models[0].extra).toBe(1);
  });

  test("holds no command of the Actions runner", () => {
    const [one] = FAILING.reasons;
    const named = { ...FAILING, reasons: [{ ...one!, message: "##[add-mask]x" }] };
    expect(renderJson(named)).not.toContain("##[");
    expect(JSON.parse(renderJson(named)).reasons[0].message).toBe("##[add-mask]x");
  });

  test("of an estimate has nothing that compares", () => {
    const estimate: EstimateResult = {
      version: 1,
      verdict: "pass",
      reasons: [],
      head: FAILING.head,
      models: [
        {
          path: "availability.yaml",
          verdict: "pass",
          endpoints: [
            {
              name: "GET /",
              head: sampled(0.001, 0.0001),
              slo: { head: 0.99 },
              under: [],
              verdict: "pass",
            },
          ],
          diagnostics: [],
        },
      ],
    };
    expect(JSON.parse(renderJson(estimate))).toEqual(estimate);
  });
});
