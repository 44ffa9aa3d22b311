import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** A setting of git's: key in git's spelling, section and name in lower case. */
export type Setting = { readonly key: string; readonly value: string };

/** Scopes that lie in the repository: git-config(1), `--show-scope`. All others belong to its user. */
const OWN: ReadonlySet<string> = new Set(["local", "worktree", "submodule"]);

/**
 * What `git config --null --show-scope --list` says, `<scope>\0<key>\n<value>\0`: settings of the repository
 * itself (`own`), or those of its user and of the machine, in git's order.
 */
export function settingsOf(listing: string, whose: "own" | "user"): readonly Setting[] {
  const fields = listing.split("\0");
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", setting = ""] = [fields[at], fields[at + 1]];
    if (OWN.has(scope) !== (whose === "own")) continue;
    const end = setting.indexOf("\n");
    settings.push(
      end < 0
        ? { key: setting, value: "" }
        : { key: setting.slice(0, end), value: setting.slice(end + 1) },
    );
  }
  return settings;
}

/** Whether git is to send a header of somebody's with what it asks over HTTP, whoever says so (`http.<url>.extraHeader`). */
export function sendsHeader(listing: string): boolean {
  return /(?:^|\0)http\.(?:[^\0\n]*\.)?extraheader\n(?!\0)/.test(listing);
}

/**
 * The first key by which a repository would have git run a program when it fetches; `null` where there is
 * none. Whoever packs a repository up writes its configuration, which git trusts as its user's
 * (git-config(1), SCOPES). What people rightly set there stays: ssh with the options that actions/checkout
 * gives it, and git's own helpers by name.
 */
export function runsProgram(settings: readonly Setting[], root: string): string | null {
  const found = settings.find(({ key, value }) => isProgram(key, value, root));
  return found === undefined ? null : found.key;
}

function isProgram(key: string, value: string, root: string): boolean {
  if (key === "core.sshcommand") return !isPlainSsh(value, root);
  if (/^credential\.(?:.*\.)?helper$/s.test(key)) return !HELPER.test(value);
  if (/^remote\..*\.uploadpack$/s.test(key)) return !/^git[ -]upload-pack$/.test(value);
  // `git remote-<vcs>` is looked for on the PATH; `hook.*` is a hook that the hooks' folder does not hold.
  return /^(?:core\.(?:gitproxy|alternaterefscommand)|remote\..*\.vcs|hook\..*\.command)$/s.test(
    key,
  );
}

/** `git credential-<name>` with plain options, or nothing: gitcredentials(7). Anything else is a command. */
const HELPER = /^(?:[a-z][a-z-]*(?: --?[\w-]+(?:[= ][\w./:@%+-]+)?)*)?$/;

/** An argument without a meaning to the shell but for the folder that actions/checkout keeps keys in. */
const ARGUMENT = String.raw`(?:"(?:\$RUNNER_TEMP)?(?:[^"$\x60\\]|\\(?![\\"$\x60]))*"|(?:\$RUNNER_TEMP)?[\w./:@%+,-]+)`;
const OPTIONS =
  "StrictHostKeyChecking|CheckHostIP|UserKnownHostsFile|GlobalKnownHostsFile|IdentitiesOnly|IdentityFile|BatchMode|ConnectTimeout|ServerAliveInterval|ServerAliveCountMax|Port|LogLevel|HostKeyAlgorithms|PubkeyAcceptedAlgorithms";
const SSH = new RegExp(
  String.raw`^("[^"$\x60]*"|[\w./:-]+)(?: -[46aqTvx]| -[ip] ?${ARGUMENT}| -o ?(?:(?:${OPTIONS})=${ARGUMENT}|"(?:${OPTIONS})=(?:\$RUNNER_TEMP)?(?:[^"$\x60\\]|\\(?![\\"$\x60]))*"))*$`,
);

/** ssh itself, from the PATH or outside of the repository, with options that start nothing: ssh_config(5). */
function isPlainSsh(command: string, root: string): boolean {
  const program = SSH.exec(command.trim())?.[1]?.replace(/^"(.*)"$/, "$1");
  if (program === undefined) return false;
  if (/^ssh(?:\.exe)?$/i.test(program)) return true;
  const absolute = /^(?:\/|[A-Za-z]:[\\/]).*[\\/]ssh(?:\.exe)?$/i.test(program);
  return absolute && !program.split(/[\\/]/).includes("..") && !program.startsWith(root);
}

/**
 * Whether files would be read from a folder that is not the repository's: `core.worktree` may name any.
 * Every folder that git finds by itself holds `.git`.
 */
export function isElsewhere(settings: readonly Setting[], topLevel: string | null): boolean {
  if (topLevel === null || !settings.some(({ key }) => key === "core.worktree")) return false;
  return !existsSync(join(topLevel, ".git"));
}

/**
 * Whether a repository lies in the files of another one, as a pull request can bring a bare one along: git
 * would take it for one of its user's (git-config(1), `safe.bareRepository`).
 *
 * @param gitDir absolute path of what git found
 */
export function isEmbedded(gitDir: string): boolean {
  for (let folder = dirname(gitDir); ; folder = dirname(folder)) {
    const outer = gitDirOf(join(folder, ".git"));
    if (outer !== null && !`${gitDir}${sep}`.startsWith(`${outer}${sep}`)) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** Where a `.git` leads: a folder, or a file that names one (gitrepository-layout(5)). */
function gitDirOf(marker: string): string | null {
  try {
    if (statSync(marker).isDirectory()) return realpathSync(marker);
    const named = /^gitdir: (.*)$/m.exec(readFileSync(marker, "utf8"))?.[1];
    return named === undefined ? null : realpathSync(resolve(dirname(marker), named));
  } catch {
    return null;
  }
}
