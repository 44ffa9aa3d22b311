import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { kustomize, noKustomize, standIns } from "../repository/render-fixture.ts";
import { type Files, makeOrigin } from "./history.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { stagesOn } from "./stage.ts";

const web = (replicas: number) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n  selector: { matchLabels: { app: web } }\n  template:\n    metadata: { labels: { app: web } }\n    spec: { containers: [{ name: main, image: web }] }\n`;

const SHOP: Files = {
  "availability.yaml": `version: 1
manifests:
  - kustomize: overlays/prod
defaults: { replicaAvailability: 99% }
endpoints: { GET /: { entry: web, slo: 99.9% } }
`,
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": web(3),
  "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
};

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-rendered-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A PATH with git and no renderer. */
const bare = join(scratch, "bin");
execFileSync("mkdir", [bare]);
symlinkSync(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), join(bare, "git"));

let turn = 0;

function diffOf(head: Files, path: string) {
  const folder = join(scratch, `shop-${turn++}`);
  const commits = [
    { name: "base", files: SHOP },
    { name: "head", parents: ["base"], files: head },
  ];
  const origin = makeOrigin(folder, commits, { "refs/heads/main": "head" });
  const temporary = join(scratch, `tmp-${turn}`);
  execFileSync("mkdir", [temporary]);
  const args = ["diff", "--base", origin.id("base"), "--head", "main"];
  const ended = runCli(ACTION_NODE, folder, args, { env: { PATH: path, TMPDIR: temporary } });
  expect(readdirSync(temporary)).toEqual([]);
  return ended;
}

describe("`diff` of an overlay", { timeout: 60_000 }, () => {
  it("without a renderer ends with status 3 and the line that installs one", () => {
    const ended = diffOf({ "base/web.yaml": web(1) }, bare);
    expect(ended).toMatchObject({ status: 3, stdout: "" });
    expect(ended.stderr).toMatch(
      /^error: `kustomize` \(or `kubectl`\) was not found.*install it, e\.g\. .*\n$/,
    );
  });

  it("needs no renderer where nothing of it changes", () => {
    const ended = diffOf({ "README.md": "Shop.\n" }, bare);
    expect(ended).toMatchObject({ status: 0, stderr: "" });
  });

  it("that cannot be rendered ends with status 2, one line, and nothing left (by a stand-in)", () => {
    const broken = standIns({ kustomize: "echo 'Error: no such base' >&2; exit 1" });
    const ended = diffOf({ "base/web.yaml": web(1) }, `${bare}:${broken}`);
    expect(ended).toMatchObject({ status: 2, stdout: "" });
    expect(ended.stderr).toMatch(
      /^availability\.yaml:3:16: error: `overlays\/prod` cannot be rendered, and kustomize says why: `no such base`; .*\n$/,
    );
  });

  it.skipIf(kustomize === null)(
    `fails where its base has fewer replicas, by the real kustomize${noKustomize}`,
    () => {
      const ended = diffOf({ "base/web.yaml": web(1) }, process.env.PATH ?? "");
      expect(ended).toMatchObject({ status: 1, stderr: "" });
      expect(ended.stdout).toContain("base/web.yaml:6");
    },
  );
});

describe("a pull request that changes an overlay", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("is rendered from git's objects, at both commits (by a stand-in)", async () => {
    const programs = standIns({ kustomize: 'cat "$2"/../tree/base/web.yaml' });
    const stage = await stages.open({ base: SHOP, pushes: [{ "base/web.yaml": web(1) }] });
    const env = { PATH: `${programs}:${process.env.PATH}` };
    const run = await stage.pullRequest("opened", { env });
    const [model] = run.parsed?.models ?? [];
    expect(run.parsed?.verdict).toBe("fail");
    expect(model?.changes).toMatchObject([{ kind: "replicas", subject: "web", base: 3, head: 1 }]);
  });

  it("stops where no renderer is to be had", async () => {
    const stage = await stages.open({ base: SHOP, pushes: [{ "base/web.yaml": web(1) }] });
    const run = await stage.pullRequest("opened", { env: { PATH: bare } });
    expect(run.brief.code).toBe(3);
  });
});
