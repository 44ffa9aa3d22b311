import fc from "fast-check";
import type { Data } from "./written.ts";

/** Something odd now and then: a spec has dozens of values, and is to be refused for one of them. */
export function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 250, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

export const names = ["web", "pay", "cart", "bank"] as const;
export const name = mostly(
  fc.constantFrom<string>(...names),
  fc.constantFrom("Pay", "constructor", "__proto__", "ghost", "a b", ""),
);
export const strayPair = fc
  .record({ from: name, to: name, arrow: fc.constantFrom("->", "->", "->", "~>") })
  .map(({ from, to, arrow }) => `${from} ${arrow} ${to}`);
/** In every spec. */
export const PAIRS = ["web -> pay", "web -> cart", "pay ~> cart", "pay -> bank"];
export const pair = mostly(fc.constantFrom(...PAIRS), strayPair);
export const odds: fc.Arbitrary<Data> = mostly<Data>(
  fc.oneof(
    fc.integer({ min: 0, max: 1000 }).map((one) => `${one / 10}%`),
    fc.integer({ min: 900, max: 1000 }).map((one) => `${one / 10}%`),
    fc.integer({ min: 0, max: 1000 }).map((one) => one / 1000),
  ),
  fc.constantFrom<Data>(99.5, -0.1, "101%", "99,5%", "1e-3%", "%", null, true, [], "50", 1e-300),
);
export const smallOdds = fc.integer({ min: 0, max: 40 }).map((one) => `${one / 10}%`);
export const count: fc.Arbitrary<Data> = mostly<Data>(
  fc.integer({ min: 1, max: 4 }),
  fc.constantFrom<Data>(0, -1, 2.5, "3", 1e9, 1e21, null),
);
export const listOf = (one: fc.Arbitrary<Data>, most = 3) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: most, selector: (each) => JSON.stringify(each) });

export function anyOf(...all: readonly fc.MaybeWeightedArbitrary<Data>[]): fc.Arbitrary<Data> {
  return fc.oneof(...all);
}
