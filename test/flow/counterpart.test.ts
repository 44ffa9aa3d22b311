import { expect, test } from "vitest";
import { counterpart } from "../../src/flow/counterpart.ts";
import { workload } from "../model/support.ts";

const [pay, canary, next] = ["pay", "canary", "next"].map((name) => workload({ name }));

test("the only workload of a service is what the only one was, whatever its name", () => {
  expect(counterpart(next!, [pay!], [next!])).toBe(pay);
});

test("one of several is what that of its name was, and else none", () => {
  expect(counterpart(canary!, [pay!, canary!], [pay!, canary!])).toBe(canary);
  expect(counterpart(next!, [pay!, canary!], [pay!, next!])).toBeUndefined();
  expect(counterpart(canary!, [pay!], [pay!, canary!])).toBeUndefined();
});
