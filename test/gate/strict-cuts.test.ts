import { describe, expect, test } from "vitest";
import type { Model, Need } from "../../src/model/model.ts";
import { dependencies, endpoint, model, service } from "./models.ts";
import { rows } from "./shop.ts";

/** An endpoint of the first service that is strict, and of which some lines are cut off. */
function cutting(
  names: readonly string[],
  lines: readonly string[],
  cut: readonly string[],
): Model {
  const counted = lines.flatMap((line, dependency): readonly Need[] =>
    cut.includes(line) ? [] : [{ kind: "dependency", dependency }],
  );
  const need: Need = { kind: "atLeast", k: counted.length, of: counted };
  return model({
    services: names.map((name) => service(name)),
    dependencies: dependencies(names, lines),
    endpoints: [endpoint("GET /", { mixture: [{ share: 1, strict: true, need }] })],
  });
}

describe("what is cut off from a strict endpoint", () => {
  test("is another where the names run together to the same text", () => {
    const names = ["a", "b", "bz", "c", "zc", "d"];
    const lines = ["a -> bz", "c -> d", "a -> b", "zc -> d", "a -> c", "a -> zc"];
    const base = cutting(names, lines, ["a -> bz", "c -> d"]);
    const head = cutting(names, lines, ["a -> b", "zc -> d"]);
    expect(rows(base, head)).toEqual([
      "predicate GET /: strict without a -> bz, c -> d -> strict without a -> b, zc -> d at head availability.yaml:50",
    ]);
  });

  test("is the same in whatever order the dependencies stand", () => {
    const cut = ["a -> b", "a -> c"];
    const [base, head] = [cut, cut.toReversed()].map((lines) =>
      cutting(["a", "b", "c"], lines, cut),
    );
    expect(rows(base!, head!)).toEqual([]);
  });

  test("is told in full where there are five", () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const lines = names.slice(1).map((name) => `a -> ${name}`);
    expect(rows(cutting(names, lines, []), cutting(names, lines, lines))).toEqual([
      "predicate GET /: strict -> strict without a -> b, a -> c, a -> d, a -> e, a -> f at head availability.yaml:50",
    ]);
  });
});
