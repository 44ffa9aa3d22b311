import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Objects, TreeItem } from "./state.ts";

const run = promisify(execFile);

/** Trees, blobs and commits of a real repository, as GitHub's API would serve them. */
export function gitObjects(gitDir: string): Objects {
  return {
    tree: async (id, recursive) => {
      const listing = await git(gitDir, [
        "ls-tree",
        "-z",
        "--full-tree",
        ...(recursive ? ["-r", "-t"] : []),
        id,
      ]);
      if (listing === null) return null;
      const lines = listing
        .toString("utf8")
        .split("\0")
        .filter((one) => one !== "");
      return { entries: lines.map(treeItem), truncated: false };
    },
    blob: (id) => git(gitDir, ["cat-file", "blob", id]),
    commit: async (id) => {
      const text = await git(gitDir, ["cat-file", "commit", id]);
      if (text === null) return null;
      const [header = ""] = text.toString("utf8").split("\n\n", 1);
      return { parents: [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((one) => one[1] ?? "") };
    },
    mergeBase: async (base, head) => {
      const known = await git(gitDir, ["rev-parse", "--verify", "--quiet", `${base}^{commit}`]);
      const other = await git(gitDir, ["rev-parse", "--verify", "--quiet", `${head}^{commit}`]);
      if (known === null || other === null) return null;
      const found = await git(gitDir, ["merge-base", base, head]);
      return found === null ? "none" : found.toString("utf8").trim();
    },
  };
}

function treeItem(text: string): TreeItem {
  const match = /^(\d+) (blob|tree|commit) ([0-9a-f]+)\t([\s\S]*)$/.exec(text);
  const [, mode = "", type, sha = "", path = ""] = match ?? [];
  if (type !== "blob" && type !== "tree" && type !== "commit") throw new Error(`ls-tree: ${text}`);
  return { mode, type, sha, path };
}

/** What git prints; `null` where it refuses. */
async function git(gitDir: string, args: readonly string[]): Promise<Buffer | null> {
  try {
    const { stdout } = await run("git", ["-C", gitDir, ...args], {
      encoding: "buffer",
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout;
  } catch {
    return null;
  }
}
