import { expect, test } from "vitest";
import { drawingOf } from "../../../src/gate/causes/drawn-shares.ts";
import type { Standing } from "../../../src/gate/causes/drawn-work.ts";
import type { Mixture } from "../../../src/gate/causes/mixtures.ts";
import { modelOf } from "./scene.ts";

test("a mixture that is down anyhow is not drawn, and counts nothing in any share", async () => {
  const model = await modelOf({ services: { web: {} }, endpoints: { "GET /": { entry: "web" } } });
  const subject = { model, endpoint: model.endpoints[0]!, fault: null };
  const figure = () => ({ availability: 0, unavailability: 1 });
  const down: Mixture = { allUp: 0, subject: null, graph: null, figure };
  const [first, second, both] = [1, 2, 3].map(
    (): Standing => ({ allUp: 1, subject, graph: null, figure }),
  );
  const mixtures = [down, first!, second!, both!];
  const board = { whole: 3, mixtureOf: (set: number) => mixtures[set]!, isFeasible: () => true };
  const drawing = drawingOf(board, 2);
  expect(drawing.parts).toEqual([1, 2]);
  expect(drawing.mixtures.map((one) => mixtures.indexOf(one))).toEqual([1, 2, 3]);
  // φ_1 = (v(1) - 0) / 2 + (v(12) - v(2)) / 2, and φ_2 likewise.
  expect(drawing.factors).toEqual([
    [1 / 2, -1 / 2, 1 / 2],
    [-1 / 2, 1 / 2, 1 / 2],
  ]);
});
