import { expect, it } from "vitest";
import { windowSeconds } from "../../../src/traces/series/queries.ts";

it("a window is a whole number of one unit, from a minute to a year", () => {
  expect(["60s", "5m", "12h", "7d", "52w"].map(windowSeconds)).toEqual([
    60, 300, 43_200, 604_800, 31_449_600,
  ]);
  const others = ["", "59s", "0d", "7", "1y", "1h30m", "1.5d", "7d]", "-1d", "53w", "99999w"];
  expect(others.map(windowSeconds)).toEqual(others.map(() => null));
});
