import { expect, test } from "vitest";
import type { Reason, ReasonCode, Verdict } from "../../src/gate/result.ts";
import { isReasonCode, sortReasons, worst } from "../../src/gate/verdict.ts";

function reason(verdict: Verdict, code: ReasonCode, message = ""): Reason {
  return { code, verdict, model: "availability.yaml", message };
}

test("what fails comes first, whatever its rule", () => {
  const sorted = sortReasons([reason("warn", "below-slo"), reason("fail", "undecided")]);
  expect(sorted.map(({ verdict }) => verdict)).toEqual(["fail", "warn"]);
});

test("of one verdict, the graver rule comes first, and equals keep their order", () => {
  const sorted = sortReasons([
    reason("fail", "loosened"),
    reason("fail", "max-drop", "a"),
    reason("fail", "below-slo"),
    reason("fail", "max-drop", "b"),
  ]);
  expect(sorted.map(({ code, message }) => code + message)).toEqual([
    "below-slo",
    "loosened",
    "max-dropa",
    "max-dropb",
  ]);
});

test("the worst of none is a pass", () => {
  expect(worst([])).toBe("pass");
  expect(worst(["warn", "fail", "pass"])).toBe("fail");
});

test("a code is a word, and not a list of one", () => {
  expect(isReasonCode("loosened")).toBe(true);
  expect(isReasonCode(["loosened"])).toBe(false);
});
