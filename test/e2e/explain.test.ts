import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import { renderJson } from "../../src/report/json.ts";
import { run as git } from "../repository/git-fixture.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const SHOP = resolve(import.meta.dirname, "../../fixtures/shop");
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-formats-"));
const shop = join(scratch, "shop");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCli(ACTION_NODE, shop, args);

beforeAll(() => {
  cpSync(SHOP, shop, { recursive: true });
  git(shop, "init", "-q");
  git(shop, "add", ".");
  git(shop, "commit", "-q", "-m", "shop");
  cpSync(join(SHOP, "pull-request"), shop, { recursive: true });
});

describe("explain", { timeout: 60_000 }, () => {
  it("answers, and exits with 0 although the endpoint fails", () => {
    const { status, stdout, stderr } = run("explain", "POST", "/checkout");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^✗ `POST \/checkout`: 99\.36%, down 4 h 34 min per 30 days/);
    expect(stdout).toContain("run 2 replicas of `payment` instead of 1");
    expect(run("explain", "POST /checkout").stdout).toBe(stdout);
  });

  it("has a patch that git applies, and with which the endpoint keeps its SLO", () => {
    const mended = join(scratch, "mended");
    cpSync(shop, mended, { recursive: true });
    const patch = join(scratch, "report.txt");
    expect(run("explain", "POST /checkout", "--output", patch).stdout).toBe("");
    git(mended, "apply", patch);
    const after = runCli(ACTION_NODE, mended, ["explain", "POST /checkout"]);
    expect(after.stdout).toMatch(/^✓ `POST \/checkout`: 99\.86%/);
  });

  it("publishes what `estimate` publishes, of that endpoint", () => {
    const { stdout } = run("explain", "POST /checkout", "--format", "json");
    const explained = JSON.parse(stdout);
    const whole = JSON.parse(run("estimate", "--format", "json").stdout);
    const [endpoint] = explained.models[0].endpoints;
    expect(whole.models[0].endpoints).toContainEqual(endpoint);
    expect(stdout).toBe(renderJson(explained));
  });

  it.each([
    ["a name that is not there", ["POST /chekout"], /did you mean `POST \/checkout`\?/],
    ["no name", [], /which endpoint\?/],
    ["a format of verdicts", ["POST /checkout", "--format", "junit"], /no --format junit/],
  ])("refuses %s", (_, args, message) => {
    const { status, stdout, stderr } = run("explain", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});

describe("every command with figures", { timeout: 60_000 }, () => {
  it.each([
    ["diff", ["diff", "--base", "HEAD", "--head", "WORKTREE"], 1],
    ["estimate", ["estimate"], 1],
    ["explain", ["explain", "GET /cart"], 0],
    ["demo", ["demo"], 0],
  ])("%s publishes JSON of the schema", (_, args, status) => {
    const ended = run(...args, "--format", "json");
    expect(ended.status).toBe(status);
    validate(JSON.parse(ended.stdout));
    expect(validate.errors).toBeNull();
  });

  it("writes SARIF and JUnit of what fails, also to a file", () => {
    const file = join(scratch, "gate.sarif");
    const args = ["diff", "--base", "HEAD", "--head", "WORKTREE"];
    const ended = run(...args, "--format", "sarif", "--output", file);
    expect(ended).toMatchObject({ status: 1, stdout: "", stderr: "" });
    const [{ ruleId, locations }] = JSON.parse(readFileSync(file, "utf8")).runs[0].results;
    expect(ruleId).toBe("below-slo");
    expect(locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: "deploy/payment.yaml" },
    });
    const junit = run(...args, "--format", "junit");
    expect(junit.status).toBe(1);
    expect(junit.stdout).toMatch(/<testcase [^>]*name="POST \/checkout"[^>]*>\s*<failure /);
    expect(run("estimate", "--format", "junit").stdout).toContain('failures="1"');
  });
});
