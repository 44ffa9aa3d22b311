import { readdirSync } from "node:fs";
import { complaint, type GitPlace, runGit } from "./git-process.ts";
import { problemError, unavailable } from "./problem.ts";
import { decodeText, MAXIMUM_FILE_BYTES } from "./text.ts";

/** Texts of blobs by id, read once. */
export type BlobStore = {
  /**
   * Texts by id: `null` for what is too large or not UTF-8; ids that this repository lacks are absent.
   * Calls of one turn share one git process. Rejects with a problem where git fails.
   */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
  /** Bytes by id, read anew at each call; ids that this repository lacks, and what is too large, are absent. */
  readonly readBytes: (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Names texts that are likely to be asked for: they come with the next ones that are. */
  readonly expect: (ids: readonly string[]) => void;
};

/** What one git process may hand over at once; more is read in parts, by size. 32 MiB. */
const BATCH_BYTES = 32 * 1024 * 1024;
/** More objects than this are likely to outgrow a batch: their sizes are asked for first. */
const FEW = 500;
/** UTF-16 units of texts that are kept to be read again; those read last come first. */
const MOST_KEPT = 16 << 20;

/**
 * @param packs the folder of packs: a `.promisor` file there tells a partial clone, whose absent blobs
 *   the remote promised to deliver (Documentation/technical/partial-clone).
 */
export function createBlobStore(place: GitPlace, packs: string): BlobStore {
  const known = new Map<string, string | null>();
  let wanted = new Set<string>();
  let expected = new Set<string>();
  let keptLength = 0;
  let turn: Promise<ReadonlyMap<string, string | null>> | null = null;

  async function loadTurn(): Promise<ReadonlyMap<string, string | null>> {
    await new Promise((resolve) => setImmediate(resolve));
    const ids = [...new Set([...wanted, ...expected])];
    wanted = new Set();
    expected = new Set();
    turn = null;
    if (isPartialClone(packs)) await fetchPromised(place, ids);
    const loaded = await loadBlobs(place, ids);
    for (const [id, text] of loaded) known.set(id, text);
    keptLength = dropOldest(known, keptLength + lengthOf(loaded));
    return loaded;
  }

  async function read(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const texts = new Map<string, string | null>();
    const unknown = ids.filter((id) => !known.has(id));
    // Before the turn, which may drop them.
    take(ids, known, texts);
    if (unknown.length > 0) {
      for (const id of unknown) wanted.add(id);
      turn ??= loadTurn();
      take(unknown, await turn, texts);
    }
    return texts;
  }

  function expect(ids: readonly string[]): void {
    for (const id of ids) if (!known.has(id)) expected.add(id);
  }

  async function readBytes(asked: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const ids = [...new Set(asked)];
    if (ids.length === 0) return new Map();
    if (isPartialClone(packs)) await fetchPromised(place, ids);
    return loadBytes(place, ids);
  }

  return { read, readBytes, expect };
}

type Texts = ReadonlyMap<string, string | null>;

function take(ids: readonly string[], from: Texts, into: Map<string, string | null>): void {
  for (const id of ids) {
    const text = from.get(id);
    if (text !== undefined) into.set(id, text);
  }
}

function lengthOf(texts: Texts): number {
  let length = 0;
  for (const text of texts.values()) length += text?.length ?? 0;
  return length;
}

/** @returns the length of what is left */
function dropOldest(known: Map<string, string | null>, length: number): number {
  let left = length;
  for (const [id, text] of known) {
    if (left <= MOST_KEPT) break;
    known.delete(id);
    left -= text?.length ?? 0;
  }
  return left;
}

function isPartialClone(packs: string): boolean {
  try {
    return readdirSync(packs).some((name) => name.endsWith(".promisor"));
  } catch {
    return false;
  }
}

/** All at once, where git by itself would fetch one blob at a time. What fails shows when it is read. */
async function fetchPromised(place: GitPlace, ids: readonly string[]): Promise<void> {
  const remotes = await runGit(place, ["config", "--get-regexp", "^remote\\..*\\.promisor$"]);
  const remote = /^remote\.([A-Za-z0-9][\w./-]*)\.promisor true$/m.exec(remotes.stdout.toString());
  if (remote?.[1] === undefined) return;
  await runGit(place, [...FETCH_PROMISED, remote[1], "--stdin"], {
    input: `${ids.join("\n")}\n`,
    config: ["fetch.negotiationAlgorithm=noop"],
    timeoutMs: 120_000,
  });
}

const FETCH_PROMISED: readonly string[] = [
  "fetch",
  "--no-tags",
  "--no-write-fetch-head",
  "--recurse-submodules=no",
  "--no-auto-maintenance",
  "--refmap=",
];

async function loadBlobs(
  place: GitPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>();
  const tooLarge = await eachBlob(place, ids, (id, bytes) => texts.set(id, decodeText(bytes)));
  for (const id of tooLarge) texts.set(id, null);
  return texts;
}

async function loadBytes(
  place: GitPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  await eachBlob(place, ids, (id, content) => {
    if (content.length <= MAXIMUM_FILE_BYTES) bytes.set(id, content);
  });
  return bytes;
}

/** Hands over what one git process may give at once, or several one after the other. @returns ids of what is too large. */
async function eachBlob(
  place: GitPlace,
  ids: readonly string[],
  take: (id: string, bytes: Buffer) => void,
): Promise<readonly string[]> {
  const whole = ids.length > FEW ? null : await catFile(place, ids, "--batch");
  if (whole !== null) {
    for (const [id, bytes] of parseBatch(whole)) take(id, bytes);
    return [];
  }
  const tooLarge: string[] = [];
  for (const part of await partsBySize(place, ids, tooLarge)) {
    const bytes = await catFile(place, part, "--batch");
    for (const [id, content] of parseBatch(bytes ?? Buffer.alloc(0))) take(id, content);
  }
  return tooLarge;
}

/** Ids in parts that one process may hand over; what is too large is added to `tooLarge`. */
async function partsBySize(
  place: GitPlace,
  ids: readonly string[],
  tooLarge: string[],
): Promise<readonly (readonly string[])[]> {
  const sizes = await catFile(place, ids, "--batch-check");
  const parts: string[][] = [];
  let room = 0;
  for (const line of (sizes ?? Buffer.alloc(0)).toString("latin1").split("\n")) {
    const header = /^([0-9a-f]+) blob (\d+)$/.exec(line);
    if (header?.[1] === undefined) continue;
    const size = Number(header[2]);
    if (size > MAXIMUM_FILE_BYTES) {
      tooLarge.push(header[1]);
      continue;
    }
    // A header and a line break come with every blob.
    room -= size + 100;
    if (room < 0 || parts.length === 0) {
      parts.push([]);
      room = BATCH_BYTES - size - 100;
    }
    parts.at(-1)?.push(header[1]);
  }
  return parts;
}

/** @returns `null` where the answer outgrows a batch. */
async function catFile(
  place: GitPlace,
  ids: readonly string[],
  mode: "--batch" | "--batch-check",
): Promise<Buffer | null> {
  const outcome = await runGit(place, ["cat-file", mode], {
    input: `${ids.join("\n")}\n`,
    // Blobs of a partial clone were asked for together before.
    environment: { GIT_NO_LAZY_FETCH: "1" },
    maximumBytes: BATCH_BYTES,
  });
  if (outcome.ended === "overflow") return null;
  if (outcome.ended === "exit" && outcome.exitCode === 0) return outcome.stdout;
  throw problemError(
    unavailable(
      "unreadable-objects",
      `git could not read files of the repository: ${complaint(outcome)}; fetch them, or check the clone with \`git fsck\`.`,
    ),
  );
}

/**
 * The answer of `git cat-file --batch`: for each object `<id> <type> <size>`, its bytes and a line break,
 * or `<name> missing` (git-cat-file(1), BATCH OUTPUT). Contents are split by their sizes alone.
 */
function* parseBatch(output: Buffer): Generator<readonly [string, Buffer]> {
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(0x0a, at);
    if (end < 0) return;
    const header = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(output.toString("latin1", at, end));
    at = end + 1;
    if (header?.[1] === undefined) continue;
    const size = Number(header[3]);
    if (header[2] === "blob") yield [header[1], output.subarray(at, at + size)];
    at += size + 1;
  }
}
