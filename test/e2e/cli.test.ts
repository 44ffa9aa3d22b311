import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run as git } from "../repository/git-fixture.ts";
import { checkOut, stateOf } from "./checkout.ts";
import { makeOrigin, type Origin } from "./history.ts";
import { runCli, runUnread } from "./run-cli.ts";
import { RUNTIMES } from "./runtimes.ts";
import { CHANGES, commitsOf, deployment, SHOP } from "./shop.ts";

const root = resolve(import.meta.dirname, "../..");
const HEADLINE = "Availability gate: `POST /checkout` falls below its SLO";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-cli-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Commits of which one has an abbreviated id that is all digits. */
const MANY = Array.from({ length: 300 }, (_, index) => ({
  name: `try-${index}`,
  parents: ["head-1"],
  files: {},
}));

let origin: Origin;
/** A clone of the shop, on the branch that saves two replicas of `payment`. */
const repository = join(scratch, `it's a "shop" für $HOME`);

beforeAll(() => {
  const refs = { "refs/heads/main": "main", "refs/heads/feature": "head-1" };
  const numbers = Object.fromEntries(MANY.map(({ name }) => [`refs/heads/${name}`, name]));
  const commits = [...commitsOf({ pushes: [CHANGES.fewer] }), ...MANY];
  origin = makeOrigin(join(scratch, "origin.git"), commits, { ...refs, ...numbers });
  checkOut(origin, repository, {
    commit: "head-1",
    ref: "origin/feature",
    full: true,
    branch: "feature",
  });
});

