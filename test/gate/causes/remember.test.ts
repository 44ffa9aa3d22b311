import { expect, test } from "vitest";
import { choices } from "../../../src/gate/causes/remember.ts";

test("a slot that no fact holds is as at head, whichever facts are adopted", () => {
  const { pick, adopt } = choices([{ slots: ["held"], changes: [], group: "cart" }]);
  expect(["held", "loose"].map(pick)).toEqual(["head", "head"]);
  adopt(() => false);
  expect(["held", "loose"].map(pick)).toEqual(["base", "head"]);
});
