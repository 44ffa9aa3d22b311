import { expect } from "vitest";
import type { Change } from "../../../src/gate/result.ts";
import type { Model } from "../../../src/model/model.ts";
import { availabilityOf, divided } from "./scene.ts";

/** Two edits, each made or not. */
export type Written = (first: boolean, second: boolean) => Promise<Model>;

/** What each of two edits adds, on average over both orders, from models that are written anew. */
export async function bothOrders(written: Written): Promise<readonly [number, number]> {
  const at = async (first: boolean, second: boolean) =>
    availabilityOf(await written(first, second));
  const [none, one, other, both] = [
    await at(false, false),
    await at(true, false),
    await at(false, true),
    await at(true, true),
  ];
  return [(one - none + (both - other)) / 2, (other - none + (both - one)) / 2];
}

/** The two edits are two causes, of these kinds and subjects, with the effects of both orders. */
export async function expectBoth(
  written: Written,
  kinds: readonly [string, string],
): Promise<void> {
  const expected = await bothOrders(written);
  const { causes } = divided(await written(false, false), await written(true, true));
  expect(causes).toHaveLength(2);
  kinds.forEach((kind, at) => {
    const cause = causes.find(
      ({ changes }) => `${changes[0]!.kind} ${changes[0]!.subject}` === kind,
    );
    expect(Math.abs(cause!.effect - expected[at]!)).toBeLessThan(1e-12);
  });
}

/** The row of a kind that tells of one of two edits. */
export async function toldOf(kind: string, written: Written): Promise<Change | undefined> {
  const { causes } = divided(await written(false, false), await written(true, true));
  return causes.flatMap(({ changes }) => changes).find((one) => one.kind === kind);
}