describe.each(RUNTIMES)("the command line on $name", { timeout: 120_000 }, ({ node }) => {
  const run = (...args: readonly string[]) => runCli(node, repository, args);

  it.each([
    ["text", /^✗ Availability gate: `POST \/checkout` falls below its SLO\n/],
    ["markdown", /^### ❌ Availability gate: `POST \/checkout` falls below its SLO\n/],
    ["json", /^\{\n {2}"version": 1,\n {2}"verdict": "fail",/],
  ])("diff --format %s: exit 1, and the repository as it was", (format, report) => {
    const before = stateOf(repository);
    const ended = run("diff", "--base", "HEAD~1", "--format", format);
    expect(ended).toMatchObject({ status: 1, stdout: expect.stringMatching(report), stderr: "" });
    expect(stateOf(repository)).toEqual(before);
  });

  it("writes JSON of the published schema", () => {
    const schema = JSON.parse(readFileSync(join(root, "schema/result.schema.json"), "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    for (const args of [["diff", "--base", "HEAD~1"], ["diff", "--base", "HEAD"], ["demo"]]) {
      const { stdout } = run(...args, "--format", "json");
      validate(JSON.parse(stdout));
      expect(validate.errors).toBeNull();
    }
  });

  it("takes short ids that are all digits for what they are", () => {
    const found = MANY.map(({ name }) => origin.id(name).slice(0, 7)).find((id) =>
      /^\d+$/.test(id),
    );
    const ended = run("diff", "--base", "HEAD~1", "--head", found ?? "none");
    expect(ended).toMatchObject({ status: 1, stdout: expect.stringContaining(HEADLINE) });
    expect(run("diff", "--base", found ?? "none", "--head", "HEAD").status).toBe(0);
  });

  it("exits with 0 where nothing changed, and where what fails is accepted", () => {
    const same = run("diff", "--base", "HEAD");
    expect(same).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/nothing that it reads/),
    });
    const accepted = run("diff", "--base", "HEAD~1", "--accept");
    expect(accepted).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^! .* accepts that/),
    });
  });

  it("judges uncommitted work, also what git does not track yet", () => {
    const folder = join(scratch, `work-${process.pid}-${Math.random()}`);
    checkOut(origin, folder, { commit: "main", ref: "origin/main", full: true, branch: "main" });
    const args = ["diff", "--base", "HEAD", "--head", "WORKTREE", "--format", "json"];
    expect(runCli(node, folder, args)).toMatchObject({ status: 0 });
    rmSync(join(folder, "deploy/payment.yaml"));
    writeFileSync(join(folder, "deploy/new.yaml"), deployment("payment", 1));
    const before = stateOf(folder);
    const ended = runCli(node, folder, args);
    expect(ended.status).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ head: { sha: "WORKTREE" }, verdict: "fail" });
    expect(stateOf(folder)).toEqual(before);
  });

  it("compares folders of manifests in place of the spec's", () => {
    const folder = (name: string, payment: number) => {
      const path = join(scratch, "rendered", name);
      mkdirSync(path, { recursive: true });
      const texts = ["frontend", "cart"].map((one) => deployment(one, 3));
      writeFileSync(
        join(path, "all.yaml"),
        [...texts, deployment("payment", payment)].join("---\n"),
      );
      return path;
    };
    const args = ["diff", "--base", "HEAD", "--base-manifests", folder("before", 3)];
    expect(run(...args, "--head-manifests", folder("after", 1)).status).toBe(1);
    expect(run(...args, "--head-manifests", folder("same", 3)).status).toBe(0);
  });

  it("says when the base has what the head lacks", () => {
    const ended = run("diff", "--base", "origin/main", "--head", "feature");
    expect(ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^note: `origin\/main` has commits that head lacks/),
    });
  });

  it.each([
    ["text", /^✗ Availability: 1 of 2 endpoints below the SLO/],
    ["markdown", /^### ❌ Availability: 1 of 2 endpoints below the SLO/],
    ["json", /"verdict": "fail"/],
  ])("estimate --format %s: every endpoint of the working tree", (format, report) => {
    const ended = run("estimate", "--format", format);
    expect(ended).toMatchObject({ status: 1, stdout: expect.stringMatching(report), stderr: "" });
    expect(ended.stdout).toContain("GET /cart");
  });

  it("estimate needs no git", () => {
    const folder = mkdtempSync(join(scratch, "plain-"));
    for (const [path, text] of Object.entries(SHOP)) {
      mkdirSync(join(folder, "deploy"), { recursive: true });
      writeFileSync(join(folder, path), text ?? "");
    }
    expect(runCli(node, folder, ["estimate"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("validate: exit 0 or 2, and every error at its place", () => {
    expect(run("validate")).toEqual({
      status: 0,
      stdout: "`availability.yaml` is valid: 3 services, 2 dependencies, 2 endpoints\n",
      stderr: "",
    });
    const folder = mkdtempSync(join(scratch, "invalid-"));
    const text = "version: 1\nendpoints:\n  GET /:\n    entry: a\n    slo: 99.9\n    needs: [b]\n";
    writeFileSync(join(folder, "a.yaml"), text);
    const ended = runCli(node, folder, ["validate", "a.yaml"]);
    expect(ended).toMatchObject({ status: 2, stdout: "`a.yaml` is not valid\n" });
    expect(ended.stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^a\.yaml:5:10: error: .*99\.9%/),
      expect.stringMatching(/^a\.yaml:6:13: error: .*`b`/),
    ]);
    const json = runCli(node, folder, ["validate", "a.yaml", "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ path: "a.yaml", valid: false }] });
  });

  it.each(["text", "markdown", "json"])(
    "demo --format %s: needs nothing, and fails nobody",
    (format) => {
      const folder = mkdtempSync(join(scratch, "demo-"));
      const ended = runCli(node, folder, ["demo", "--format", format], { env: { TMPDIR: folder } });
      expect(ended).toMatchObject({ status: 0, stderr: expect.stringMatching(/^This was a demo/) });
      expect(ended.stdout).toContain("POST /checkout");
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("--output: the whole file or none, and nothing on stdout", () => {
    const file = join(mkdtempSync(join(scratch, "output-")), "report.json");
    const args = ["diff", "--base", "HEAD~1", "--format", "json", "--output"];
    expect(run(...args, file)).toEqual({ status: 1, stdout: "", stderr: "" });
    const text = readFileSync(file, "utf8");
    expect(JSON.parse(text)).toMatchObject({ verdict: "fail" });
    expect(run(...args, file, "--model", "lost.yaml").status).toBe(2);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(readdirSync(resolve(file, ".."))).toEqual(["report.json"]);
    const nowhere = run(...args, join(scratch, "no", "report.json"));
    expect(nowhere).toMatchObject({
      status: 3,
      stdout: "",
      stderr: expect.stringMatching(/^error: /),
    });
  });

  it("takes a reader that goes away for no error", () => {
    expect(runUnread(node, repository, ["diff", "--base", "HEAD~1", "--format", "json"])).toEqual({
      status: 1,
      stdout: "",
      stderr: "",
    });
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ["no command", [], 2, /command is missing/],
    ["an unknown command", ["frob"], 2, /"frob"/],
    ["explain without an endpoint", ["explain"], 2, /which endpoint/],
    ["no base", ["diff"], 2, /--base is missing/],
    ["an unknown option", ["diff", "--bsae", "x"], 2, /--bsae/],
    ["an option without its value", ["diff", "--base"], 2, /--base/],
    ["one argument too many", ["diff", "--base", "HEAD", "x"], 2, /'x'/],
    ["an unknown format", ["diff", "--base", "HEAD", "--format", "pdf"], 2, /"pdf"/],
    ["SARIF without a verdict", ["validate", "--format", "sarif"], 2, /writes no --format sarif/],
    ["samples that are no number", ["estimate", "--samples", "1e3"], 2, /--samples/],
    ["an unknown revision", ["diff", "--base", "nope"], 2, /`nope`/],
    ["a revision like an option", ["diff", "--base=--upload-pack=x"], 2, /`--upload-pack=x`/],
    ["an id that nobody has", ["diff", "--base", "1".repeat(40)], 3, /1{40}|fetch/],
    ["a folder that is not there", ["diff", "--base", "x", "--repo", "lost"], 2, /lost/],
    ["no repository", ["diff", "--base", "x", "--repo", scratch], 3, /not in a git repository/],
    ["a spec outside", ["diff", "--base", "HEAD", "--model", "../x"], 2, /outside/],
    [
      "a spec that is not there",
      ["diff", "--base", "HEAD", "--model", "availabilty.yaml"],
      2,
      /did you/,
    ],
  ])("%s: one line, and the exit status that says whose fault", (_name, args, status, message) => {
    const ended = run(...args);
    expect(ended).toMatchObject({ status, stdout: "" });
    expect(ended.stderr).toMatch(/^(?:error: )[^\n]+\n$/);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/ at .*:\d+:\d+/);
  });

  it("shows where it broke only with --debug", () => {
    const file = join(scratch, "no", "report.txt");
    const args = ["diff", "--base", "HEAD", "--output", file];
    expect(
      run(...args)
        .stderr.trimEnd()
        .split("\n"),
    ).toHaveLength(1);
    expect(run(...args, "--debug").stderr).toMatch(/\n\s+at /);
  });

  it("fetches a commit by its id into a shallow clone, and nothing else", () => {
    const folder = mkdtempSync(join(scratch, "shallow-"));
    checkOut(origin, folder, { commit: "merge-1", ref: "pull/1/merge" });
    const before = stateOf(folder);
    const ended = runCli(node, folder, ["diff", "--base", origin.id("main")]);
    expect(ended).toMatchObject({ status: 1, stdout: expect.stringContaining(HEADLINE) });
    expect(stateOf(folder)).toEqual(before);
    expect(git(folder, "rev-list", "--all", "--count")).toBe("1");
  });
});
