import { describe, expect, test } from "vitest";
import { joinPieces, piece, slot } from "../../../src/gate/causes/facts.ts";

test("slots whose names run together are different ones", () => {
  expect(slot("seat", "a", "bc")).not.toBe(slot("seat", "ab", "c"));
});

describe("pieces", () => {
  const slotsOf = (pieces: readonly (readonly [key: string, slots: readonly string[]])[]) =>
    joinPieces(pieces.map(([key, slots], at) => piece(key, slots, [], `${at}`))).map(
      ({ slots, group }) => [group, ...slots],
    );

  test("are facts by themselves, and one fact where they have one key", () => {
    expect(
      slotsOf([
        ["a", ["x"]],
        ["b", ["y"]],
        ["a", ["z"]],
        ["c", []],
      ]),
    ).toEqual([["0", "x", "z"], ["1", "y"], ["3"]]);
  });

  test("that hold one slot are one fact, whoever else they are one with", () => {
    expect(
      slotsOf([
        ["a", ["x"]],
        ["b", ["y", "x"]],
        ["c", ["z"]],
      ]),
    ).toEqual([
      ["0", "x", "y"],
      ["2", "z"],
    ]);
    const chained = [
      ["a", ["x"]],
      ["b", ["y"]],
      ["c", ["z"]],
      ["d", ["x", "z"]],
      ["b", ["z"]],
    ] as const;
    expect(slotsOf(chained)).toEqual([["0", "x", "y", "z"]]);
    expect(slotsOf(chained.toReversed())).toEqual([["0", "z", "x", "y"]]);
    // A key is no slot.
    expect(
      slotsOf([
        ["x", ["y"]],
        ["z", ["x"]],
      ]),
    ).toHaveLength(2);
  });
});
