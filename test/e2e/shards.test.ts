import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { dice, shopOf } from "../flow/shard-shop.ts";
import { type Files, makeOrigin } from "./history.ts";
import { type CliRun, runCli } from "./run-cli.ts";
import { RUNTIMES } from "./runtimes.ts";
import { CHANGES } from "./shop.ts";
import { DEFAULT_BRANCH, type Stage, stagesOn } from "./stage.ts";
import { COMMENT_URL, FAILED } from "./told.ts";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-shards-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Figures that are exact, under kills as well, and one that has to be drawn. */
const [BASE, HEAD] = shopOf({
  ...fc.sample(dice, { seed: 6, numRuns: 1 })[0]!,
  killed: [3],
}) as readonly [Files, Files];

const LATER = (HEAD["deploy/a1.yaml"] ?? "").replace(/"replicas":\d/, '"replicas":7');

const origin = makeOrigin(
  join(scratch, "origin.git"),
  [
    { name: "base", files: BASE },
    { name: "head", parents: ["base"], files: HEAD },
    { name: "later", parents: ["head"], files: { "deploy/a1.yaml": LATER } },
  ],
  { "refs/heads/main": "later" },
);
const between = (head = "head") => ["--base", origin.id("base"), "--head", origin.id(head)];
const SAMPLES = ["--samples", "20000"];

/** All shards of a run, each by a process of its own, in a folder of theirs. */
function shardsIn(name: string, of: number, node: (index: number) => string): string {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  // The last first: no order is like another.
  for (let index = of; index >= 1; index--) {
    const output = ["--output", join(folder, `${index}.json`)];
    const args = ["diff", ...between(), ...SAMPLES, "--shard", `${index}/${of}`, ...output];
    const { status, stdout, stderr } = runCli(node(index), origin.folder, args);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(
      new RegExp(`^note: shard ${index} of ${of}, \\d+ of \\d+ figures, is no verdict; `),
    );
  }
  return folder;
}

const [first, last] = [RUNTIMES[0]!.node, RUNTIMES.at(-1)!.node];

function merge(folder: string, more: readonly string[] = [], node = first) {
  return runCli(node, origin.folder, ["merge", ...between(), ...SAMPLES, ...more, folder]);
}

/** A copy of a folder of shards in which one thing is not as it was. */
function changed(folder: string, change: (copy: string) => void): string {
  const copy = mkdtempSync(join(scratch, "changed-"));
  for (const name of readdirSync(folder)) {
    writeFileSync(join(copy, name), readFileSync(join(folder, name)));
  }
  change(copy);
  return copy;
}

