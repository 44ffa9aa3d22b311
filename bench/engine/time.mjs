/**
 * Milliseconds of `run` on what `make` makes anew each time, outside of the clock: what the engine
 * keeps for a model is not carried over. Some runs warm the compiler first.
 */
export function time(make, run, { warm = 100, runs = 300, limit = 3000 } = {}) {
  const start = performance.now();
  for (let done = 0; done < warm && performance.now() - start < limit / 2; done++) run(make());
  const times = [];
  while (times.length < 3 || (times.length < runs && performance.now() - start < limit)) {
    const made = make();
    const before = performance.now();
    run(made);
    times.push(performance.now() - before);
  }
  return summary(times);
}

/** The same of several works in turns, so that a drifting machine touches all alike. */
export function timeInTurns(works, { warm, runs, limit }) {
  const start = performance.now();
  for (let done = 0; done < warm && performance.now() - start < limit / 2; done++) {
    for (const work of works) work();
  }
  const times = works.map(() => []);
  while (times[0].length < 3 || (times[0].length < runs && performance.now() - start < limit)) {
    for (const [index, work] of works.entries()) {
      const before = performance.now();
      work();
      times[index].push(performance.now() - before);
    }
  }
  return times.map(summary);
}

export function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], least: sorted[0], most: sorted.at(-1) };
}
