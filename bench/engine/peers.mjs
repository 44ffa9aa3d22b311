// Programs that the engine is measured beside. Each is used where it is found, and its absence told.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { summary } from "./time.mjs";

const SCRAM_RUNS = 7;

/** Every program of a name on the path, and in the system's own folder, which a shim may hide. */
function found(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return [...new Set(folders.map((folder) => join(folder, name)))].filter(existsSync);
}

/**
 * Run a peer of `bench/peers` by that interpreter which is the fastest of those that have the module
 * at a first small task.
 *
 * @returns what it prints, or `{ absent: reason }`
 */
export function runPython(script, module, trial, task) {
  const { absent, ask } = findPython(script, module, trial);
  return absent ? { absent } : ask(task);
}

/** The same, to be asked often: `{ ask }`, or `{ absent: reason }`. */
export function findPython(script, module, trial) {
  const file = fileURLToPath(new URL(`../peers/${script}`, import.meta.url));
  const able = found("python3").filter(
    (python) => spawnSync(python, ["-c", `import ${module}`]).status === 0,
  );
  if (able.length === 0) return { absent: `no python3 with ${module}` };
  const tried = able.map((python) => {
    const { seconds, samples } = askPython(python, file, trial);
    return { python, cost: seconds / samples };
  });
  const { python } = tried.reduce((best, one) => (one.cost < best.cost ? one : best));
  return { ask: (task) => askPython(python, file, task) };
}

function askPython(python, file, task) {
  const done = spawnSync(python, [file], { input: JSON.stringify(task), encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${python} ${file}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

/**
 * SCRAM's analysis of a fault tree with binary decision diagrams: milliseconds of its own clock, with
 * importances or without.
 *
 * @returns `{ absent: reason }`, or `{ beyond: true }` past the limit
 */
export function runScram(tree, scratch, limitSeconds) {
  const [scram] = found("scram");
  if (scram === undefined) return { absent: "no scram" };
  const version = /SCRAM ([\d.]+)/.exec(
    spawnSync(scram, ["--version"], { encoding: "utf8" }).stdout,
  );
  const input = join(scratch, "tree.xml");
  const output = join(scratch, "report.xml");
  writeFileSync(input, tree);
  const times = [];
  let probability = Number.NaN;
  for (let run = 0; run < SCRAM_RUNS; run++) {
    rmSync(output, { force: true });
    const options = ["--bdd", "--probability", "1", "--importance", "1", input, "-o", output];
    const done = spawnSync(scram, options, { timeout: limitSeconds * 1000, encoding: "utf8" });
    if (done.error?.code === "ETIMEDOUT") return { version: version?.[1], beyond: true };
    if (done.status !== 0) throw new Error(`scram: ${done.stderr}`);
    const report = readFileSync(output, "utf8");
    const seconds = (name) => Number(new RegExp(`<${name}>([^<]+)</${name}>`).exec(report)?.[1]);
    times.push(1000 * (seconds("products") + seconds("probability") + seconds("importance")));
    probability = Number(/<sum-of-products[^>]* probability="([^"]+)"/.exec(report)?.[1]);
  }
  return { version: version?.[1], time: summary(times), unavailability: probability };
}