describe("diff --shard, and merge", { timeout: 300_000 }, () => {
  const known = new Map<string, CliRun>();
  const whole = (format: string): CliRun => {
    const args = ["diff", ...between(), ...SAMPLES, "--format", format];
    const run = known.get(format) ?? runCli(first, origin.folder, args);
    known.set(format, run);
    return run;
  };

  it.each([1, 3, 7])("give the bytes of one run over %i shards, on either Node", (of) => {
    // Neighbours run on different machines, as it were.
    const folder = shardsIn(`of-${of}`, of, (index) => (index % 2 === 0 ? first : last));
    for (const format of of === 3 ? ["json", "text", "markdown", "sarif"] : ["json"]) {
      const one = whole(format);
      expect(one.status).toBe(1);
      expect(merge(folder, ["--format", format])).toEqual(one);
    }
    expect(whole("json").stdout).toContain('"monte-carlo"');
    expect(merge(folder, ["--format", "json"], last).stdout).toBe(whole("json").stdout);
  });

  it("have no verdict without all of them, nor with what is not theirs", () => {
    const folder = shardsIn("refused", 3, () => first);
    const path = (copy: string, index: number) => join(copy, `${index}.json`);
    const text = (index: number) => readFileSync(path(folder, index), "utf8");
    const refused = (change: (copy: string) => void, more: readonly string[] = []) => {
      const { status, stdout, stderr } = merge(changed(folder, change), more);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
      return stderr;
    };
    expect(refused((copy) => rmSync(path(copy, 2)))).toContain("shard 2 of 3 is not there");
    expect(refused((copy) => writeFileSync(path(copy, 2), text(2).slice(0, -40)))).toContain(
      "it may have been cut short",
    );
    const better = (one: string) => one.replace(/"availability":0\.\d/, '"availability":0.9');
    expect(better(text(1))).not.toBe(text(1));
    expect(refused((copy) => writeFileSync(path(copy, 1), better(text(1))))).toContain(
      "it was edited or damaged",
    );
    expect(refused(() => undefined, ["--seed", "2"])).toContain("its seed is `1`, not `2`");
    expect(refused(() => undefined, ["--head", origin.id("later")])).toContain(
      "its head commit is",
    );
    expect(refused((copy) => writeFileSync(join(copy, "4.json"), "{}"))).toContain(
      "4.json` is no shard file",
    );
  });

  it("take the same shard twice for one, and say so", () => {
    const folder = shardsIn("twice", 3, () => first);
    const copy = changed(folder, (one) =>
      writeFileSync(join(one, "again.json"), readFileSync(join(one, "2.json"))),
    );
    const { status, stdout, stderr } = merge(copy, ["--format", "json"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: whole("json").stdout });
    expect(stderr).toMatch(/^note: .* are the same shard, which counts once\n$/);
  });

  it.each([
    [["diff", "--shard", "4/3"], "--shard takes a part such as 2/7"],
    [["diff", "--shard", "1/257"], "of at most 256"],
    [["diff", "--shard", "1/2", "--format", "text"], "--shard writes JSON"],
    [["diff", "--shard", "1/2", "--accept"], "no verdict to accept"],
    [["merge"], "merge needs the files of all shards"],
    [["merge", "nowhere/*.json"], "there is no shard file in `nowhere/*.json`"],
  ])("%j is bad usage", (args, message) => {
    const { status, stdout, stderr } = runCli(first, origin.folder, [...args, ...between()]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe.each(RUNTIMES)("the Action in a matrix, on $name", { timeout: 180_000 }, ({ node }) => {
  const stages = stagesOn(node);
  afterEach(stages.close);

  async function shards(stage: Stage, of: number): Promise<string> {
    const folder = join(stage.scratch, "shards");
    mkdirSync(folder, { recursive: true });
    for (let index = 1; index <= of; index++) {
      const run = await stage.pullRequest("opened", { inputs: { shard: `${index}/${of}` } });
      expect(run.brief).toMatchObject({ code: 0, requests: [], warnings: [], verdict: undefined });
      expect(run.brief.summary).toContain(`shard ${index} of ${of}`);
      writeFileSync(join(folder, `${index}.json`), run.result ?? "");
    }
    return folder;
  }

  it("judges by what all shards found, and alone comments", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const folder = await shards(stage, 3);
    const merged = await stage.pullRequest("opened", { inputs: { shards: folder } });
    expect(merged.brief).toMatchObject({ ...FAILED, comment: COMMENT_URL });
    const one = await stage.pullRequest("synchronize");
    expect(merged.result).toBe(one.result);
  });

  it("is red where a shard is lost, and says which", async () => {
    const stage = await stages.open({ pushes: [CHANGES.more] });
    const folder = await shards(stage, 2);
    rmSync(join(folder, "1.json"));
    const run = await stage.pullRequest("opened", { inputs: { shards: folder } });
    expect(run.brief).toMatchObject({ code: 2, requests: [], verdict: undefined });
    expect(run.commands.join("\n")).toContain("shard 1 of 2 is not there");
  });

  it("tells of a spec that cannot be read, and not of the shards that are therefore lost", async () => {
    const stage = await stages.open({ pushes: [{ "availability.yaml": "version: 9\n" }] });
    const shard = await stage.pullRequest("opened", { inputs: { shard: "1/2" } });
    expect(shard.brief).toMatchObject({ code: 2, requests: [] });
    const run = await stage.pullRequest("opened", { inputs: { shards: "nowhere" } });
    expect(run.brief.code).toBe(2);
    expect(run.commands.join("\n")).toContain("availability.yaml");
    expect(run.commands.join("\n")).not.toContain("shard");
  });

  it("refuses shards where the token may write", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer], checkout: DEFAULT_BRANCH });
    const refused: readonly Readonly<Record<string, string>>[] = [
      { shard: "1/2" },
      { shards: "s" },
    ];
    for (const inputs of refused) {
      const run = await stage.target("opened", { inputs });
      expect(run.brief).toMatchObject({ code: 2, verdict: undefined });
      expect(run.commands.join("\n")).toContain("not for events whose token may write");
    }
  });
});
