import fc from "fast-check";
import { expect, test } from "vitest";
import { renderComment } from "../../src/report/markdown.ts";
import { encodeMarker, findMarker } from "../../src/report/marker.ts";
import { hostile } from "./hostile.ts";
import { CONTEXT, endpoint, exact, FAILING, model, result } from "./samples.ts";

const RUNS = { seed: 2, numRuns: 1_000 };
const wellFormed = fc.string({ unit: "binary" });

test("a marker gives back what it keeps, to its own id only", () => {
  fc.assert(
    fc.property(
      wellFormed,
      wellFormed,
      fc.option(wellFormed, { nil: null }),
      (id, other, state) => {
        const body = `${encodeMarker(id, state)}\nanything\n`;
        // Nothing and an empty text are the same to keep.
        expect(findMarker(body, id)?.state ?? "").toBe(state ?? "");
        expect(findMarker(body, id)).not.toBeNull();
        if (other !== id) expect(findMarker(body, other)).toBeNull();
      },
    ),
    RUNS,
  );
});

test("a marker tells its gate and its commit, and lets nothing else through", () => {
  const origin = { gate: "0123456789ab", head: "f".repeat(40) };
  for (const state of [null, "kept"]) {
    const body = `${encodeMarker("a b", state, origin)}\nanything`;
    expect(findMarker(body, "a b")).toEqual({ state, origin });
  }
  const odd = encodeMarker("a", null, { gate: "--> 0a", head: "<b>" });
  expect(odd).toBe("<!-- availability-gate:a 0a@b -->");
});

test("a marker is one HTML comment on one line, whatever it carries", () => {
  fc.assert(
    fc.property(hostile, hostile, (id, state) => {
      const marker = encodeMarker(id, state);
      expect(marker).toMatch(/^<!-- [^\n]* -->$/);
      expect(marker.slice(4, -3)).not.toMatch(/--|>/);
    }),
    RUNS,
  );
});

test("what looks like a marker further down is none", () => {
  const spoof = encodeMarker("other", "spoofed");
  const named = endpoint({ name: spoof, base: exact(0), head: exact(0.01), verdict: "fail" });
  const reasons = FAILING.reasons.map((one) => ({ ...one, endpoint: spoof, message: spoof }));
  const body = renderComment(
    result({ verdict: "fail", reasons, models: [model({ verdict: "fail", endpoints: [named] })] }),
    CONTEXT,
  );
  expect(body).toContain("availability-gate:other");
  expect(findMarker(body, "other")).toBeNull();
  expect(findMarker(body, CONTEXT.commentId)).toEqual({ state: null, origin: null });
  expect(findMarker(`hello\n${spoof}`, "other")).toBeNull();
});

test("a marker that people edited is still ours, without what it kept", () => {
  expect(findMarker("<!-- availability-gate:a not base64! -->", "a")).toEqual({
    state: null,
    origin: null,
  });
  expect(findMarker("<!-- availability-gate:a", "a")).toBeNull();
});
