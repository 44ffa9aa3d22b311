import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderInvalid, renderInvalidComment } from "../../src/report/invalid.ts";
import { COMMENT_LIMIT } from "../../src/report/markdown.ts";
import { findMarker } from "../../src/report/marker.ts";
import type { Diagnostic } from "../../src/yaml/diagnostic.ts";
import { hostile } from "./hostile.ts";
import { rendered } from "./rendered.ts";
import { CONTEXT, HEAD } from "./samples.ts";

const error = (message: string, file = "availability.yaml", line = 3): Diagnostic => ({
  ...{ severity: "error", code: "unknown-service", message },
  ...{ file, line, column: 5 },
});

describe("where head cannot be judged", () => {
  it("the comment lists every error with a link to its line, and no warning", () => {
    const warning: Diagnostic = { severity: "warning", code: "never-live", message: "no replicas" };
    const found = [error("unknown service `paymnet`; did you mean `payment`?"), warning];
    expect(renderInvalid(found, HEAD, CONTEXT)).toBe(
      `### ❌ Availability gate: cannot judge this, 1 error

- unknown service \`paymnet\`; did you mean \`payment\`? · [availability.yaml:3](https://github.com/acme/shop/blob/${HEAD}/availability.yaml#L3)

<sub>[this run](https://github.com/acme/shop/actions/runs/42)</sub>
`,
    );
  });

  it("the comment is found again, with what it keeps", () => {
    const comment = renderInvalidComment([error("x")], HEAD, { ...CONTEXT, state: "kept" });
    expect(findMarker(comment, CONTEXT.commentId)).toEqual({ state: "kept", origin: null });
  });

  it("names are inert, and the comment fits however long they are", () => {
    const diagnostics = fc.array(
      fc.tuple(hostile, hostile).map(([message, file]) => error(message, file)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(diagnostics, (found) => {
        const text = renderInvalid(found, HEAD, CONTEXT);
        expect(text.length).toBeLessThan(COMMENT_LIMIT);
        const { elements } = rendered(text);
        const expected = new Set(["h3", "ul", "li", "p", "a", "sub", "code"]);
        expect(elements.filter((one) => !expected.has(one))).toEqual([]);
      }),
      { seed: 20261130, numRuns: 300 },
    );
    const long = Array.from({ length: 500 }, () => error("x`".repeat(20_000), "y".repeat(10_000)));
    expect(renderInvalid(long, HEAD, CONTEXT).length).toBeLessThan(COMMENT_LIMIT);
  });
});
