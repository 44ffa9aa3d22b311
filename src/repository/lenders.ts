import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Setting } from "./local-config.ts";

/** Of a list of alternates. */
const MOST_BYTES = 1 << 20;

/**
 * The folders outside of a repository that would lend it objects: those in `info/alternates`, and those that a
 * link in place of its folders of objects, of a pack, or of one object leads to (gitrepository-layout(5)). Whoever
 * packs a repository up writes both.
 *
 * @param gitDir absolute path of the repository itself: of the main one, for a linked worktree
 */
export function lendersOf(gitDir: string): readonly string[] {
  const [home, objects] = [realOf(gitDir), join(gitDir, "objects")];
  const folders = entriesOf(objects);
  const held = [objects, ...folders, ...folders.flatMap(linksIn)];
  const links = held.flatMap((path) => {
    const real = realOf(path);
    return isWithin(real, home) ? [] : [real];
  });
  return [...links, ...alternates(join(objects, "info", "alternates")).map(from)];

  // A path in quotes is one that git unquotes: whatever it is, it is taken as it stands, and trusted by no name.
  function from(line: string): string {
    return line.startsWith('"') ? line : realOf(resolve(objects, line));
  }
}

/**
 * Whether the repository's user says that a folder may be read: by `safe.directory`, which git heeds only
 * outside of repositories (git-config(1)).
 *
 * @param settings those of the user, in git's order
 */
export function isTrusted(lender: string, settings: readonly Setting[]): boolean {
  const named = settings.filter(({ key }) => key === "safe.directory").map(({ value }) => value);
  // An empty value takes back all before it.
  const trusted = named.slice(named.lastIndexOf("") + 1);
  return trusted.some((folder) => folder === "*" || isWithin(lender, realOf(trimmed(folder))));
}

/** The repository that objects lie in, as `safe.directory` names it. */
export function homeOf(lender: string): string {
  const within = lender.replace(/^(.*)[\\/]objects(?:[\\/][^\\/]+){0,2}$/s, "$1");
  return within.replace(/[\\/]\.git$/, "");
}

/** `path/*` is every folder in it, as is `path` here. */
function trimmed(folder: string): string {
  return folder.replace(/\/\*$/, "");
}

function entriesOf(objects: string): readonly string[] {
  return namesIn(objects).map(({ name }) => join(objects, name));
}

/** Packs, and objects that stand alone, in whose place there is a link. */
function linksIn(folder: string): readonly string[] {
  const links = namesIn(folder).filter((one) => one.isSymbolicLink());
  return links.map(({ name }) => join(folder, name));
}

function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What cannot be read, or is too long for any that a person wrote, stands for itself: no folder that is trusted. */
function alternates(file: string): readonly string[] {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    // A folder in its place is none that git reads.
    if (!found?.isFile()) return [];
    if (found.size > MOST_BYTES) return [file];
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "" && !line.startsWith("#"));
  } catch {
    return [file];
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === resolve(path);
}
