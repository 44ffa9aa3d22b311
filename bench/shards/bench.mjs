// One run of the gate beside three shards of it and their merge, one process after the other: what each takes of
// the processors, as a share of the one run. Compares the bytes of the two results, too.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { measure } from "../process.mjs";
import { generateHardRepository } from "./repository.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cli = process.env.BENCH_CLI ?? join(root, "dist/cli.js");
const SHARDS = 3;

/** Print the table. */
export function benchShards() {
  const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bench-"));
  try {
    const repo = join(scratch, "repo");
    const { base, head, about } = generateHardRepository(repo);
    const ends = ["--repo", repo, "--base", base, "--head", head];
    const file = (name) => join(scratch, `${name}.json`);
    const timed = (...args) => measure([cli, ...args], scratch).processorMilliseconds;
    const json = (name) => ["--format", "json", "--output", file(name)];
    const one = timed("diff", ...ends, ...json("one"));
    const names = Array.from({ length: SHARDS }, (_, at) => `${at + 1}`);
    const shards = names.map((name) =>
      timed("diff", ...ends, "--shard", `${name}/${SHARDS}`, "--output", file(name)),
    );
    const merge = timed("merge", ...ends, ...json("merged"), ...names.map(file));
    const isSame = readFileSync(file("one")).equals(readFileSync(file("merged")));
    const slowest = Math.max(...shards);
    const row = (name, took) =>
      console.log(`| ${name} | ${(took / 1000).toFixed(1)} s | ${(took / one).toFixed(2)} |`);
    console.log(`Node ${process.version}; ${about}; the same bytes: ${isSame ? "yes" : "NO"}\n`);
    console.log("| work | of the processors | times the one run |");
    console.log("| :-- | --: | --: |");
    row("one run", one);
    row(`the slowest of ${SHARDS} shards`, slowest);
    row("their merge", merge);
    row("from the start to the verdict", slowest + merge);
    if (!isSame) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
