// Whole-process time and peak memory of the committed command line, beside the
// floor (`node -e 0`) in the same run. Runs are interleaved, so that a drifting machine touches all alike.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateRepository } from "./repository.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = process.env.BENCH_CLI ?? join(root, "dist/cli.js");

/** Print the table. */
export function benchCommands() {
  const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bench-"));
  try {
    printTable(worksIn(scratch), scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function worksIn(scratch) {
  const large = join(scratch, "large");
  const { base, head } = generateRepository(large);
  return [
    { name: "node -e 0 (the floor)", args: ["-e", "0"] },
    { name: "demo", args: [cli, "demo"] },
    {
      name: "diff, 300 services, 500 manifests, 40 endpoints",
      args: [cli, "diff", "--repo", large, "--base", base, "--head", head],
    },
    {
      name: "diff, the same commit twice (not affected)",
      args: [cli, "diff", "--repo", large, "--base", base, "--head", base],
    },
  ];
}

function printTable(works, scratch) {
  const times = works.map(() => []);
  for (const work of works) run(work.args);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) times[index].push(run(work.args));
  }
  const floor = median(times[0]);
  console.log(`Node ${process.version}, ${ROUNDS} interleaved rounds\n`);
  console.log("| work | median ms | min … max | times the floor | peak memory |");
  console.log("| :-- | --: | :-: | --: | --: |");
  for (const [index, work] of works.entries()) {
    const sorted = times[index].toSorted((a, b) => a - b);
    const range = `${sorted[0].toFixed(0)} … ${sorted.at(-1).toFixed(0)}`;
    const ratio = (median(times[index]) / floor).toFixed(2);
    console.log(
      `| ${work.name} | ${median(times[index]).toFixed(0)} | ${range} | ${ratio} | ${peakMemory(work.args, scratch)} MB |`,
    );
  }
}

function run(args, env = {}) {
  const start = process.hrtime.bigint();
  const done = spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (done.status !== 0 && done.status !== 1)
    throw new Error(`exit ${done.status}: ${done.stderr}`);
  return took;
}

/** In a run of its own: the hook that reads it costs time. Children (git) are not counted. */
function peakMemory(args, scratch) {
  const out = join(scratch, "peak");
  const hook = join(scratch, "hook.mjs");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(out)}, String(process.resourceUsage().maxRSS)));`,
  );
  run(args, { NODE_OPTIONS: `--import ${hook}` });
  return (Number(readFileSync(out, "utf8")) / 1024).toFixed(0);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
