import { expect, test } from "vitest";
import { keyOf } from "../../src/action/comment-key.ts";
import { type ActionInputs, readInputs } from "../../src/action/inputs.ts";

function gate(given: Readonly<Record<string, string>> = {}): string | null {
  const inputs = readInputs((name) => given[name] ?? "");
  return keyOf(inputs as ActionInputs).gate;
}

test.each([
  ["other models", { model: "b.yaml" }],
  ["more models", { model: "availability.yaml\nb.yaml" }],
  ["another folder", { "working-directory": "services/a" }],
  ["manifests that were rendered", { "head-manifests": "rendered/prod" }],
])("%s make another gate", (_name, given) => {
  expect(gate(given)).not.toBe(gate());
});

test.each([
  ["the default, written out", { model: "availability.yaml", "working-directory": "./" }],
  ["seeds and samples", { seed: "5", samples: "10" }],
  ["reports", { sarif: "a.sarif", "fail-on": "never" }],
])("%s: the same gate", (_name, given) => {
  expect(gate(given)).toBe(gate());
});

test("a folder that is made anew in each run makes no new gate of it", () => {
  const made = ["/tmp/tmp.1/out", "/tmp/tmp.2/out"].map((one) => gate({ "base-manifests": one }));
  expect(made[0]).toBe(made[1]);
  expect(made[0]).not.toBe(gate());
});
