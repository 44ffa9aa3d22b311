// Breaks the engine and the gate on purpose, one place at a time, and counts how many of the breaks a
// test notices. There are some 18,000 of them, days of one machine: a run takes whole functions, drawn
// by a seed, or those parts that are named. What the quick tests of the two rooms do not notice is tried
// once more with their slow ones and those of the rooms that use them.
//   npm run mutation -- [--functions N] [--seed N] [--only src/gate/rules.ts,src/gate/alpha.ts:10-20]
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOMS = ["src/availability", "src/gate"];
const KILLED = new Set(["Killed", "Timeout"]);
const COUNTED = new Set(["Killed", "Timeout", "Survived", "NoCoverage"]);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    functions: { type: "string", default: "40" },
    // Each night another draw.
    seed: { type: "string", default: process.env.GITHUB_RUN_NUMBER ?? "1" },
    only: { type: "string" },
  },
});

const drawn =
  values.only?.split(",") ?? draw(functions(), Number(values.functions), Number(values.seed));
const first = broken(drawn, "first");
const missed = first.filter(isMissed);
const second = missed.length === 0 ? [] : broken(missed.map(rangeOf), "second");
const noticed = new Map(
  second.filter(({ status }) => KILLED.has(status)).map((one) => [keyOf(one), one]),
);
tell(first.map((one) => noticed.get(keyOf(one)) ?? one));

/** What became of each break in the ranges, by the tests that vitest.mutation.config.ts takes for the word. */
function broken(ranges, tests) {
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const ended = spawnSync(process.execPath, [stryker, "run", "--mutate", ranges.join(",")], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: tests },
    stdio: "inherit",
  });
  if (ended.status !== 0) process.exit(ended.status ?? 1);
  const report = JSON.parse(readFileSync(join(root, "reports/mutation/mutation.json"), "utf8"));
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file })),
  );
}

function isMissed({ status }) {
  return COUNTED.has(status) && !KILLED.has(status);
}

/** Reports count columns from 1, and ranges from 0. */
function rangeOf({ file, location: { start, end } }) {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

function keyOf({ file, location, mutatorName, replacement }) {
  return JSON.stringify([file, location, mutatorName, replacement]);
}

/** Every top-level function of the rooms as Stryker's range `file:first-last`, in a fixed order. */
function functions() {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true }).map((name) => `${room}/${name}`),
  )
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), "utf8").split("\n");
      return lines.flatMap((line, index) => {
        if (!/^(export )?function\*? /.test(line)) return [];
        const length = lines.slice(index).indexOf("}");
        return length < 0 ? [] : [`${file}:${index + 1}-${index + 1 + length}`];
      });
    });
}

/** `count` of the ranges, uniformly without replacement: a partial Fisher-Yates shuffle. */
function draw(ranges, count, seed) {
  const pool = [...ranges];
  let state = seed >>> 0;
  for (let at = 0; at < Math.min(count, pool.length); at++) {
    const other = at + Math.floor(uniform() * (pool.length - at));
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  console.log(`${Math.min(count, pool.length)} of ${pool.length} functions, seed ${seed}`);
  return pool.slice(0, count).sort();

  // A linear congruential generator (Numerical Recipes' constants) serves for choosing what to break.
  function uniform() {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  }
}

/** The share of breaks noticed, and each that was not, by file and line. */
function tell(mutants) {
  const counted = mutants.filter(({ status }) => COUNTED.has(status));
  const killed = counted.filter(({ status }) => KILLED.has(status));
  const timeouts = counted.filter(({ status }) => status === "Timeout");
  const static_ = mutants.filter(({ status }) => status === "Ignored");
  for (const { file, location, mutatorName, replacement, status } of counted) {
    if (KILLED.has(status)) continue;
    const by = (replacement ?? "").replace(/\s+/g, " ").slice(0, 80);
    console.log(
      `${status} ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${by}`,
    );
  }
  const share = ((100 * killed.length) / counted.length).toFixed(1);
  console.log(
    `${killed.length} of ${counted.length} mutants killed (${share}%; ${timeouts.length} by time-out), ` +
      `${mutants.length - counted.length - static_.length} do not run, ${static_.length} static and left out`,
  );
}
