import { expect, test } from "vitest";
import { methods } from "../../src/report/methods.ts";
import { bounded, endpoint, exact, model, result, sampled, under } from "./samples.ts";

test("the method of all figures is told, those under faults included", () => {
  const of = (figure: ReturnType<typeof exact>) =>
    endpoint({
      name: "GET /",
      base: exact(0.001),
      head: exact(0.001),
      under: [under("x", null, figure)],
    });
  const told = (...figures: readonly ReturnType<typeof exact>[]) =>
    methods(result({ models: [model({ endpoints: figures.map(of) })] }));
  expect(told()).toBeNull();
  expect(told(exact(0.01))).toBe("exact");
  expect(told(exact(0.01), bounded(0.9, 0.95))).toBe("bounded (between two ends, certain)");
  expect(told(sampled(0.01, 0.001))).toBe("sampled (200,000 states, 95% intervals)");
  expect(told(bounded(0.9, 0.95), sampled(0.01, 0.001))).toBe(
    "bounded (between two ends, certain), sampled (200,000 states, 95% intervals)",
  );
});
