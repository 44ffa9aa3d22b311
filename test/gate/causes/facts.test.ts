import { expect, test } from "vitest";
import { slot } from "../../../src/gate/causes/facts.ts";

test("slots whose names run together are different ones", () => {
  expect(slot("seat", "a", "bc")).not.toBe(slot("seat", "ab", "c"));
});
