import { describe, expect, it } from "vitest";
import { fuzz, told } from "./run.mjs";

/** All 100,000 are tried by `npm run trust -- fuzz`: docs/trust.md. */
const CASES = 3000;

describe("hostile and broken input", () => {
  it(`is read or refused in place, in time and in bounds (${CASES} cases)`, {
    timeout: 600_000,
  }, async () => {
    const batches = await fuzz({ cases: CASES, seed: 20261130 });
    const failures = batches.flatMap((batch) => (batch.failure === null ? [] : [told(batch)]));
    expect(failures).toEqual([]);
    const tried = batches.reduce((sum, batch) => sum + batch.tried, 0);
    expect(tried).toBeGreaterThanOrEqual(CASES);
  });
});
