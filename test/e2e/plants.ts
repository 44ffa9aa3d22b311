import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** A folder in which each program that was run leaves a file with its name. */
export type Canaries = {
  /** An executable, outside of any repository, that tells that it was run. */
  readonly program: (name: string) => string;
  /** Names of those that were run since the last time. */
  readonly sung: () => readonly string[];
};

export function openCanaries(folder: string): Canaries {
  const cages = join(folder, "cages");
  const songs = join(folder, "songs");
  mkdirSync(cages, { recursive: true });
  mkdirSync(songs);
  let count = 0;
  let heard = new Set<string>();
  return {
    program: (name) => {
      count += 1;
      const file = join(cages, `canary-${count}`);
      const song = join(songs, `${count} ${name.replaceAll(/[/\s]/g, "_").slice(0, 100)}`);
      writeFileSync(file, `#!/bin/sh\n: > '${song.replaceAll("'", `'\\''`)}'\nexit 1\n`);
      chmodSync(file, 0o755);
      return file;
    },
    sung: () => {
      const all = readdirSync(songs);
      const fresh = all.filter((one) => !heard.has(one)).sort();
      heard = new Set(all);
      return fresh;
    },
  };
}

/** Settings by which git runs a program while it reads, or once it shows, merges, edits or checks out. */
export const READING_SETTINGS: readonly string[] = [
  "core.fsmonitor",
  "core.pager",
  "core.editor",
  "core.askPass",
  "pager.diff",
  "pager.ls-tree",
  "sequence.editor",
  "interactive.diffFilter",
  "diff.external",
  "diff.planted.textconv",
  "diff.planted.command",
  "filter.planted.clean",
  "filter.planted.smudge",
  "filter.planted.process",
  "filter.lfs.clean",
  "filter.lfs.smudge",
  "filter.lfs.process",
  "merge.planted.driver",
  "mergetool.planted.cmd",
  "difftool.planted.cmd",
  "gpg.program",
  "gpg.ssh.program",
  "uploadpack.packObjectsHook",
  "trailer.planted.command",
  "tar.planted.command",
  "man.planted.cmd",
  "browser.planted.cmd",
  "web.browser",
  "sendemail.smtpServer",
];

/** The same with `!`, which has a shell run it. */
export const SHELL_SETTINGS: readonly string[] = [
  ...["ls-tree", "rev-parse", "cat-file", "config", "fetch", "merge-base", "ls-files"].map(
    (name) => `alias.${name}`,
  ),
  "submodule.sub.update",
];

/** Settings by which a fetch runs a program, with the remote that has git come to it. */
export const FETCHING_SETTINGS: readonly (readonly [key: string, url: string])[] = [
  ["core.sshCommand", "ssh://git@host.invalid/shop.git"],
  ["core.gitProxy", "git://host.invalid/shop.git"],
  ["remote.origin.uploadpack", ""],
  ["core.alternateRefsCommand", ""],
];

/** URLs by which a fetch runs what they say; `PROGRAM` stands for it. */
export const URLS: readonly (readonly [
  name: string,
  settings: Readonly<Record<string, string>>,
])[] = [
  ["ext::", { "remote.origin.url": "ext::PROGRAM %S" }],
  [
    "url.insteadOf",
    { "remote.origin.url": "https://host.invalid/", "url.ext::PROGRAM .insteadOf": "https://" },
  ],
  [
    "promisor",
    {
      "remote.origin.url": "ext::PROGRAM %S",
      "remote.origin.promisor": "true",
      "remote.origin.partialclonefilter": "tree:0",
      "extensions.partialClone": "origin",
    },
  ],
  ["a path that is an option", { "remote.origin.url": "ssh://-oProxyCommand=PROGRAM/x" }],
];

/** Every hook of githooks(5) that an ordinary command may run. */
export const HOOKS: readonly string[] = [
  ...["applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit"],
  ...["prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-checkout"],
  ...["post-merge", "pre-push", "pre-receive", "update", "proc-receive", "post-receive"],
  ...["post-update", "reference-transaction", "push-to-checkout", "pre-auto-gc", "post-rewrite"],
  ...["sendemail-validate", "fsmonitor-watchman", "post-index-change"],
];

/** Variables by which a caller's environment has git run a program, or look elsewhere; none is ours to heed. */
export const PROGRAM_VARIABLES: readonly string[] = [
  ...["GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR", "VISUAL"],
  ...["GIT_SEQUENCE_EDITOR", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND"],
];

/** Variables that name a place; what lies there is not the repository. */
export const PLACE_VARIABLES: readonly string[] = [
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_INDEX_FILE"],
  ...["GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "GIT_SHALLOW_FILE"],
  ...["GIT_GRAFT_FILE", "GIT_CONFIG", "GIT_TRACE", "GIT_TRACE2_EVENT", "GIT_TRACE_SETUP"],
];

/** Appends settings to a configuration, each with a canary of its own where it says `PROGRAM`. */
export function configure(file: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([key, value]) => {
    const [section = "", ...rest] = key.split(".");
    const name = rest.pop() ?? "";
    const subsection = rest.length === 0 ? "" : ` ${JSON.stringify(rest.join("."))}`;
    return `[${section}${subsection}]\n\t${name} = ${JSON.stringify(value)}\n`;
  });
  appendFileSync(file, lines.join(""));
}

/** Plants all that could run something while a repository is read. @returns how many there are. */
export function plantReading(folder: string, canaries: Canaries): number {
  const git = existsSync(join(folder, ".git")) ? join(folder, ".git") : folder;
  const settings = [
    ...READING_SETTINGS.map((key) => [key, canaries.program(key)]),
    ...SHELL_SETTINGS.map((key) => [key, `!${canaries.program(key)}`]),
  ];
  configure(join(git, "config"), Object.fromEntries(settings));
  const included = join(git, "included");
  configure(included, { "core.fsmonitor": canaries.program("include.path") });
  configure(join(git, "config"), { "include.path": "included" });
  configure(join(git, "config"), { "extensions.worktreeConfig": "true" });
  const ofWorktree = { "core.fsmonitor": canaries.program("config.worktree") };
  configure(join(git, "config.worktree"), ofWorktree);
  mkdirSync(join(git, "hooks"), { recursive: true });
  mkdirSync(join(git, "planted-hooks"));
  configure(join(git, "config"), { "core.hooksPath": join(git, "planted-hooks") });
  for (const folderName of ["hooks", "planted-hooks"]) {
    for (const hook of HOOKS) {
      const file = join(git, folderName, hook);
      writeFileSync(file, `#!/bin/sh\nexec '${canaries.program(`${folderName} ${hook}`)}'\n`);
      chmodSync(file, 0o755);
    }
  }
  mkdirSync(join(git, "info"), { recursive: true });
  writeFileSync(join(git, "info/attributes"), "* diff=planted filter=planted merge=planted\n");
  return settings.length + 2 + 2 * HOOKS.length + 1;
}
