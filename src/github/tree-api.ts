import type { TreeApi } from "../repository/api-tree.ts";
import type { TreeEntry } from "../repository/tree.ts";
import type { Client } from "./client.ts";
import type { Outcome } from "./outcome.ts";
import { success } from "./outcome.ts";
import { readPayload } from "./payload.ts";
import { malformed } from "./whole-reply.ts";

/** Trees of one commit that are asked for at most, where GitHub cuts the whole listing. */
const TREE_LIMIT = 1000;

/**
 * Reads commits through GitHub, for where git cannot fetch them. Objects of a fork are readable
 * through the repository that it opened a pull request on. Rejects with one line and its remedy.
 */
export function createTreeApi(client: Client): TreeApi {
  return {
    listTree: (commit) => listTree(client, commit),
    readBlob: (id) => readBlob(client, id),
    mergeBase: (base, head) => mergeBase(client, base, head),
  };
}

type ApiTree = {
  readonly truncated: boolean;
  readonly tree: readonly {
    readonly path: string;
    readonly mode: string;
    readonly type: string;
    readonly sha: string;
  }[];
};

/**
 * One request for the whole tree as a rule. GitHub cuts listings beyond 100,000 entries or 7 MB
 * (manual of "Get a tree"): then folder by folder, each whole where it can be.
 */
async function listTree(client: Client, commit: string): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  const folders = [{ sha: commit, prefix: "" }];
  let asked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    asked += 1;
    if (asked > TREE_LIMIT) throw new Error(tooLarge(commit));
    const whole = await readTree(client, folder.sha, true);
    const { tree, truncated } = whole.truncated
      ? await readTree(client, folder.sha, false)
      : { ...whole, truncated: false };
    if (truncated) throw new Error(tooLarge(commit));
    for (const one of tree) {
      const path = folder.prefix + one.path;
      if (one.type !== "tree") entries.push({ path, id: one.sha, kind: kindOf(one.mode) });
      else if (whole.truncated) folders.push({ sha: one.sha, prefix: `${path}/` });
    }
  }
  return entries;
}

function tooLarge(commit: string): string {
  return `the tree of ${commit} is too large for GitHub's API; check it out with \`fetch-depth: 0\` and leave \`persist-credentials\` on`;
}

function kindOf(mode: string): TreeEntry["kind"] {
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "file";
}

async function readTree(client: Client, sha: string, recursive: boolean): Promise<ApiTree> {
  return unwrap(
    await client.call(`read the tree of ${sha}`, async (octokit) => {
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
        owner: client.owner,
        repo: client.repo,
        tree_sha: sha,
        ...(recursive ? { recursive: "1" } : {}),
      });
      if (typeof data.truncated !== "boolean") throw malformed(NO_TREE);
      return { truncated: data.truncated, tree: data.tree.map(treeItem) };
    }),
  );
}

const NO_TREE = "the reply is not the tree that was asked for";

/** One that cannot be read is no reason to go on without it: the verdict would be of other files. */
function treeItem(item: unknown): ApiTree["tree"][number] {
  const read = readPayload(item);
  const entry = {
    path: read.text("path"),
    mode: read.text("mode"),
    type: read.text("type"),
    sha: read.sha("sha"),
  };
  if (read.lacking.length > 0) throw malformed(NO_TREE);
  return entry;
}

async function readBlob(client: Client, id: string): Promise<Uint8Array> {
  return unwrap(
    await client.call(`read the object ${id}`, async (octokit) => {
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
        owner: client.owner,
        repo: client.repo,
        file_sha: id,
      });
      // Empty is a file as any other.
      const content: unknown = data.content;
      if (typeof content !== "string")
        throw malformed("the reply is not the blob that was asked for");
      return Buffer.from(content, data.encoding === "base64" ? "base64" : "utf8");
    }),
  );
}

/** GitHub answers with 404 to two commits without a common one, as to a missing commit. */
async function mergeBase(client: Client, base: string, head: string): Promise<string | null> {
  const compared = await client.call(`compare ${base} with ${head}`, async (octokit) => {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
      owner: client.owner,
      repo: client.repo,
      basehead: `${base}...${head}`,
      per_page: 1,
    });
    const read = readPayload(data);
    const sha = read.sha("merge_base_commit.sha");
    if (read.lacking.length > 0) throw malformed("the reply compares no two commits");
    return sha;
  });
  return unwrap(withoutAncestor(compared));
}

function withoutAncestor(compared: Outcome<string>): Outcome<string | null> {
  const unrelated =
    !compared.ok &&
    compared.failure.reason === "missing" &&
    /no common ancestor/i.test(compared.failure.message);
  return unrelated ? success(null) : compared;
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.failure.message);
}
