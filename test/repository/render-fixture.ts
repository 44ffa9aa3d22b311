import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { maker } from "../../src/repository/leavings.ts";
import { findProgram } from "../../src/repository/renderer-process.ts";

/** Renderers of this machine; `.ci/run` brings those that it lacks. */
export const kustomize = findProgram("kustomize") ?? findProgram("kubectl");
export const helm = findProgram("helm");

/** What to say in the name of a test that is skipped. */
export const noKustomize =
  kustomize === null ? " (skipped: neither kustomize nor kubectl is here)" : "";
export const noHelm = helm === null ? " (skipped: helm is not here)" : "";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gate-render-")));
  made.push(folder);
  return folder;
}

/** A folder with programs of our own, in the shell's language, to be found on the PATH. */
export function standIns(scripts: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "bin");
  mkdirSync(folder);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** Run it with another PATH. */
export async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.PATH;
  process.env.PATH = path;
  try {
    return await work();
  } finally {
    process.env.PATH = before;
  }
}

/** Scratch folders that are there now. */
export function scratches(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`availability-gate-${maker()}-`));
}
