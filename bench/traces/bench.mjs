// `npm run bench -- traces`: `discover` as a whole process on large files of traces, beside JSON.parse of the
// same lines (the floor) and a plain reader in Python. The command is that of the bundle: build first.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { measure } from "../process.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Of the largest file; a tenth of it shows whether memory grows. */
const MEGABYTES = Number(process.env.BENCH_MEGABYTES ?? 1000);
const here = dirname(fileURLToPath(import.meta.url));
const cli = process.env.BENCH_CLI ?? join(here, "../../dist/cli.js");

/** Print the table. */
export async function benchTraces() {
  const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bench-"));
  try {
    const { generateTraces } = await bundled(scratch);
    console.log(`Node ${process.version}, ${ROUNDS} interleaved rounds\n`);
    console.log(
      "| file | work | median s | spans/s | MB/s | times the floor | processor s | times the floor | peak memory |",
    );
    console.log("| :-- | :-- | --: | --: | --: | --: | --: | --: | --: |");
    for (const [name, megabytes, whole] of [
      ["lines", MEGABYTES / 10, false],
      ["lines", MEGABYTES, false],
      ["one object", MEGABYTES * 0.6, true],
    ]) {
      const path = join(scratch, "traces.json");
      const size = generateTraces(path, megabytes * 1e6, whole);
      printFile({ name, path, whole, ...size }, scratch);
      rmSync(path);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The generator from the TypeScript sources of the tests. */
async function bundled(scratch) {
  const outfile = join(scratch, "generate.mjs");
  await build({
    entryPoints: [join(here, "generate.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  });
  return await import(pathToFileURL(outfile).href);
}

function printFile(file, scratch) {
  const works = worksOn(file, scratch);
  const runs = works.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) runs[index].push(work.run());
  }
  const times = runs.map((one) => median(one.map(({ milliseconds }) => milliseconds)));
  const processor = runs.map((one) => median(one.map((run) => run.processorMilliseconds)));
  const floor = works.findIndex(({ name }) => name === FLOOR);
  const title = `${file.name}: ${(file.bytes / 1e6).toFixed(0)} MB, ${file.spans} spans`;
  for (const [index, { name }] of works.entries()) {
    const seconds = times[index] / 1000;
    const memory = Math.max(...runs[index].map(({ peakMegabytes }) => peakMegabytes));
    const ratio = (all) => (floor < 0 ? "" : (all[index] / all[floor]).toFixed(2));
    const rates = [file.spans / seconds, file.bytes / 1e6 / seconds].map((one) => one.toFixed(0));
    const busy = `${(processor[index] / 1000).toFixed(2)} | ${ratio(processor)}`;
    console.log(
      `| ${title} | ${name} | ${seconds.toFixed(2)} | ${rates.join(" | ")} | ${ratio(times)} | ${busy} | ${memory.toFixed(0)} MB |`,
    );
  }
}

const FLOOR = "`JSON.parse` of each line";

/** One object beyond the longest text that V8 holds can be read by nobody whole. */
function worksOn({ path, whole }, scratch) {
  const command = [cli, "discover", path, "--out", join(scratch, "availability.yaml")];
  const discover = {
    name: "`discover`",
    run: () => {
      rmSync(command.at(-1), { force: true });
      return measure(command, scratch);
    },
  };
  if (whole) return [discover];
  const floor = { name: FLOOR, run: () => measure([join(here, "floor.mjs"), path], scratch) };
  return [floor, discover, ...python(path)];
}

/** Where there is none, its line is missing and the reason told. */
function python(path) {
  const script = join(here, "../peers/plain_traces.py");
  const run = () => {
    const start = process.hrtime.bigint();
    const done = spawnSync("python3", [script, path], { encoding: "utf8" });
    const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
    if (done.status !== 0) throw new Error(`python3: ${done.stderr}`);
    const { megabytes, processor } = JSON.parse(done.stdout);
    return { milliseconds, processorMilliseconds: processor * 1000, peakMegabytes: megabytes };
  };
  if (spawnSync("python3", ["-c", "0"]).status !== 0) {
    console.error("no python3: a plain reader in it is not measured");
    return [];
  }
  return [{ name: "a plain reader in Python", run }];
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
