import { type Git, isObjectId } from "./git.ts";
import { complaint, runGit } from "./git-process.ts";
import { quoted, type RepositoryProblem, unavailable } from "./problem.ts";
import { decodePath } from "./text.ts";
import type { Tree, TreeEntry } from "./tree.ts";

/** The tree of a commit that this repository has; a problem `commit-missing` where it does not. */
export async function gitTree(git: Git, oid: string): Promise<Tree | RepositoryProblem> {
  if (!isObjectId(oid)) return commitMissing(oid, "it is not a full object id");
  const outcome = await runGit(git, ["ls-tree", "-r", "-z", "--full-tree", oid]);
  if (outcome.ended !== "exit" || outcome.exitCode !== 0) {
    return commitMissing(oid, complaint(outcome));
  }
  const entries = parseListing(outcome.stdout);
  git.blobs.expect(likelyReads(entries));
  return {
    commit: oid,
    entries,
    read: (paths) => readFromStore(git, entries, paths),
    readBytes: (paths) => bytesFromStore(git, entries, paths),
  };
}

/** YAML files up to which a tree is read at once: below it, another git process costs more than they do. */
const FEW = 64;

/**
 * What will be asked for next: whoever reads a spec goes on to read manifests. In a small tree all of
 * its YAML comes with the first file.
 */
function likelyReads(entries: ReadonlyMap<string, TreeEntry>): readonly string[] {
  const ids: string[] = [];
  for (const { path, id, kind } of entries.values()) {
    if (kind !== "file" || !/\.ya?ml$/.test(path)) continue;
    if (ids.length === FEW) return [];
    ids.push(id);
  }
  return ids;
}

function commitMissing(oid: string, why: string): RepositoryProblem {
  return unavailable(
    "commit-missing",
    `Commit ${quoted(oid)} is not in this clone (${why}); fetch it, e.g. with \`fetch-depth: 0\` in actions/checkout.`,
  );
}

/** `<mode> <type> <id>\t<path>`, each ended by a NUL: git-ls-tree(1), OUTPUT FORMAT. */
function parseListing(listing: Buffer): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  let at = 0;
  while (at < listing.length) {
    const end = listing.indexOf(0, at);
    const tab = listing.indexOf(0x09, at);
    if (end < 0 || tab < 0) break;
    const [mode = "", , id = ""] = listing.toString("latin1", at, tab).split(" ");
    const path = decodePath(listing.subarray(tab + 1, end));
    entries.set(path, { path, id, kind: kindOfMode(mode) });
    at = end + 1;
  }
  return entries;
}

/** The kinds of git's index and trees: gitformat-index(5), 4-bit object type. */
function kindOfMode(mode: string): TreeEntry["kind"] {
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "file";
}

async function readFromStore(
  git: Git,
  entries: ReadonlyMap<string, TreeEntry>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const files = paths.flatMap((path) => {
    const entry = entries.get(path);
    return entry?.kind === "file" ? [entry] : [];
  });
  const texts = await git.blobs.read(files.map((entry) => entry.id));
  return textsByPath(files, texts);
}

/** Bytes of files and targets of symlinks, by path. */
export async function bytesFromStore(
  git: Git,
  entries: ReadonlyMap<string, TreeEntry>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const stored = paths.flatMap((path) => {
    const entry = entries.get(path);
    return entry === undefined || entry.kind === "submodule" ? [] : [entry];
  });
  const bytes = await git.blobs.readBytes(stored.map((entry) => entry.id));
  return bytesByPath(stored, bytes);
}

/** Bytes of entries, by path; entries without any are left out. */
export function bytesByPath(
  entries: readonly TreeEntry[],
  bytes: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, Uint8Array> {
  const byPath = new Map<string, Uint8Array>();
  for (const { path, id } of entries) {
    const content = bytes.get(id);
    if (content !== undefined) byPath.set(path, content);
  }
  return byPath;
}

/** Texts of entries, by path; entries without a text are left out. */
export function textsByPath(
  entries: readonly TreeEntry[],
  texts: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  const byPath = new Map<string, string>();
  for (const entry of entries) {
    const text = texts.get(entry.id);
    if (typeof text === "string") byPath.set(entry.path, text);
  }
  return byPath;
}
