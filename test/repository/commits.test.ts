import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  mergeBase,
  parentsOf,
  resolveCommit,
  resolveCommits,
} from "../../src/repository/commits.ts";
import {
  codeOf,
  commit,
  initRepository,
  makePullRequest,
  ok,
  open,
  openWorkshop,
  run,
  runWith,
  shallowCheckout,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);

describe("names of commits", () => {
  const folder = join(workshop.folder, "names");
  let first = "";
  let second = "";
  beforeAll(() => {
    initRepository(folder);
    first = commit(folder, { a: "1" });
    second = commit(folder, { a: "2" });
    run(folder, "branch", "release", first);
    run(folder, "tag", "release", second);
    run(folder, "tag", "--annotate", "--message", "noted", "v1", first);
    run(folder, "update-ref", "refs/remotes/origin/theirs", first);
    run(folder, "update-ref", "refs/remotes/origin/main", first);
    run(folder, "update-ref", "refs/remotes/origin/HEAD", first);
    run(folder, "update-ref", "refs/special/place", second);
    run(folder, "update-ref", "refs/remotes/origin/special/place", first);
    run(folder, "update-ref", "refs/heads/HEAD", first);
    run(folder, "update-ref", "refs/heads/--upload-pack=touch", first);
    run(folder, "update-ref", "refs/heads/grüße", first);
    // A branch of the remote that is spelled like the start of the other commit's id.
    run(folder, "update-ref", `refs/remotes/origin/${second.slice(0, 7)}`, first);
  });

  test("a tag named like a branch is refused, and each is found by its full name", async () => {
    const git = await open(folder);
    const refused = await resolveCommit(git, "release");
    expect(refused).toMatchObject({ kind: "usage", code: "ambiguous-ref" });
    expect(refused).toHaveProperty("message", expect.stringContaining("refs/heads/release"));
    expect(refused).toHaveProperty("message", expect.stringContaining("refs/tags/release"));
    expect(await resolveCommit(git, "release~0")).toHaveProperty("code", "ambiguous-ref");
    expect(await resolveCommit(git, "refs/heads/release")).toBe(first);
    expect(await resolveCommit(git, "refs/tags/release")).toBe(second);
  });

  test("many names are answered in their order, the bad ones beside the good", async () => {
    const names = ["main", "HEAD", "nowhere", "HEAD~1", "v1", "a\nb", "theirs", "main", "", "@"];
    const found = await resolveCommits(await open(folder), names);
    expect(found.map(codeOf)).toEqual([
      ...[second, second, "unknown-ref", first, first, "unknown-ref"],
      ...[first, second, "unknown-ref", second],
    ]);
  });

  test("a local branch wins over the remote's, HEAD over a branch called HEAD", async () => {
    const git = await open(folder);
    expect(await resolveCommit(git, "main")).toBe(second);
    expect(await resolveCommit(git, "origin/main")).toBe(first);
    expect(await resolveCommit(git, "HEAD")).toBe(second);
    expect(await resolveCommit(git, "special/place")).toBe(second);
  });

  test("a name that ends git itself is unknown, and spoils none beside it", async () => {
    const git = await open(folder);
    expect(codeOf(await resolveCommit(git, "@{u}"))).toBe("unknown-ref");
    const found = await resolveCommits(git, ["main", "main@{u}", "v1"]);
    expect(found.map(codeOf)).toEqual([second, "unknown-ref", first]);
  });

  test("names are data: options and other alphabets", async () => {
    const git = await open(folder);
    expect(await resolveCommit(git, "grüße")).toBe(first);
    expect(codeOf(await resolveCommit(git, "--batch-all-objects"))).toBe("unknown-ref");
    expect(codeOf(await resolveCommit(git, "--upload-pack=touch"))).toBe(first);
    expect(codeOf(await resolveCommit(git, "main:a"))).toBe("unknown-ref");
  });

  test("ids: full, abbreviated, absent", async () => {
    const git = await open(folder);
    expect(await resolveCommit(git, first)).toBe(first);
    expect(await resolveCommit(git, first.slice(0, 12))).toBe(first);
    expect(await resolveCommit(git, second.slice(0, 7))).toBe(first);
    expect(await resolveCommit(git, "0".repeat(40))).toMatchObject({
      kind: "unavailable",
      code: "commit-missing",
    });
  });
});

