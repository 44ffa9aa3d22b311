import { describe, expect, test } from "vitest";
import { unknownLosses } from "../../../src/gate/limits/unknown-losses.ts";
import { untold } from "../../../src/gate/limits/untold.ts";
import { unknownImportances } from "../../../src/gate/unknown-importances.ts";
import type { Diagnostic } from "../../../src/yaml/diagnostic.ts";

const PATH = "shop/availability.yaml";

/** Codes and messages; each is a notice about the spec as a whole. */
function told(found: readonly Diagnostic[]): readonly (readonly [string, string])[] {
  return found.map(({ code, message, ...where }) => {
    expect(where).toEqual({ severity: "notice", file: PATH, line: 1, column: 1 });
    return [code, message];
  });
}

describe("what is told of what was left out", () => {
  const ONE = "ask about one of them with `explain NAME`";

  test.each([
    [0, 20, 0, []],
    [
      1,
      0,
      0,
      [
        [
          "unexplained",
          `what limits 1 more endpoint and what they assume was left out: the worst went first, and all together take too long or too much room; ${ONE}`,
        ],
      ],
    ],
    [
      0,
      20,
      3,
      [
        [
          "ways-not-sought",
          `ways back were looked for at the worst 20 endpoints, and not at 3 more that break what they promise: each takes some hundred evaluations; ${ONE}`,
        ],
      ],
    ],
  ])(
    "%i not explained, ways back of %i looked for and of %i not",
    (unexplained, remedied, unremedied, all) => {
      expect(told(untold(PATH, { unexplained, remedied, unremedied }))).toEqual(all);
    },
  );

  test("is told of both", () => {
    const both = told(untold(PATH, { unexplained: 2, remedied: 20, unremedied: 1 }));
    expect(both.map(([code]) => code)).toEqual(["unexplained", "ways-not-sought"]);
  });

  test.each([
    [3, 2, 0, "what 3 losses of one service, dependency or domain each would do to 2 endpoints"],
    [1, 1, 0, "what 1 loss of one service, dependency or domain each would do to 1 endpoint"],
    [0, 0, 4, "what any loss would do to 4 endpoints"],
    [
      1,
      1,
      1,
      "what 1 loss of one service, dependency or domain each would do to 1 endpoint, and what any loss would do to 1 endpoint",
    ],
    [
      5,
      1,
      1,
      "what 5 losses of one service, dependency or domain each would do to 1 endpoint, and what any loss would do to 1 endpoint",
    ],
  ])("%i losses of %i endpoints, and all of %i", (losses, endpoints, unseen, what) => {
    const blasts = { blasts: [], unknown: { losses, endpoints, unseen } };
    expect(told(unknownLosses(PATH, blasts))).toEqual([
      [
        "unknown-losses",
        `${what}, was not worked out: all of them together take too long; ask about one endpoint with \`explain\`, or take more \`--samples\`, which buys as much more work`,
      ],
    ]);
  });

  test("is nothing where all losses were worked out", () => {
    const unknown = { losses: 0, endpoints: 0, unseen: 0 };
    expect(unknownLosses(PATH, { blasts: [], unknown })).toEqual([]);
  });

  test.each([
    [
      ["a"],
      "1 component of `GET /` that something is assumed of may be worth an injection too, and was not weighed: `a`",
    ],
    [
      ["a", "b", "c", "d"],
      "4 components of `GET /` that something is assumed of may be worth an injection too, and were not weighed: `a`, `b`, `c` and 1 more",
    ],
  ])("%j, that were not weighed", (unweighed, what) => {
    expect(told(unknownImportances(PATH, "GET /", { injections: [], unweighed }))).toEqual([
      [
        "unknown-importances",
        `${what}; the figure is not exact, and to draw what each does takes too long; take more \`--samples\`, which buys as much more work`,
      ],
    ]);
  });
});
