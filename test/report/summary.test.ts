import { expect, test } from "vitest";
import { renderMarkdown, renderSummary } from "../../src/report/summary.ts";
import { rendered } from "./rendered.ts";
import { CALM, CASES, CONTEXT, endpoint, exact, FAILING, model, result } from "./samples.ts";

test("the summary is the full report, also where all is well", () => {
  for (const one of [FAILING, CALM]) {
    const { text, elements } = rendered(renderSummary(one, CONTEXT));
    for (const { endpoints, changes, diagnostics } of one.models) {
      for (const { name } of endpoints) expect(text).toContain(name);
      for (const { file, line } of changes) expect(text).toContain(`${file}:${line}`);
      for (const { message } of diagnostics) expect(text).toContain(message.replaceAll("`", ""));
    }
    expect(elements).toContain("table");
  }
});

test("the summary tells of every spec, also of those without news", () => {
  const several = CASES["several specs"] ?? FAILING;
  const { text } = rendered(renderSummary(several, CONTEXT));
  for (const { path } of several.models) expect(text).toContain(path);
});

test("the summary stays within its limit, counted in bytes", () => {
  const endpoints = Array.from({ length: 2_000 }, (_, i) =>
    endpoint({ name: `GET /${i} ${"語".repeat(80)}`, base: exact(0.001), head: exact(0.002) }),
  );
  const wide = result({ models: [model({ endpoints })] });
  const limit = 200_000;
  const source = renderSummary(wide, { ...CONTEXT, limit });
  expect(Buffer.byteLength(source)).toBeLessThanOrEqual(limit);
  expect(source).toContain("Left out here for length");
  const whole = renderMarkdown(wide, CONTEXT);
  const tight = Buffer.byteLength(whole) - 1;
  expect(whole.length).toBeLessThan(tight);
  expect(Buffer.byteLength(renderSummary(wide, { ...CONTEXT, limit: tight }))).toBeLessThan(tight);
  expect(Buffer.byteLength(renderSummary(wide, CONTEXT))).toBeLessThanOrEqual(1_048_576);
  expect(Buffer.byteLength(renderMarkdown(wide, CONTEXT))).toBeGreaterThan(limit);
});
