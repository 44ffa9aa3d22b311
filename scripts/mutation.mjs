// Breaks the engine and the gate on purpose, one place at a time, and counts how many of the breaks a
// test notices. What the tests of the two rooms do not notice at small cost is tried once more, at
// greater cost and with those of the rooms that use them. Fails where fewer than nine tenths are noticed.
//   npm run mutation -- [--part 1/4] [--only src/gate/rules.ts,src/gate/alpha.ts:10-20]
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOMS = ["src/availability", "src/gate"];
const KILLED = new Set(["Killed", "Timeout"]);
const COUNTED = new Set(["Killed", "Timeout", "Survived", "NoCoverage"]);
const AIM = 0.9;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: { part: { type: "string", default: "1/1" }, only: { type: "string" } },
});

const first = broken(values.only?.split(",") ?? partOf(sources(), values.part), "first");
const missed = first.filter(isMissed);
const second = missed.length === 0 ? [] : broken(missed.map(rangeOf), "second");
const noticed = new Map(
  second.filter(({ status }) => KILLED.has(status)).map((one) => [keyOf(one), one]),
);
tell(first.map((one) => noticed.get(keyOf(one)) ?? one));

/** What became of each break in the ranges, by the tests that stryker.config.mjs takes for the word. */
function broken(ranges, tests) {
  const reports = join(root, "reports/mutation");
  mkdirSync(reports, { recursive: true });
  const MUTATION_RANGES = join(reports, "ranges.json");
  writeFileSync(MUTATION_RANGES, JSON.stringify(ranges));
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const ended = spawnSync(process.execPath, [stryker, "run"], {
    cwd: root,
    env: { ...process.env, MUTATION_RANGES, MUTATION_TESTS: tests },
    stdio: "inherit",
  });
  if (ended.status !== 0) process.exit(ended.status ?? 1);
  const report = JSON.parse(readFileSync(join(reports, "mutation.json"), "utf8"));
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

/** The files of the rooms, in a fixed order, with their lengths. */
function sources() {
  return ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true }).map((name) => `${room}/${name}`),
  )
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((file) => ({ file, length: readFileSync(join(root, file), "utf8").length }));
}

/** Those of part `i/n`: neighbours, which the same tests notice, and of about the same length in all. */
function partOf(files, part) {
  const [index, count] = part.split("/").map(Number);
  const total = files.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  return files.flatMap(({ file, length }) => {
    const middle = before + length / 2;
    before += length;
    return Math.floor((middle / total) * count) === index - 1 ? [file] : [];
  });
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
  const share = killed.length / counted.length;
  if (share < AIM) process.exitCode = 1;
  console.log(
    `${killed.length} of ${counted.length} mutants killed (${(100 * share).toFixed(1)}%; ${timeouts.length} by time-out), ` +
      `${mutants.length - counted.length - static_.length} do not run, ${static_.length} static and left out`,
  );
}
