// Whole processes: a diff of two commits of many manifests, beside js-yaml alone on the files of one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { measure } from "../process.mjs";
import { generateManifests, SETS } from "./generate.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const here = dirname(fileURLToPath(import.meta.url));
const cli = process.env.BENCH_CLI ?? join(here, "../../dist/cli.js");

/** Print the table. */
export function benchManifests() {
  const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bench-"));
  try {
    console.log(`Node ${process.version}, ${ROUNDS} interleaved rounds\n`);
    console.log("| manifests | work | median s | MB/s | times js-yaml | peak memory |");
    console.log("| :-- | :-- | --: | --: | --: | --: |");
    for (const [name, set] of Object.entries(SETS)) printSet(name, set, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function printSet(name, set, scratch) {
  const folder = join(scratch, name);
  const { base, head, bytes, files, changed } = generateManifests(folder, set);
  const works = [
    { name: "js-yaml, one commit", args: [join(here, "load.mjs"), join(folder, "deploy")] },
    {
      name: `\`diff\`, ${changed} files differ`,
      args: [cli, "diff", "--repo", folder, "--base", base, "--head", head],
    },
  ];
  const runs = works.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) runs[index].push(measure(work.args, scratch));
  }
  const title = `${name}: ${files} files, ${(bytes / 1e6).toFixed(0)} MB`;
  const times = runs.map((one) => median(one.map(({ milliseconds }) => milliseconds)));
  for (const [index, work] of works.entries()) {
    const seconds = times[index] / 1000;
    const memory = Math.max(...runs[index].map(({ peakMegabytes }) => peakMegabytes));
    const rate = (bytes / 1e6 / seconds).toFixed(1);
    const ratio = (times[index] / times[0]).toFixed(2);
    console.log(
      `| ${title} | ${work.name} | ${seconds.toFixed(2)} | ${rate} | ${ratio} | ${memory.toFixed(0)} MB |`,
    );
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
