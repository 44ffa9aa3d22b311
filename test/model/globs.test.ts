import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { globProblem } from "../../src/model/globs.ts";

describe("globs of manifests", () => {
  it.each([
    "deploy/**/*.yaml",
    "!deploy/*-test.yaml",
    "**/*-prod-*.y*ml",
    "a/*/b/*/c/*/d/*/*.yaml",
    "**/x/**/y/**",
    "app/{web,db}/[ab]?.yaml",
  ])("%s is taken", (glob) => {
    expect(globProblem(glob)).toBeNull();
  });

  it.each([
    `${"*a".repeat(13)}b/*.yaml`,
    `${"?*".repeat(60)}b/*`,
    "*a*/*a*/*a*/b",
    "**/a/**/b/**/c/**/d",
    `${"{a*,a*}".repeat(6)}b`,
  ])("%s is refused: it could match in too many ways", (glob) => {
    expect(globProblem(glob)).toContain("too many `*`");
  });

  it("groups with a sign before them are refused", () => {
    expect(globProblem(`${"@(a*|*a|*)".repeat(6)}b/x`)).toContain("`{a,b}`");
  });

  it("what is taken ends, however long the path is", () => {
    const run = "a".repeat(250);
    const worst = picomatch("**/*a*a*x/**/b/**", { dot: true, nonegate: true });
    const path = Array.from({ length: 16 }, () => run).join("/");
    expect(worst(path)).toBe(false);
  });
});
