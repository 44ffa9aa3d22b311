// Runs tests, with one place of the source broken or none: a thread of its own, as what is broken may never end.
import { parentPort, workerData } from "node:worker_threads";

globalThis.mutationLoaded = workerData.loadedWith;
const { breakAt, files, hits, isEndless, runner } = await import(workerData.bundle);
const loaded = new Map();

parentPort.on("message", async ({ asked, ...rest }) => {
  parentPort.postMessage(asked === "all" ? await all() : await some(rest));
});

/** The tests of a file, which is loaded once it is needed: to load all takes seconds, and threads end often. */
async function testsOf(file) {
  if (!loaded.has(file)) loaded.set(file, await collected(file));
  return loaded.get(file);
}

async function collected(filepath) {
  const config = {
    root: workerData.root,
    setupFiles: [],
    sequence: {},
    testTimeout: 600_000,
    hookTimeout: 600_000,
    tags: [],
  };
  const importFile = () => files.get(filepath)();
  const [file] = await runner.collectTests([{ filepath }], { config, importFile });
  const [error] = file.result?.errors ?? [];
  if (error !== undefined) throw new Error(`${filepath} cannot be loaded: ${error.message}`);
  return testsIn(file);
}

/** Those that run. What is made ready before tests by hooks is not made here, and such tests are left out. */
function testsIn(task) {
  if (task.mode === "skip" || task.mode === "todo") return [];
  if (task.type === "test") return [task];
  const hooks = Object.values(runner.getHooks(task)).flat();
  return hooks.length > 0 ? [] : task.tasks.flatMap(testsIn);
}

/** Every test with nothing broken: how long each takes in ms, and how often it reaches each place. */
async function all() {
  for (const file of files.keys()) await testsOf(file);
  const atLoading = reached();
  const results = [];
  for (const file of files.keys()) {
    for (const [at, test] of (await testsOf(file)).entries()) {
      const from = performance.now();
      const failure = await failureOf(file, at);
      results.push({
        file,
        at,
        name: test.name,
        ms: performance.now() - from,
        failure,
        reached: reached(),
      });
    }
  }
  return { results, atLoading };
}

/** How often each place was reached since this was asked last. */
function reached() {
  const places = {};
  for (const [place, times] of hits.entries()) if (times > 0) places[place] = times;
  hits.fill(0);
  return places;
}

/** The tests in turn until one fails: which, and whether it fails with nothing broken too (`isSpoilt`). */
async function some({ place, most, tests }) {
  for (const { index, file, at } of tests) {
    // Loading is not a part of the test's time, but where it is what may not end.
    if (place !== undefined) await testsOf(file);
    parentPort.postMessage({ began: index });
    if (place !== undefined) breakAt(place, most);
    const failure = await failureOf(file, at);
    const told = { failed: index, failure, isEndless: isEndless() };
    if (place !== undefined) breakAt(undefined);
    if (failure === undefined && !told.isEndless) continue;
    return { ...told, isSpoilt: place !== undefined && (await failureOf(file, at)) !== undefined };
  }
  return {};
}

async function failureOf(file, at) {
  try {
    const test = (await testsOf(file))[at];
    await runner.getFn(test)();
    return undefined;
  } catch (error) {
    return String(error?.message ?? error).split("\n")[0];
  }
}
