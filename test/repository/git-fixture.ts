import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import type { TreeApi } from "../../src/repository/api-tree.ts";
import { type Git, openGit } from "../../src/repository/git.ts";
import { gitEnvironment } from "../../src/repository/git-environment.ts";
import { gitTree } from "../../src/repository/git-tree.ts";
import { isProblem, type RepositoryProblem } from "../../src/repository/problem.ts";

/** A temporary folder and what was made in it; `remove` ends it. */
export type Workshop = { readonly folder: string; readonly remove: () => void };

export function openWorkshop(): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gate-repository-")));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Git for the fixtures: nobody's configuration, a fixed author and clock. */
export function run(folder: string, ...args: readonly string[]): string {
  return runWith(folder, {}, args);
}

export function runWith(
  folder: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  input = "",
): string {
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.org",
      GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.org",
      GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
      ...environment,
    },
  }).trimEnd();
}

export function initRepository(folder: string, ...options: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  run(folder, "init", "--quiet", "--initial-branch=main", ...options);
  return folder;
}

export function write(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Write files, commit everything, and return the commit's id. */
export function commit(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  message = "change",
): string {
  for (const [path, content] of Object.entries(files)) write(folder, path, content);
  run(folder, "add", "--all");
  run(folder, "commit", "--quiet", "--allow-empty", "--message", message);
  return run(folder, "rev-parse", "HEAD");
}

/** A pull request as GitHub serves it: a bare origin with `main`, the pull request's refs, and ids for all. */
export type PullRequest = {
  readonly origin: string;
  readonly url: string;
  /** Where the branch forked off, the tip of `main`, the tip of the pull request, their test merge. */
  readonly fork: string;
  readonly main: string;
  readonly head: string;
  readonly merge: string;
};

export function makePullRequest(folder: string): PullRequest {
  const work = initRepository(join(folder, "work"));
  commit(work, { "deploy/web.yaml": "replicas: 3\n", "README.md": "shop\n" }, "start");
  const fork = commit(work, { "deploy/cart.yaml": "replicas: 2\n" }, "cart");
  run(work, "checkout", "--quiet", "-b", "topic");
  const head = commit(work, { "deploy/web.yaml": "replicas: 1\n" }, "fewer");
  run(work, "checkout", "--quiet", "main");
  const main = commit(work, { "deploy/stock.yaml": "replicas: 4\n" }, "others' work");
  run(work, "checkout", "--quiet", "--detach");
  run(work, "merge", "--quiet", "--no-ff", "--message", "Merge", "topic");
  const merge = run(work, "rev-parse", "HEAD");
  run(work, "checkout", "--quiet", "main");
  const origin = join(folder, "origin.git");
  run(folder, "clone", "--quiet", "--bare", "--single-branch", "--branch=main", work, origin);
  run(work, "push", "--quiet", origin, `${head}:refs/pull/1/head`, `${merge}:refs/pull/1/merge`);
  // As GitHub does: any commit that it has may be fetched by its id, also in part.
  run(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
  run(origin, "config", "uploadpack.allowFilter", "true");
  return { origin, url: pathToFileURL(origin).href, fork, main, head, merge };
}

/** What actions/checkout leaves behind on `pull_request`: the test merge alone, detached. */
export function shallowCheckout(folder: string, url: string, oid: string, ref: string): string {
  initRepository(folder);
  run(folder, "remote", "add", "origin", url);
  const spec = `+${oid}:refs/remotes/${ref}`;
  run(folder, "fetch", "--quiet", "--no-tags", "--depth=1", "origin", spec);
  run(folder, "checkout", "--quiet", "--force", `refs/remotes/${ref}`);
  return folder;
}

/**
 * Everything of a clone that belongs to its user, in one comparable value. Objects and `shallow` are not in it.
 * No `git status`: it would refresh the index and run what a hostile repository plants. The index, to the
 * byte, and what is on disk say as much.
 */
export function userState(folder: string): unknown {
  const git = run(folder, "rev-parse", "--path-format=absolute", "--git-dir");
  const common = run(folder, "rev-parse", "--path-format=absolute", "--git-common-dir");
  return {
    index: digestOf(join(git, "index")),
    head: readFileSync(join(git, "HEAD"), "utf8"),
    fetchHead: digestOf(join(git, "FETCH_HEAD")),
    config: digestOf(join(common, "config")),
    internals: readdirSync(git)
      .filter((name) => name !== "shallow")
      .sort(),
    refs: run(folder, "for-each-ref"),
    reflog: run(folder, "reflog", "show", "--all"),
    files: filesUnder(folder),
  };
}

function digestOf(path: string): string | null {
  if (!existsSync(path)) return null;
  return createHash("sha1").update(readFileSync(path)).digest("hex");
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => !path.startsWith(join(folder, ".git")))
    .sort()
    .map((path) => {
      const stats = lstatSync(path);
      return `${path} ${stats.mode} ${stats.mtimeMs} ${stats.size}`;
    });
}

/** What the code under test gives git, but for the configuration of whoever runs the tests. */
export function testEnvironment(
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    ...gitEnvironment({
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    }),
    ...more,
  };
}

export async function open(folder: string): Promise<Git> {
  return ok(await openGit(folder, testEnvironment()));
}

/** The value, where it is no problem. */
export function ok<T>(value: T | RepositoryProblem): T {
  if (isProblem(value)) throw new Error(`${value.code}: ${value.message}`);
  return value;
}

/** The code of a problem; the value itself where there is none. */
export function codeOf<T>(value: T | RepositoryProblem): unknown {
  return isProblem(value) ? value.code : value;
}

/** Run it, and check that the clone is to its user as it was before. */
export async function untouched<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = userState(folder);
  const value = await work();
  expect(userState(folder)).toEqual(before);
  return value;
}

/** An API over the origin itself, that keeps a list of what it was asked. */
export function apiOver(git: Git): TreeApi & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async listTree(oid) {
      asked.push(`tree ${oid}`);
      return [...ok(await gitTree(git, oid)).entries.values()];
    },
    async readBlob(id) {
      asked.push(`blob ${id}`);
      return Buffer.from((await git.blobs.read([id])).get(id) ?? "");
    },
    async mergeBase(base, head) {
      asked.push(`base ${base} ${head}`);
      const found = run(git.folder, "merge-base", base, head);
      return found === "" ? null : found;
    },
  };
}

/** An API that refuses everything. */
export const brokenApi: TreeApi = {
  listTree: () => Promise.reject(new Error("403\nforbidden")),
  readBlob: () => Promise.reject(new Error("403 forbidden")),
  mergeBase: () => Promise.reject(new Error("403 forbidden")),
};
