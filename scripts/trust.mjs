// Makes a figure of docs/trust.md in full, of which the tests make a part: `npm run trust -- WORD [options]`.
// The first word says which; what follows goes to it as it stands.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The works by their word: what is run with Node, its first arguments, and what tells it to do all.
 * Vitest runs the files of the tests that a folder or a part of a path names.
 */
const works = {
  fuzz: { args: [join(root, "test/fuzz/run.mjs")] },
  live: vitest("test/live"),
  kill: vitest("test/e2e/killed"),
  faults: vitest("test/e2e/misbehaving"),
  peer: vitest("test/availability/peer"),
  hostile: vitest("test/e2e/hostile"),
  secrets: vitest("test/e2e/secrets"),
  reproduce: { args: [join(root, "scripts/reproduce.mjs")] },
};

function vitest(...names) {
  return { args: [join(root, "node_modules/vitest/vitest.mjs"), "run", ...names] };
}

const [word = "", ...options] = process.argv.slice(2);
const work = Object.hasOwn(works, word) ? works[word] : undefined;
if (work === undefined) {
  console.error(`usage: npm run trust -- ${Object.keys(works).join("|")} [options]`);
  process.exitCode = 2;
} else {
  // TRUST=all: do all of it, not the part that every run of the tests does.
  const env = { ...process.env, TRUST: "all" };
  const ended = spawnSync(process.execPath, [...work.args, ...options], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  process.exitCode = ended.status ?? 1;
}