describe("history", () => {
  const folder = join(workshop.folder, "history");
  const request = makePullRequest(folder);

  test("parents are read where history is cut off", async () => {
    const shallow = shallowCheckout(
      join(folder, "shallow"),
      request.url,
      request.merge,
      "pull/1/merge",
    );
    const git = await open(shallow);
    expect(await parentsOf(git, request.merge)).toEqual([request.main, request.head]);
    expect(codeOf(await parentsOf(git, request.main))).toBe("commit-missing");
    expect(codeOf(await resolveCommit(git, "HEAD^1"))).toBe("unknown-ref");
  });

  test("a line of the message that looks like a parent is none", async () => {
    const work = initRepository(join(folder, "message"));
    const root = commit(work, { a: "1" }, `start\n\nparent ${"1".repeat(40)}`);
    const next = commit(work, { a: "2" }, `parent ${"2".repeat(40)}`);
    const git = await open(work);
    expect(await parentsOf(git, root)).toEqual([]);
    expect(await parentsOf(git, next)).toEqual([root]);
  });

  test("a replacement of a commit or a blob is not believed", async () => {
    const work = initRepository(join(folder, "replaced"));
    const root = commit(work, { a: "1" });
    const next = commit(work, { a: "2" });
    const orphan = runWith(work, {}, ["commit-tree", "-m", "forged", `${root}^{tree}`]);
    run(work, "replace", next, orphan);
    expect(ok(await parentsOf(await open(work), next))).toEqual([root]);
  });

  test("the merge base, and null where there is none or a commit is missing", async () => {
    const git = await open(join(folder, "work"));
    expect(await mergeBase(git, request.main, request.head)).toBe(request.fork);
    expect(await mergeBase(git, request.main, "1".repeat(40))).toBeNull();
    run(join(folder, "work"), "checkout", "--quiet", "--orphan", "alone");
    const alone = commit(join(folder, "work"), { z: "z" });
    run(join(folder, "work"), "checkout", "--quiet", "main");
    expect(await mergeBase(git, request.main, alone)).toBeNull();
  });

  test("a clone cut off below a merge does not pass off an older ancestor as the base", async () => {
    // main: a - b - c - d, topic: a - t - m (merges c). The base of d and m is c; were c's way to m
    // cut off, a would be found.
    const work = initRepository(join(folder, "deep"));
    const a = commit(work, { a: "1" });
    commit(work, { b: "1" });
    const c = commit(work, { c: "1" });
    run(work, "checkout", "--quiet", "-b", "topic", a);
    commit(work, { t: "1" });
    run(work, "merge", "--quiet", "--no-ff", "-m", "merge", c);
    const m = run(work, "rev-parse", "HEAD");
    run(work, "checkout", "--quiet", "main");
    const d = commit(work, { d: "1" });
    const whole = await open(work);
    expect(await mergeBase(whole, d, m)).toBe(c);
    const e = runWith(work, {}, ["commit-tree", "-m", "e", "-p", a, "-p", d, `${d}^{tree}`]);
    run(work, "update-ref", "refs/heads/e", e);
    expect(await mergeBase(whole, e, m)).toBe(c);
    // Cut d off from its parents: e and m then meet at a, unless the cut is noticed.
    runWith(work, {}, ["update-ref", "refs/heads/kept", d]);
    writeFileSync(join(work, ".git", "shallow"), `${d}\n`);
    expect(run(work, "merge-base", e, m)).toBe(a);
    expect(await mergeBase(await open(work), e, m)).toBeNull();
    // A cut at the base or below it hides nothing.
    writeFileSync(join(work, ".git", "shallow"), `${c}\n`);
    expect(await mergeBase(await open(work), e, m)).toBe(c);
  });
});
