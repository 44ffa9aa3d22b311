import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderJson } from "../../src/report/json.ts";
import { quietJson } from "../../src/report/json-text.ts";
import { renderSarif } from "../../src/report/sarif.ts";
import { hostileResult } from "./hostile.ts";

/** What a terminal or a log may obey, or what reorders what is read. */
const OBEYED = /[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}|##\[/u;

/** U+009B begins a sequence; tags (U+E0001) take two units. */
const UNSEEN = "a\u009b31m\u007f\u202e\u2028\u200b\u{e0001}##[error]";

describe("JSON for logs and terminals", () => {
  test("spells out what no eye sees, and reads alike", () => {
    const text = quietJson(JSON.stringify({ [UNSEEN]: UNSEEN }));
    expect(text).not.toMatch(OBEYED);
    expect(JSON.parse(text)).toEqual({ [UNSEEN]: UNSEEN });
  });

  test("reads alike whatever stands in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(JSON.parse(quietJson(JSON.stringify(text)))).toBe(text);
      }),
      { seed: 71, numRuns: 300 },
    );
  });

  test("is what reports that machines read are written in", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        const [model] = one.models;
        const file = `deploy/${UNSEEN}.yaml`;
        const diagnostic = { severity: "warning", code: "x", message: "x", file } as const;
        const models = model === undefined ? [] : [{ ...model, diagnostics: [diagnostic] }];
        expect(renderJson({ ...one, models })).not.toMatch(OBEYED);
        expect(renderSarif({ ...one, models }, "1.2.3")).not.toMatch(OBEYED);
      }),
      { seed: 72, numRuns: 50 },
    );
  });
});
