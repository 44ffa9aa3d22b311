import { blobId } from "./blob-id.ts";
import { type Git, isObjectId } from "./git.ts";
import { bytesByPath, textsByPath } from "./git-tree.ts";
import { messageOf, problemError, quoted, type RepositoryProblem, unavailable } from "./problem.ts";
import { decodeText, MAXIMUM_FILE_BYTES } from "./text.ts";
import type { Tree, TreeEntry } from "./tree.ts";

/**
 * The reader that an entry hands in for where git cannot fetch: GitHub's API. Each function rejects
 * with an Error whose message is one line.
 */
export type TreeApi = {
  /** Every path of the tree of a commit, at any depth; folders are left out. */
  readonly listTree: (commit: string) => Promise<readonly TreeEntry[]>;
  /** The bytes of a blob. */
  readonly readBlob: (id: string) => Promise<Uint8Array>;
  /** The merge base of two commits; `null` where they have none. */
  readonly mergeBase: (base: string, head: string) => Promise<string | null>;
};

/** Requests under way at once: GitHub's guide to the REST API asks to stay far below a hundred. */
const CONCURRENCY = 8;

/**
 * The tree of a commit as the API lists it. Texts come from this clone where it has the blob, which in
 * a shallow clone of the head is nearly all of the base; only the rest is asked of the API.
 */
export async function apiTree(
  api: TreeApi,
  oid: string,
  git: Git | null,
): Promise<Tree | RepositoryProblem> {
  let listed: readonly TreeEntry[];
  try {
    listed = await api.listTree(oid);
  } catch (error) {
    return apiProblem(`list the files of commit ${quoted(oid)}`, error);
  }
  const entries = new Map(listed.map((entry) => [entry.path, entry]));
  const fetched = fetchedBy.get(api) ?? new Map<string, Uint8Array>();
  fetchedBy.set(api, fetched);
  return { commit: oid, entries, read, readBytes };

  /** Each blob is asked for once, whether its text is wanted or its bytes. */
  async function fetchBlobs(ids: readonly string[]): Promise<void> {
    await eachOf(
      ids.filter((id) => !fetched.has(id)),
      async (id) => {
        fetched.set(id, await blobOf(api, id));
      },
    );
  }

  async function read(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const files = paths.flatMap((path) => {
      const entry = entries.get(path);
      return entry?.kind === "file" ? [entry] : [];
    });
    const ids = [...new Set(files.map((entry) => entry.id))];
    const local = await readLocally(git, ids);
    const missing = ids.filter((id) => !local.has(id));
    await fetchBlobs(missing);
    const texts = missing.map((id) => [id, decodeText(fetched.get(id)!)] as const);
    return textsByPath(files, new Map([...texts, ...local]));
  }

  async function readBytes(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const stored = paths.flatMap((path) => {
      const entry = entries.get(path);
      return entry === undefined || entry.kind === "submodule" ? [] : [entry];
    });
    const ids = [...new Set(stored.map((entry) => entry.id))];
    const known: ReadonlyMap<string, Uint8Array> =
      git === null
        ? new Map()
        : await git.blobs.readBytes(ids.filter(isObjectId)).catch(() => new Map());
    const bytes = new Map(known);
    const missing = ids.filter((id) => !known.has(id));
    await fetchBlobs(missing);
    for (const id of missing) {
      const content = fetched.get(id)!;
      if (content.length <= MAXIMUM_FILE_BYTES) bytes.set(id, content);
    }
    return bytesByPath(stored, bytes);
  }
}

/** What was fetched, as long as who fetched it is there: trees of two commits share most of their blobs. */
const fetchedBy = new WeakMap<TreeApi, Map<string, Uint8Array>>();

/** A clone that cannot answer is no loss: the API has every blob. */
async function readLocally(
  git: Git | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (git === null) return new Map();
  return git.blobs.read(ids.filter(isObjectId)).catch(() => new Map());
}

/** An id is the hash of what it names: whatever came on the way, no other bytes are judged. */
async function blobOf(api: TreeApi, id: string): Promise<Uint8Array> {
  try {
    const bytes = await api.readBlob(id);
    if (blobId(bytes, id.length === 64 ? "sha256" : "sha1") === id) return bytes;
    throw new Error("what came is not what has that id");
  } catch (error) {
    throw problemError(apiProblem(`read the file of id ${quoted(id)}`, error));
  }
}

async function eachOf(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const left = [...ids];
  async function worker(): Promise<void> {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await work(id);
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function apiProblem(what: string, error: unknown): RepositoryProblem {
  const why = messageOf(error);
  return unavailable(
    "api-failed",
    `GitHub's API did not ${what} (${why.slice(0, 300)}); give the job \`contents: read\` and a \`github-token\`, or use \`fetch-depth: 0\`.`,
  );
}
