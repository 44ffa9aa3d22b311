import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";
import { RUNTIMES } from "./runtimes.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bundle-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the committed bundles", { timeout: 120_000 }, () => {
  it.each(["action.js", "cli.js"])("%s imports nothing but Node's own modules", async (name) => {
    const { metafile } = await build({
      entryPoints: [join(dist, name)],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "silent",
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    const own = new Set(builtinModules.flatMap((one) => [one, `node:${one}`]));
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.map(({ path }) => path).filter((path) => !own.has(path))).toEqual([]);
  });

  it.each(RUNTIMES)("cli.js runs alone in an empty folder on $name", ({ node }) => {
    const cli = join(mkdtempSync(join(scratch, "alone-")), "cli.js");
    copyFileSync(join(dist, "cli.js"), cli);
    const ended = runCli(node, resolve(cli, ".."), ["demo"], { cli });
    expect(ended).toMatchObject({ status: 0, stderr: expect.stringMatching(/^This was a demo/) });
    expect(ended.stdout).toMatch(/^✗ Availability gate: `POST \/checkout` falls below its SLO/);
  });

  it("carries the licence notices of what it bundles", () => {
    const notices = readFileSync(join(dist, "licenses.txt"), "utf8");
    for (const name of ["@actions/core", "@octokit/plugin-retry", "js-yaml", "picomatch"]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, "m"));
    }
    expect(notices).toContain("Permission is hereby granted, free of charge");
  });
});
