import type { SpawnSyncReturns } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { damageText, textDamage } from "./damage-text.ts";
import { gate } from "./diff-targets.ts";
import { commit, type Files, git, inFolder, spawned } from "./git-folder.ts";
import { resultOf } from "./reported.ts";
import { shop } from "./shop.ts";
import { filesOf, spelling } from "./shop-files.ts";
import { type Target, target } from "./target.ts";
import { broken } from "./told.ts";

const commits = fc
  .record({ shop, how: spelling, file: fc.nat(), damages: fc.array(textDamage, { maxLength: 2 }) })
  .map(({ shop, how, file, damages }) => {
    const base = filesOf(shop, { ...how, folder: "deploy" });
    const paths = Object.keys(base);
    const path = paths[file % paths.length]!;
    const text = damages.reduce((sum, one) => damageText(sum, one, base[paths[0]!]!), base[path]!);
    return { base, head: { ...base, [path]: text } as Files };
  });

/** The command that people run, beside the gate in process: the same end, said on stderr line by line. @param root the folder of the project */
export function cliTarget(root: string): Target {
  const cli = join(root, "dist/cli.js");
  return target("command line", 3, commits, ({ base, head }) =>
    inFolder((folder) => runs(cli, folder, base, head)),
  );
}

async function runs(cli: string, folder: string, base: Files, head: Files): Promise<void> {
  git(folder, "init", "-q", "-b", "main");
  commit(folder, base);
  commit(folder, head);
  const ended = (...args: readonly string[]) => {
    const run = spawned(folder, process.execPath, cli, ...args);
    checkEnd(run);
    return run.status;
  };
  const judged = await gate(base, head);
  const expected =
    judged.kind === "invalid" ? 2 : resultOf(judged.judgements).verdict === "fail" ? 1 : 0;
  const status = ended("diff", "--base", "HEAD~1", "--samples", "1000", "--seed", "1");
  if (status !== expected) broken("another exit status than in process", [status, expected]);
  const isValid = ended("validate") === 0;
  if (!isValid && status !== 2) broken("an invalid head was judged", status);
  const estimated = ended("estimate");
  if (!isValid && estimated !== 2) broken("an invalid spec was estimated", estimated);
}

/** Of its own four ends, in good order: no trace of a stack, and each error on a line that says so. */
function checkEnd({ status, signal, stderr }: SpawnSyncReturns<string>): void {
  if (signal !== null || status === null || status > 3) broken("ended by itself", [status, signal]);
  if (/\n {4}at |node:internal/.test(stderr)) broken("a stack trace", stderr);
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  if (status === 2 && !lines.some((line) => /(?:^|: )error: ./.test(line)))
    broken("no error is told", stderr);
}
