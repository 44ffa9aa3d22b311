import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI, runCli } from "./run-cli.ts";
import { RUNTIMES } from "./runtimes.ts";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-study-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const FILES = [
  "configuration.yaml",
  "figure1.png",
  "figure1.svg",
  "manifest.json",
  "raw_results.csv",
  "report.md",
  "scale_sanity.csv",
  "table2.csv",
];

/** Small, and of one family. */
const SMALL = `version: 1
name: own
seed: 7
samples: 300
confidence: 95%
families:
  fanout: { degree: [1, 2], theta: 0.9, rho: 0.9 }
`;

/** Small, with something to draw. */
const PICTURED = SMALL.replace(
  /fanout: .*/,
  "sensitivity: { theta: [0.5, 0.9], rho: [0.5, 0.9], baseReplicas: 1, replicas: 3 }",
);

function folderWith(config: string): string {
  const folder = mkdtempSync(join(scratch, "own-"));
  writeFileSync(join(folder, "own.yaml"), config);
  return folder;
}

function contentsOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
  );
}

describe("the study on each runtime", { timeout: 120_000 }, () => {
  const runs = RUNTIMES.map(({ name, node }) => {
    const folder = mkdtempSync(join(scratch, "whole-"));
    return { name, node, folder, out: join(folder, "study-results") };
  });
  const ended: ReturnType<typeof runCli>[] = [];
  beforeAll(() => {
    // A time zone and a language of their own must not show in any byte.
    const others: readonly Record<string, string>[] = [
      {},
      { TZ: "Pacific/Auckland", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
    ];
    for (const [at, { node, folder }] of runs.entries()) {
      ended.push(runCli(node, folder, ["study"], { env: others[at] ?? {} }));
    }
  }, 120_000);

  it("ends well, tells Table 2 on stdout, and nothing on a stderr that is no terminal", () => {
    for (const one of ended) {
      expect(one).toMatchObject({ status: 0, stderr: "" });
      expect(one.stdout).toMatch(/^✓ The synthetic adequacy study: everything holds\n/);
      expect(one.stdout).toMatch(/ greatest false positive +0\.39850539876 +0\.39850539876 +0 ✓\n/);
      expect(one.stdout).not.toContain("\u001b");
    }
  });

  it("writes these files, the same bytes on all, and nothing beside the folder", () => {
    for (const { folder, out } of runs) {
      expect(readdirSync(folder)).toEqual(["study-results"]);
      expect(readdirSync(out).sort()).toEqual(FILES);
    }
    const [first, ...others] = runs.map(({ out }) => contentsOf(out));
    for (const one of others) expect(one).toEqual(first);
  });

  it("vouches for each file in the manifest", () => {
    const out = runs[0]?.out ?? "";
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    const named: { name: string; sha256: string; bytes: number }[] = manifest.files;
    expect(named.map(({ name }) => name).sort()).toEqual(
      FILES.filter((name) => name !== "manifest.json"),
    );
    for (const { name, sha256, bytes } of named) {
      const content = readFileSync(join(out, name));
      expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
      expect(content).toHaveLength(bytes);
    }
  });

  it("has the rows in the order of the configuration, though what is drawn is computed first", () => {
    const rows = readFileSync(join(runs[0]?.out ?? "", "raw_results.csv"), "utf8").split("\n");
    const families = new Set(rows.slice(1, -1).map((row) => row.split(",")[1]));
    expect([...families].slice(0, 5)).toEqual([
      "Synchronous chain",
      "Fan-out",
      "Replicated bottleneck",
      "Node vs. edge sensitivity",
      "Async side effect",
    ]);
  });

  it("draws the figure that the docs show", () => {
    const shown = readFileSync(join(import.meta.dirname, "../../docs/images/figure1.png"));
    expect(shown.equals(readFileSync(join(runs[0]?.out ?? "", "figure1.png")))).toBe(true);
  });

  it("runs on its own configuration as it wrote it, to the same bytes", () => {
    const { node, out } = runs[0] ?? { node: "", out: "" };
    const folder = mkdtempSync(join(scratch, "again-"));
    const args = ["study", "--config", join(out, "configuration.yaml"), "--out", "again"];
    expect(runCli(node, folder, args).status).toBe(0);
    expect(contentsOf(join(folder, "again"))).toEqual(contentsOf(out));
  });
});

describe.each(RUNTIMES)("a study of one's own on $name", { timeout: 120_000 }, ({ node }) => {
  const study = (folder: string, ...args: readonly string[]) =>
    runCli(node, folder, ["study", "--config", "own.yaml", ...args]);

  it("leaves what else the folder holds, and draws no figure without its family", () => {
    const folder = folderWith(SMALL);
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out", "notes.txt"), "mine");
    expect(study(folder, "--out", "out")).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(join(folder, "out")).sort()).toEqual(
      [...FILES.filter((name) => !name.startsWith("figure1")), "notes.txt"].sort(),
    );
    expect(readFileSync(join(folder, "out", "notes.txt"), "utf8")).toBe("mine");
  });

  it("replaces a link in the folder, and writes nothing where it leads", () => {
    const folder = folderWith(SMALL);
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "elsewhere"), "mine");
    symlinkSync(join(folder, "elsewhere"), join(folder, "out", "report.md"));
    expect(study(folder, "--out", "out").status).toBe(0);
    expect(readFileSync(join(folder, "elsewhere"), "utf8")).toBe("mine");
    expect(readFileSync(join(folder, "out", "report.md"), "utf8")).toMatch(/^# The synthetic/);
  });

  it("--format markdown is the report, --format json the rows", () => {
    const folder = folderWith(SMALL);
    const markdown = study(folder, "--out", "out", "--format", "markdown");
    expect(markdown.stdout).toBe(readFileSync(join(folder, "out", "report.md"), "utf8"));
    const json = JSON.parse(study(folder, "--out", "out", "--format", "json").stdout);
    expect(json).toMatchObject({ version: 1, study: "own", seed: 7, samples: 300 });
    expect(json.rows).toHaveLength(2);
    expect(json.rows[0].exact).toBeCloseTo(0.9 ** 3, 14);
    expect(json.table2[0].family).toBe("fanout");
  });

  it("--seed and --samples win over the configuration, and the manifest says so", () => {
    const folder = folderWith(SMALL.replace("0.9 }", "0.9, samples: 50 }"));
    const run = (...args: readonly string[]) => {
      const { status, stdout } = study(folder, "--format", "json", ...args);
      expect(status).toBe(0);
      const { seed, rows } = JSON.parse(stdout);
      return [seed, rows[0].simulated.samples, rows[0].simulated.estimate];
    };
    const [, , drawn] = run();
    expect(run("--seed", "7")).toEqual([7, 50, drawn]);
    const [seed, samples, estimate] = run("--seed", "8", "--samples", "400");
    expect([seed, samples]).toEqual([8, 400]);
    expect(estimate).not.toBe(drawn);
    const manifest = readFileSync(join(folder, "study-results", "manifest.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({
      seed: 8,
      samples: 400,
      overridden: ["seed", "samples"],
    });
  });

  it("--output takes the report, and stdout nothing", () => {
    const folder = folderWith(SMALL);
    expect(study(folder, "--output", "told.txt")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(folder, "told.txt"), "utf8")).toMatch(/^✓ The synthetic/);
  });

  it.each<[string, string, RegExp]>([
    ["a key that is none", SMALL.replace("theta", "tehta"), /^own\.yaml:7:\d+: error: .*theta/],
    ["no YAML", "version: [", /^own\.yaml:1:\d+: error: /],
    ["an empty file", "", /^own\.yaml:1:1: error: /],
    ["no text", "\u0000\ufffd", /^(own\.yaml|error: )/],
  ])("%s: exit status 2, and nothing is written", (_name, config, stderr) => {
    const folder = folderWith(config);
    const ended = study(folder);
    expect(ended).toMatchObject({ status: 2, stdout: "" });
    expect(ended.stderr).toMatch(stderr);
    expect(readdirSync(folder)).toEqual(["own.yaml"]);
  });

  it("refuses samples that would take hours", () => {
    const folder = folderWith(SMALL.replace("[1, 2]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"));
    const ended = study(folder, "--samples", "100000000");
    expect(ended).toMatchObject({ status: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^error: --samples 100000000 would draw 1,100,000,000 states/);
    expect(readdirSync(folder)).toEqual(["own.yaml"]);
  });

  it("a configuration that is not there: one line, exit status 2", () => {
    const folder = folderWith(SMALL);
    const ended = runCli(node, folder, ["study", "--config", "lost.yaml"]);
    expect(ended).toMatchObject({ status: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^error: --config `lost\.yaml` could not be read: [^\n]+\n$/);
  });

  it("an empty name of a folder is none: exit status 2, and nothing is written", () => {
    const folder = folderWith(SMALL);
    const ended = study(folder, "--out", "");
    expect(ended).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: --out is empty; name a folder\n",
    });
    expect(readdirSync(folder)).toEqual(["own.yaml"]);
  });

  it("a folder that is a file: one line, exit status 3", () => {
    const folder = folderWith(SMALL);
    const ended = study(folder, "--out", "own.yaml");
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toMatch(
      /^error: the study could not be written to `own\.yaml`: [^\n]+\n$/,
    );
    expect(readFileSync(join(folder, "own.yaml"), "utf8")).toBe(SMALL);
  });

  // The superuser may write everywhere.
  it.skipIf(process.getuid?.() === 0)("a folder that may not be written to: exit status 3", () => {
    const folder = folderWith(SMALL);
    mkdirSync(join(folder, "out"));
    chmodSync(join(folder, "out"), 0o500);
    expect(study(folder, "--out", "out")).toMatchObject({ status: 3, stdout: "" });
    chmodSync(join(folder, "out"), 0o700);
    expect(readdirSync(join(folder, "out"))).toEqual([]);
  });

  it("says what is missing where the bundle of the figure is not beside it", () => {
    const folder = folderWith(PICTURED);
    copyFileSync(CLI, join(folder, "cli.js"));
    const cli = join(folder, "cli.js");
    const ended = runCli(node, folder, ["study", "--config", "own.yaml"], { cli });
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toMatch(/^error: [^\n]*figure\.js[^\n]*\n$/);
    copyFileSync(join(dirname(CLI), "figure.js"), join(folder, "figure.js"));
    expect(runCli(node, folder, ["study", "--config", "own.yaml"], { cli }).status).toBe(0);
  });

  it("study --help names the options and their defaults", () => {
    const { stdout, status } = runCli(node, scratch, ["study", "--help"]);
    expect(status).toBe(0);
    for (const words of ["--config FILE", "--out DIR", "study-results", "the configuration's"]) {
      expect(stdout).toContain(words);
    }
    expect(stdout.match(/--seed N/g)).toHaveLength(1);
    expect(stdout).not.toContain("(default: 1)");
  });
});
