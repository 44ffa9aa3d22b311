import { run, userState } from "../repository/git-fixture.ts";
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
  run(".", "init", "--quiet", "--initial-branch=main", folder);
  run(folder, "remote", "add", "origin", origin.url);
  run(folder, "config", "--local", "gc.auto", "0");
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

/** All of a clone that belongs to its user, and what git says about it. */
export function stateOf(folder: string): unknown {
  return {
    ...Object(userState(folder)),
    // Without the locks that are optional, git does not refresh the index in passing.
    status: run(folder, "--no-optional-locks", "status", "--porcelain", "--ignored"),
  };
}
