import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTreeApi } from "../../src/github/tree-api.ts";
import { gitObjects } from "../e2e/stand-in/git-objects.ts";
import type { Objects, TreeItem } from "../e2e/stand-in/state.ts";
import { harness } from "./harness.ts";

const BINARY = Buffer.from([0, 255, 10, 13, 128, 7]);

/** A repository of three commits: `first`, then `main` and `side` that part from it. */
const folder = mkdtempSync(join(tmpdir(), "tree-api-"));
afterAll(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.invalid"];
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  return execFileSync("git", ["-C", folder, ...identity, ...args], { env })
    .toString()
    .trim();
}

function commit(files: Readonly<Record<string, string | Buffer>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git("add", "-A");
  git("commit", "-q", "-m", "Change");
  return git("rev-parse", "HEAD");
}

const commits = { first: "", main: "", side: "", stranger: "" };

beforeAll(() => {
  git("init", "-q", "-b", "main");
  symlinkSync("README", join(folder, "link"));
  commits.first = commit({ README: "a shop\n", "deploy/ünï/zahlung.yaml": "kind: List\n" });
  git("branch", "side");
  commits.main = commit({ "deploy/blob.bin": BINARY, __proto__x: "x" });
  git("switch", "-q", "side");
  commits.side = commit({ "deploy/side.yaml": "x: 1\n" });
  git("switch", "-q", "--orphan", "stranger");
  commits.stranger = commit({ other: "x" });
});

async function served(objects: Objects = gitObjects(folder)) {
  const run = await harness({ objects });
  return { ...run, api: createTreeApi(run.client) };
}

/** The same repository on a GitHub that cuts what is longer than `limit`. */
function cutting(limit: number): Objects {
  const whole = gitObjects(folder);
  return {
    ...whole,
    tree: async (id, recursive) => {
      const tree = await whole.tree(id, recursive);
      if (tree === null || tree.entries.length <= limit) return tree;
      return { entries: tree.entries.slice(0, limit), truncated: true };
    },
  };
}

function listed(commitId: string): readonly (readonly [string, string])[] {
  const lines = git("ls-tree", "-r", "-z", "--full-tree", commitId).split("\0").filter(Boolean);
  return lines.map((text) => {
    const [facts = "", path = ""] = text.split("\t");
    return [path, facts.split(" ")[2] ?? ""] as const;
  });
}

describe("listTree", () => {
  it("lists what git lists, in one request", async () => {
    const { api, lines, standIn } = await served();
    const entries = await api.listTree(commits.main);
    expect(entries.map((one) => [one.path, one.id])).toEqual(listed(commits.main));
    expect(entries.find((one) => one.path === "link")?.kind).toBe("symlink");
    expect(entries.find((one) => one.path === "README")?.kind).toBe("file");
    expect(lines()).toEqual([`GET /repos/acme/shop/git/trees/${commits.main}?recursive=1`]);
    expect(standIn.problems).toEqual([]);
  });

  it("goes folder by folder where GitHub cuts the listing", async () => {
    const { api, lines } = await served(cutting(4));
    const entries = await api.listTree(commits.main);
    expect(entries.map((one) => [one.path, one.id]).sort()).toEqual(
      [...listed(commits.main)].sort(),
    );
    expect(lines().length).toBeGreaterThan(2);
  });

  it("refuses a folder that GitHub never lists whole", async () => {
    const { api } = await served(cutting(1));
    await expect(api.listTree(commits.main)).rejects.toThrow(/too large.*fetch-depth: 0/);
  });

  it("knows a submodule", async () => {
    const item: TreeItem = { path: "lib", mode: "160000", type: "commit", sha: "d".repeat(40) };
    const tree = async () => ({ entries: [item], truncated: false });
    const { api } = await served({ ...gitObjects(folder), tree });
    expect(await api.listTree(commits.main)).toEqual([
      { path: "lib", id: "d".repeat(40), kind: "submodule" },
    ]);
  });

  it("says in one line what is missing", async () => {
    const { api } = await served();
    await expect(api.listTree("e".repeat(40))).rejects.toThrow(/^could not read the tree.*404/);
  });
});

describe("readBlob", () => {
  it("gives the very bytes", async () => {
    const { api, standIn } = await served();
    const id = git("rev-parse", `${commits.main}:deploy/blob.bin`);
    expect(Buffer.from(await api.readBlob(id))).toEqual(BINARY);
    expect(standIn.problems).toEqual([]);
  });
});

describe("a reply of another shape", () => {
  const tree = { sha: "d".repeat(40), truncated: false };
  const entry = { path: "a.yaml", mode: "100644", type: "blob", sha: "d".repeat(40) };

  it.each([
    ["without a tree", { ...tree }],
    ["with an entry without its path", { ...tree, tree: [entry, { ...entry, path: null }] }],
    ["with an entry whose id is none", { ...tree, tree: [{ ...entry, sha: "--all" }] }],
    ["that does not say whether it is whole", { tree: [entry] }],
  ])("%s is no tree", async (_, body) => {
    const answer = { status: 200, body };
    const { client } = await harness({ faults: [{ method: "GET", path: /trees/, answer }] });
    await expect(createTreeApi(client).listTree(commits.main)).rejects.toThrow(
      /^could not read the tree of \w+.*: the reply is .*; run the job again/,
    );
  });

  it("is no file and no commit", async () => {
    const answer = { status: 200, body: { content: 7, merge_base_commit: { sha: "HEAD" } } };
    const { client } = await harness({
      faults: [{ method: "GET", path: /blobs|compare/, answer }],
    });
    const api = createTreeApi(client);
    await expect(api.readBlob("d".repeat(40))).rejects.toThrow(/not the blob.*; run the job/);
    await expect(api.mergeBase("a".repeat(40), "b".repeat(40))).rejects.toThrow(/compares no two/);
  });
});

describe("mergeBase", () => {
  it("is where two branches part", async () => {
    const { api, standIn, lines } = await served();
    expect(await api.mergeBase(commits.main, commits.side)).toBe(commits.first);
    expect(lines()).toEqual([
      `GET /repos/acme/shop/compare/${commits.main}...${commits.side}?per_page=1`,
    ]);
    expect(standIn.problems).toEqual([]);
  });

  it("is null without a common ancestor", async () => {
    const { api } = await served();
    expect(await api.mergeBase(commits.main, commits.stranger)).toBeNull();
  });

  it("is an error where a commit is missing", async () => {
    const { api } = await served();
    await expect(api.mergeBase(commits.main, "e".repeat(40))).rejects.toThrow(/404/);
  });
});
