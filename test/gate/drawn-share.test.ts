import { expect, test } from "vitest";
import { MOST_TRANSITIONS } from "../../src/availability/solve.ts";
import { engine } from "../../src/flow/engine.ts";
import { sharedAmong } from "../../src/gate/drawn-share.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { endpoint, model, OPTIONS } from "./models.ts";

const one = model({ endpoints: [endpoint("GET /")] });
const subject = { model: one, endpoint: one.endpoints[0]!, fault: null };

function shared(price: number | null, figures: number, samples = 200_000) {
  const { price: _, ...unpriced } = engine;
  const by: Engine = price === null ? unpriced : { ...unpriced, price: () => price };
  const options = { ...OPTIONS, samples };
  return { options, found: sharedAmong({ path: "x", engine: by, options }, subject, figures) };
}

test("figures in reach of an exact answer have as much work as it takes", () => {
  for (const price of [null, 0, MOST_TRANSITIONS]) {
    const { options, found } = shared(price, 8);
    expect(found).toBe(options);
  }
});

test("others share a thousand million transitions, a third of it each time, and more for more samples", () => {
  const { options, found } = shared(MOST_TRANSITIONS + 1, 10);
  expect(found).toEqual({ ...options, most: expect.closeTo(1e9 / 30, 3) });
  expect(shared(1e12, 1).found.most).toBeCloseTo(1e9 / 3, 3);
  expect(shared(1e12, 10, 400_000).found.most).toBeCloseTo(2e9 / 30, 3);
  expect(shared(1e12, 10, 1000).found.most).toBeCloseTo(1e9 / 30, 3);
});
