// Fuzzing at any length: `npm run trust -- fuzz [--cases N] [--seed N] [--target NAME] [--jobs N]`.
// Cases run in worker processes, so that one that hangs, dies or takes too much memory is known by its seed.
import { fork } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Cases of one process: so a target of many takes several seeds, and memory that grows shows. */
const BATCH = 1000;
/** Milliseconds without a new case after which one hangs: 5 s of work, on a machine that is busy. */
const HANG = 60_000;
/** Of the heap and of all, in MiB (issue 8). */
const MEMORY = 512;

/**
 * Runs so many cases over all targets by their shares, and resolves with what came of each batch.
 * `onBatch` hears each as it ends.
 */
export async function fuzz({ cases, seed, only = "", jobs = availableParallelism(), onBatch }) {
  const folder = mkdtempSync(join(tmpdir(), "availability-gate-fuzz-"));
  try {
    const program = await bundled(folder);
    const { targets } = await ended(program, { root, target: "", seed, cases: 0 });
    const wanted = targets.filter(({ name }) => only === "" || name === only);
    const shares = wanted.reduce((sum, { share }) => sum + share, 0);
    const batches = wanted.flatMap(({ name, share }) =>
      split(Math.max(1, Math.round((cases * share) / shares))).map((count, at) => ({
        root,
        target: name,
        seed: seed + at,
        cases: count,
      })),
    );
    // In turn, so that a run that is ended early has tried some of each.
    batches.sort((one, other) => one.seed - other.seed);
    const done = [];
    const worker = async () => {
      for (let one = batches.shift(); one !== undefined; one = batches.shift()) {
        const batch = { ...one, ...(await ended(program, one)) };
        if (batch.failure?.at >= 0) {
          const shown = await ended(program, { ...one, show: batch.failure.at });
          batch.failure.smallest = short(shown.text ?? "");
        }
        done.push(batch);
        onBatch?.(batch);
      }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
    return done;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of files in base64: as numbers they fill screens. */
function short(text) {
  return text.replace(/Buffer\.from\(\[([\d,]*)\]\)/g, (_, numbers) => {
    const bytes = Buffer.from(numbers.split(",").map(Number));
    return `Buffer.from("${bytes.toString("base64")}","base64")`;
  });
}

function split(cases) {
  const whole = Array.from({ length: Math.floor(cases / BATCH) }, () => BATCH);
  return cases % BATCH === 0 ? whole : [...whole, cases % BATCH];
}

/** One program, so that no version of Node has to read TypeScript, and no worker compiles it again. */
async function bundled(folder) {
  const outfile = join(folder, "worker.mjs");
  // The stand-in for GitHub reads it beside itself.
  const description = "openapi.generated.json";
  copyFileSync(join(root, "test/e2e/stand-in", description), join(folder, description));
  await build({
    absWorkingDir: root,
    stdin: {
      contents:
        'import { work } from "./test/fuzz/worker.ts"; await work(process.argv[2], (one) => process.send(one)); process.disconnect();',
      resolveDir: root,
      loader: "ts",
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return outfile;
}

/** What a worker ended with; `failure` also where it hung, died, or took too much memory. */
function ended(program, order) {
  return new Promise((resolve) => {
    const child = fork(program, [JSON.stringify(order)], {
      execArgv: [`--max-old-space-size=${MEMORY}`, "--stack-trace-limit=12"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let at = -1;
    let told = "";
    let result = null;
    let hung = false;
    let timer;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        hung = true;
        child.kill("SIGKILL");
      }, HANG);
    };
    watch();
    child.stderr.on("data", (bytes) => {
      told = (told + bytes).slice(-4000);
    });
    child.on("message", (message) => {
      if (message.kind === "begin") {
        at = message.at;
        watch();
      } else result = message;
    });
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      const what = hung ? `no end after ${HANG} ms` : `ended with ${status ?? signal}: ${told}`;
      const lost = { message: `case ${at}: ${what}`, smallest: "", at };
      if (result === null) resolve({ tried: Math.max(0, at), failure: lost, peak: null });
      else if (result.peak > MEMORY) {
        const failure = { message: `${result.peak} MiB`, smallest: "" };
        resolve({ ...result, failure: result.failure ?? failure });
      } else resolve(result);
    });
  });
}

/** By target: cases, failures, the slowest case and the most memory. */
export function table(batches) {
  const names = [...new Set(batches.map(({ target }) => target))];
  return names.map((name) => {
    const own = batches.filter(({ target }) => target === name);
    const slowest = Math.max(...own.map((one) => one.slowest?.milliseconds ?? 0));
    return {
      target: name,
      cases: own.reduce((sum, { tried }) => sum + tried, 0),
      failed: own.filter(({ failure }) => failure !== null).length,
      "slowest, ms": Math.round(slowest),
      "memory, MiB": Math.max(...own.map(({ peak }) => peak ?? 0)),
    };
  });
}

/** How to see a failure again, and its smallest case. */
export function told({ target, seed, cases, failure }) {
  const again = `npm run trust -- fuzz --target "${target}" --seed ${seed} --cases ${cases}`;
  return `${target}: ${failure.message}\nsmallest case: ${failure.smallest}\nagain: ${again}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      cases: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      target: { type: "string", default: "" },
      jobs: { type: "string", default: String(availableParallelism()) },
    },
  });
  const batches = await fuzz({
    cases: Number(values.cases),
    seed: Number(values.seed),
    only: values.target,
    jobs: Number(values.jobs),
    onBatch: (batch) => {
      console.error(`${batch.target}, seed ${batch.seed}: ${batch.tried} cases`);
      if (batch.failure !== null) console.error(`${told(batch)}\n`);
    },
  });
  console.table(table(batches));
  const tried = batches.reduce((sum, one) => sum + one.tried, 0);
  const failed = batches.filter(({ failure }) => failure !== null).length;
  console.log(`${tried} cases, ${failed} failures, seed ${values.seed}`);
  process.exitCode = failed === 0 ? 0 : 1;
}
