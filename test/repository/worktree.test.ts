import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { directoryTree } from "../../src/repository/directory-tree.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import { worktree } from "../../src/repository/worktree.ts";
import { changedPaths } from "./changed-paths.ts";
import {
  codeOf,
  commit,
  initRepository,
  ok,
  open,
  openWorkshop,
  run,
  userState,
  write,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);

test("uncommitted work compares with the commit: edited, added, deleted, staged, ignored", async () => {
  const folder = initRepository(place("work"));
  const oid = commit(folder, {
    ".gitignore": "ignored/\n*.log\n",
    "same.yaml": "same",
    "edited.yaml": "before",
    "gone.yaml": "gone",
    "staged.yaml": "before",
    "grüße\n.yaml": "odd",
  });
  write(folder, "edited.yaml", "after");
  write(folder, "staged.yaml", "staged");
  run(folder, "add", "staged.yaml");
  write(folder, "staged.yaml", "on disk");
  write(folder, "new/added.yaml", "added");
  write(folder, "ignored/a.yaml", "ignored");
  write(folder, "b.log", "ignored");
  rmSync(join(folder, "gone.yaml"));
  const before = userState(folder);
  const git = await open(join(folder, "new"));
  const [base, head] = [ok(await gitTree(git, oid)), ok(await worktree(git))];
  expect(head.commit).toBe("WORKTREE");
  expect([...changedPaths(base, head)].sort()).toEqual([
    ...["edited.yaml", "gone.yaml", "new/added.yaml", "staged.yaml"],
  ]);
  const texts = await head.read([...head.entries.keys()]);
  expect(texts.get("staged.yaml")).toBe("on disk");
  expect(texts.get("new/added.yaml")).toBe("added");
  expect(texts.get("grüße\n.yaml")).toBe("odd");
  expect(userState(folder)).toEqual(before);
});

test("a clean working tree equals its commit, under sha1 and sha256", async () => {
  for (const format of ["sha1", "sha256"]) {
    const folder = initRepository(place(format), `--object-format=${format}`);
    symlinkSync("../elsewhere", join(folder, "link"));
    const oid = commit(folder, { a: "1", "b/c": new Uint8Array([0, 255, 10]) });
    const git = await open(folder);
    const [base, head] = [ok(await gitTree(git, oid)), ok(await worktree(git))];
    expect([...changedPaths(base, head)]).toEqual([]);
    expect([...head.entries.keys()].sort()).toEqual([...base.entries.keys()].sort());
    expect((await head.read(["b/c", "link"])).size).toBe(0);
  }
});

test("no symlink leads out: of a file, nor of a folder on the way", async () => {
  const folder = initRepository(place("links"));
  mkdirSync(place("outside"));
  writeFileSync(join(place("outside"), "a.yaml"), "secret");
  commit(folder, { "deploy/a.yaml": "a", "b.yaml": "b" });
  const git = await open(folder);
  const early = ok(await worktree(git));
  renameSync(join(folder, "deploy"), join(folder, "kept"));
  symlinkSync(place("outside"), join(folder, "deploy"));
  rmSync(join(folder, "b.yaml"));
  symlinkSync(join(place("outside"), "a.yaml"), join(folder, "b.yaml"));
  // Listed before the links were made, read after.
  expect((await early.read(["deploy/a.yaml", "b.yaml"])).size).toBe(0);
  const late = ok(await worktree(git));
  expect(late.entries.has("deploy/a.yaml")).toBe(false);
  expect(late.entries.get("deploy")?.kind).toBe("symlink");
  expect(late.entries.get("b.yaml")?.kind).toBe("symlink");
  expect([...(await late.read(["deploy/a.yaml", "b.yaml", "deploy"])).values()]).toEqual([]);
});

test("a sparse checkout stands as committed where it is left out", async () => {
  const folder = initRepository(place("sparse"));
  const oid = commit(folder, { "in/a.yaml": "a", "out/b.yaml": "b" });
  run(folder, "sparse-checkout", "set", "--cone", "in");
  const git = await open(folder);
  const [base, head] = [ok(await gitTree(git, oid)), ok(await worktree(git))];
  expect([...changedPaths(base, head)]).toEqual([]);
  expect((await head.read(["out/b.yaml"])).get("out/b.yaml")).toBe("b");
});

test("a submodule and a nested repository are not entered; a bare repository has no work", async () => {
  const folder = initRepository(place("modules"));
  commit(folder, { a: "1" });
  run(
    folder,
    "update-index",
    "--add",
    "--cacheinfo",
    `160000,${run(folder, "rev-parse", "HEAD")},sub`,
  );
  write(folder, "sub/inner.yaml", "inner");
  commit(initRepository(join(folder, "nested")), { "inner.yaml": "inner" });
  const tree = ok(await worktree(await open(folder)));
  expect([...tree.entries.values()].map(({ path, kind }) => [path, kind])).toEqual([
    ["a", "file"],
    ["sub", "submodule"],
  ]);
  run(workshop.folder, "clone", "--quiet", "--bare", folder, place("bare.git"));
  expect(codeOf(await worktree(await open(place("bare.git"))))).toBe("no-worktree");
});

test("paths of a conflict are listed once", async () => {
  const folder = initRepository(place("conflict"));
  commit(folder, { a: "1" });
  run(folder, "checkout", "--quiet", "-b", "other");
  const other = commit(folder, { a: "2" });
  run(folder, "checkout", "--quiet", "main");
  commit(folder, { a: "3" });
  expect(() => run(folder, "merge", "--quiet", other)).toThrow();
  const tree = ok(await worktree(await open(folder)));
  expect((await tree.read(["a"])).get("a")).toContain("<<<<<<<");
});

test("a plain folder: `.git`, `node_modules` and symlinks are not entered", async () => {
  const folder = place("plain");
  write(folder, "a/b/c.yaml", "c");
  write(folder, "node_modules/x/d.yaml", "d");
  write(folder, "a/.git/e.yaml", "e");
  write(folder, "bad.yaml", new Uint8Array([0xff, 0xfe]));
  symlinkSync("/etc", join(folder, "etc"));
  const tree = ok(await directoryTree(folder));
  const kinds = [...tree.entries.values()].map(({ path, kind }) => `${path} ${kind}`);
  expect(kinds.sort()).toEqual(["a/b/c.yaml file", "bad.yaml file", "etc symlink"]);
  expect([
    ...(
      await tree.read(["a/b/c.yaml", "bad.yaml", "etc", "etc/hostname", "../plain/a/b/c.yaml"])
    ).keys(),
  ]).toEqual(["a/b/c.yaml"]);
  expect(codeOf(await directoryTree(place("nowhere")))).toBe("no-such-folder");
});

test("two renderings of a folder differ where their contents do", async () => {
  write(place("before"), "x/a.yaml", "1");
  write(place("before"), "x/b.yaml", "1");
  write(place("after"), "x/a.yaml", "1");
  write(place("after"), "x/b.yaml", "2");
  const [base, head] = [
    ok(await directoryTree(place("before"))),
    ok(await directoryTree(place("after"))),
  ];
  expect([...changedPaths(base, head)]).toEqual(["x/b.yaml"]);
});
