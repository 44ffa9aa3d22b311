import { join } from "node:path";
import { Worker } from "node:worker_threads";

/** How much longer than where nothing is broken a test may take, until it counts as one without an end. */
const PATIENCE = { ms: 2000, factor: 5 };
/** How long the thread may take to start, in ms. */
const START = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 1500 };

/**
 * A thread that runs tests of a bundle, of which it loads what it needs.
 * @returns `all()` runs every test; `some()` runs tests, each with its usual time `ms`, until one fails; `end()`
 */
export function startThread(workerData) {
  const worker = new Worker(join(import.meta.dirname, "worker.mjs"), {
    workerData,
    resourceLimits: MEMORY,
    stdout: true,
    stderr: true,
  });
  return {
    all: () => ask({ asked: "all" }),
    some: ({ place, most, tests }) => ask({ asked: "some", place, most, tests }),
    // Not waited for: a thread that is busy may take its time.
    end: () => void worker.terminate(),
  };

  /** The answer; where a test takes too long or the thread dies, `isEnded` and which test it was. */
  function ask(message) {
    const times = new Map((message.tests ?? []).map(({ index, ms }) => [index, ms]));
    return new Promise((resolve) => {
      let failed = message.tests?.[0]?.index;
      let timer;
      const settle = (told) => {
        clearTimeout(timer);
        worker.off("message", onMessage);
        worker.off("error", onError);
        resolve(told);
      };
      const give = (failure) => settle({ failed, failure, isEnded: true });
      const wait = (limit) => {
        clearTimeout(timer);
        timer = setTimeout(() => give("does not end"), limit);
      };
      const onMessage = (told) => {
        if (told.began === undefined) return settle(told);
        failed = told.began;
        wait(PATIENCE.ms + PATIENCE.factor * times.get(failed));
      };
      const onError = (error) => give(String(error));
      worker.on("message", onMessage);
      worker.on("error", onError);
      if (message.asked === "some") wait(START);
      worker.postMessage(message);
    });
  }
}
