import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import { comparison, engineOf, exact, OPTIONS, valid } from "./models.ts";
import { codes, sampled } from "./scene.ts";
import { underEach, underModel, underRow } from "./under-scene.ts";

describe("endpoints at one end alone, under faults", () => {
  test("a removed one that promised nothing passes in its row", () => {
    const base = underModel({ minimum: null });
    const figures = { "GET /": exact(0.001), "GET / under zone-down": exact(0.5) };
    const engine = engineOf(new Map([[base, figures]]));
    const input = comparison({ base: valid(base), head: valid({ ...base, endpoints: [] }) });
    expect(underRow(gateModel(input, engine, OPTIONS))).toMatchObject({
      base: exact(0.5),
      head: null,
      minimum: null,
      verdict: "pass",
    });
  });

  test("a new one is held to base's settings, too", () => {
    const base = { ...underModel({ gate: { undecided: "fail" } }), endpoints: [] };
    const head = underModel({});
    const open = sampled(0.0098, 0.989, 0.991);
    const figures = { "GET /": exact(0.001), "GET / under zone-down": open };
    const engine = engineOf(new Map([[head, figures]]));
    const judged = gateModel(comparison({ base: valid(base), head: valid(head) }), engine, OPTIONS);
    expect(codes(judged)).toEqual(["fail loosened", "fail undecided"]);
    expect(underRow(judged).verdict).toBe("fail");
  });
});

test("the spec of base over head is asked under each fault, and not under the first alone", () => {
  const names = ["zone-down", "rack-down"];
  const two = () => underEach(...names);
  const figures = (rack: number) => ({
    "GET /": exact(0.001),
    "GET / under zone-down": exact(0.008),
    "GET / under rack-down": exact(rack),
  });
  const [base, head, carried] = [two(), two(), two()];
  const engine = engineOf(
    new Map([
      [base, figures(0.008)],
      [head, figures(0.008)],
      [carried, figures(0.02)],
    ]),
  );
  const input = comparison({ base: valid(base), head: valid(head), carried });
  const { model, reasons } = gateModel(input, engine, OPTIONS);
  expect(reasons).toMatchObject([{ code: "passes-by-assertion", fault: "rack-down" }]);
  expect(model.endpoints[0]!.under.map(({ carried: of }) => of)).toEqual([
    exact(0.008),
    exact(0.02),
  ]);
});
