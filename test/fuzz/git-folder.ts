import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Files = Readonly<Record<string, string>>;

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "availability-gate-fuzz-"));
}

/** Work in a folder of its own. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = makeFolder();
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lay files over those of the commit before; `null` takes one away. @returns the id of the commit */
export function commit(folder: string, files: Readonly<Record<string, string | null>>): string {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) {
      rmSync(join(folder, path));
      continue;
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", "Change");
  return git(folder, "rev-parse", "HEAD").trim();
}

export function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.invalid"];
  const { status, stdout, stderr } = spawned(
    folder,
    "git",
    ...identity,
    "-c",
    "core.autocrlf=false",
    ...args,
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

export function spawned(folder: string, command: string, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  return spawnSync(command, args, { cwd: folder, env, encoding: "utf8", timeout: 60_000 });
}
