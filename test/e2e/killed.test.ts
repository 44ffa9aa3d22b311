import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run as git } from "../repository/git-fixture.ts";
import { type Killing, nameOf, openKilling, type Point, REPORTS, type Signal } from "./killed.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { headline, type Told } from "./told.ts";

/** `npm run trust -- kill`: fifty points for each signal; else some of each sort. */
const all = process.env.TRUST === "all";
const POINTS = 50;

/** Calls of a whole run, which the first test holds: requests and renderers, and git at the least. */
const REQUESTS = 5;
const RENDERERS = 2;
const GITS = 6;
const FILES = 8;

function numbered(at: Exclude<Point["at"], "time">, most: number): readonly Point[] {
  return Array.from({ length: most }, (_, index) => ({ at, number: index + 1 }));
}

function timed(count: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) => ({
    at: "time",
    share: (index + 0.5) / count,
  }));
}

function everyPoint(): readonly Point[] {
  const named = [
    ...numbered("request", REQUESTS),
    ...numbered("effect", REQUESTS),
    ...numbered("git", GITS),
    ...numbered("kustomize", RENDERERS),
    ...numbered("file", FILES),
  ];
  return [...named, ...timed(POINTS - named.length)];
}

const SOME: Readonly<Record<Signal, readonly Point[]>> = {
  SIGKILL: [
    { at: "git", number: 3 },
    { at: "kustomize", number: 1 },
    { at: "request", number: 4 },
    { at: "effect", number: 4 },
    { at: "file", number: 1 },
    { at: "file", number: 4 },
  ],
  SIGTERM: [
    { at: "kustomize", number: 2 },
    { at: "effect", number: 4 },
    { at: "effect", number: 5 },
    { at: "file", number: 1 },
    { at: "file", number: 3 },
    { at: "time", share: 0.5 },
  ],
};

describe("a run that is killed", { timeout: 120_000 }, () => {
  let killing: Killing;
  let healthy: Told;
  let whole: number;
  let files: Readonly<Record<string, string>>;

  beforeAll(async () => {
    killing = await openKilling(ACTION_NODE);
    const started = performance.now();
    healthy = await killing.run();
    whole = performance.now() - started;
    files = reportsOf(killing);
  }, 120_000);
  afterAll(() => killing.stage.close());

  it("would have said this, and called for so much", () => {
    expect(healthy.brief).toMatchObject({ code: 1, verdict: "fail", warnings: [] });
    expect(Object.keys(files).sort()).toEqual(Object.values(REPORTS).sort());
    expect(killing.stage.standIn.state.comments).toHaveLength(1);
    const { git: gits, ...others } = killing.counts();
    expect(others).toEqual({ request: REQUESTS, kustomize: RENDERERS });
    expect(gits).toBeGreaterThanOrEqual(GITS);
    holdClean(killing);
  });

  const cases = (["SIGKILL", "SIGTERM"] as const).flatMap((signal) =>
    (all ? everyPoint() : SOME[signal]).map((point) => [signal, nameOf(point), point] as const),
  );
  it.each(cases)("by %s, at %s", async (signal, _name, point) => {
    killing.reset();
    const killed = await killing.run({ signal, point, whole });
    // By the clock, or once the last file is there, it may have been done already.
    if (!["time", "file"].includes(point.at)) expect(killed.brief.code).toBeNull();
    // What was written is whole, and at most one comment is there.
    for (const [name, text] of Object.entries(reportsOf(killing))) {
      if (!isDraft(name)) expect(text).toBe(files[name]);
    }
    expect(killing.stage.standIn.state.comments.length).toBeLessThanOrEqual(1);
    if (signal === "SIGTERM") {
      expect(readdirSync(killing.temporary)).toEqual([]);
      expect(readdirSync(killing.reports).filter(isDraft)).toEqual([]);
    }
    const next = await killing.run();
    expect(next.brief).toMatchObject({ ...healthy.brief, requests: expect.anything() });
    expect(next.summary).toBe(healthy.summary);
    expect(reportsOf(killing)).toEqual(files);
    expect(killing.stage.standIn.state.comments.map(({ body }) => headline(body))).toEqual([
      healthy.brief.summary,
    ]);
    holdClean(killing);
  });
});

const isDraft = (name: string) => name.endsWith(".tmp");

function reportsOf({ reports }: Killing): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(reports).map((name) => [name, readFileSync(join(reports, name), "utf8")]),
  );
}

/** Nothing is left of any run but what it was asked for. */
function holdClean({ stage, runner, temporary }: Killing): void {
  expect(readdirSync(temporary)).toEqual([]);
  for (const name of readdirSync(runner).filter((one) => one !== "reports")) {
    // What a later step of the job reads, in a folder of its own, and whole.
    expect(name).toMatch(/^availability-gate-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(readdirSync(join(runner, name))).toEqual(["result.json"]);
    expect(JSON.parse(readFileSync(join(runner, name, "result.json"), "utf8"))).toHaveProperty(
      "verdict",
    );
    expect(statSync(join(runner, name)).mode & 0o077).toBe(0);
  }
  const worktrees = git(stage.folder, "worktree", "list", "--porcelain");
  expect(worktrees.match(/^worktree .*/gm)).toEqual([`worktree ${realpathSync(stage.folder)}`]);
  const inside = readdirSync(join(stage.folder, ".git"), { recursive: true, encoding: "utf8" });
  expect(inside.filter((one) => /\.lock$|tmp_/.test(one))).toEqual([]);
}
