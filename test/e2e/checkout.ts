import { createHash } from "node:crypto";
import { appendFileSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "../repository/git-fixture.ts";
import type { Origin } from "./history.ts";

export type Checkout = {
  /** Name of a commit of the origin. */
  readonly commit: string;
  /** The ref below `refs/remotes/` that actions/checkout keeps it in, e.g. `pull/7/merge`. */
  readonly ref: string;
  /** `fetch-depth: 0`: all history, branches and tags; default: this commit alone. */
  readonly full?: boolean;
  /** Check the branch out, as on `push`; default: detached, as on `pull_request`. */
  readonly branch?: string;
};

/** A clone as actions/checkout leaves it behind, by the commands that its log shows. */
export function checkOut(origin: Origin, folder: string, checkout: Checkout): void {
  const { commit, ref, full = false, branch } = checkout;
  run(".", "init", "--quiet", "--template=", "--initial-branch=main", folder);
  appendFileSync(
    join(folder, ".git/config"),
    `[remote "origin"]\n\turl = ${origin.url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[gc]\n\tauto = 0\n`,
  );
  const wanted = `+${origin.id(commit)}:refs/remotes/${ref}`;
  const depth = full
    ? ["--prune", "--tags", "origin", "+refs/heads/*:refs/remotes/origin/*"]
    : ["--prune", "--no-tags", "--depth=1", "origin"];
  // With all history, a branch comes with all others.
  const specs = full && ref.startsWith("origin/") ? [] : [wanted];
  run(folder, "fetch", "--quiet", "--no-recurse-submodules", ...depth, ...specs);
  const target = `refs/remotes/${ref}`;
  run(folder, "checkout", "--quiet", "--force", ...(branch ? ["-B", branch] : []), target);
}

/** What a run may add to a clone: objects, and where a shallow history ends. */
const ADDED = /^\.git\/(?:objects\/|shallow$)/;

/**
 * All of a clone that belongs to its user, to the byte: the files, and in `.git` HEAD, refs, their
 * logs, the configuration, the index and FETCH_HEAD; and what git says about it.
 */
export function stateOf(folder: string): unknown {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => !one.isDirectory())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .filter((path) => !ADDED.test(path))
    .sort()
    .map((path) => [path, fingerprint(join(folder, path))]);
  return {
    files: Object.fromEntries(files),
    // Without the locks that are optional, git does not refresh the index in passing.
    status: run(folder, "--no-optional-locks", "status", "--porcelain", "--ignored"),
  };
}

function fingerprint(path: string): string {
  const { mode, mtimeMs } = lstatSync(path);
  const link = (mode & 0o170000) === 0o120000;
  const content = link ? readlinkSync(path) : readFileSync(path);
  return `${mode.toString(8)} ${mtimeMs} ${createHash("sha1").update(content).digest("hex")}`;
}
