import { expect, test } from "vitest";
import type { Reason, ReasonCode, Verdict } from "../../src/gate/result.ts";
import { headline } from "../../src/report/headline.ts";
import { plain } from "../../src/report/plain.ts";
import { UNDER_FAULTS } from "./samples.ts";

const [BELOW] = UNDER_FAULTS.reasons;

function told(...reasons: readonly Partial<Reason>[]): string {
  const whole = reasons.map((over) => ({ ...BELOW!, ...over }));
  const verdict = whole[0]?.verdict ?? "pass";
  return plain(headline({ ...UNDER_FAULTS, verdict, reasons: whole }));
}

test.each<[ReasonCode, Verdict, string]>([
  ["below-slo", "fail", "falls below its minimum under `any-zone-down`"],
  ["adoption", "warn", "starts below its minimum under `any-zone-down`"],
  ["preexisting", "warn", "stays below its minimum under `any-zone-down`"],
  ["preexisting", "fail", ", below its minimum under `any-zone-down` before, gets worse"],
  ["passes-by-assertion", "fail", "passes under `any-zone-down` only because the spec was edited"],
  ["loosened", "fail", "is promised less under `any-zone-down` than before"],
  ["undecided", "warn", "is too close to its minimum under `any-zone-down` to call"],
])("under a fault, %s (%s) is told with its name", (code, verdict, words) => {
  const space = words.startsWith(",") ? "" : " ";
  expect(told({ code, verdict })).toBe(`\`POST /checkout\`${space}${words}`);
});

test("several endpoints under one fault are named, and others are counted", () => {
  expect(told({}, { endpoint: "GET /cart" })).toBe(
    "`POST /checkout` and `GET /cart` fall below their minimum under `any-zone-down`",
  );
  expect(told({}, { endpoint: "GET /cart", fault: "rolling-update" })).toBe(
    "`POST /checkout` falls below its minimum under `any-zone-down`, and 1 more endpoint fails",
  );
  expect(told({}, { fault: "rolling-update" })).toBe(
    "`POST /checkout` falls below its minimum under `any-zone-down`",
  );
});
