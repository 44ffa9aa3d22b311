import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawing, rareEvents } from "./figures-drawn.mjs";
import { faultTree } from "./open-psa.mjs";
import { runPython, runScram } from "./peers.mjs";
import { spell, spellRatio, spellSummary } from "./table.mjs";
import { time, timeInTurns } from "./time.mjs";

/** A tenth of as many runs leaves the compiler half done with work of less than a millisecond. */
const WARM = { warm: 1000, runs: 1000, limit: 5000 };
const SCRAM_LIMIT = 60;
const NETWORKX_LIMIT = 60;
const NETWORKX_SAMPLES = 200_000;

/**
 * What is promised: each work gives rows of what is ours, what stands beside it, and whether the aim
 * is met, which is `null` where a peer is absent.
 */
export const figures = [
  {
    name: "dag30, exact with all importances, beside networkx",
    aim: "≥ 30,000",
    measure: besideNetworkx,
  },
  { name: "dag30, exact with all importances, beside SCRAM", aim: "≥ 8", measure: besideScram },
  {
    name: "layered-100x10 beside SCRAM",
    aim: "< 10 ms where SCRAM passes 60 s",
    measure: beyondScram,
  },
  {
    name: "all importances beside the forward pass",
    aim: "≤ 4",
    measure: importancesBesideForward,
  },
  ...["grid-16", "tree-3000", "layered-1000x100"].map((name) => exactReach(name, 500)),
  exactReach("grid-20", 3000),
  { name: "bounded: tree-10000", aim: "gap ≤ 1e-6 in ≤ 100 ms", measure: bounded },
  drawing("dag30", 4_000_000),
  drawing("layered-1000x10", 2_000_000),
  rareEvents("three", 500),
  rareEvents("four", 10_000),
];

function subjectOf(engine, file) {
  return { ...engine.subjectOf(file), fault: null };
}

/** Fresh subjects, so that nothing kept for a model makes a run cheaper; `again` of one that is kept. */
function timeWeighed({ engine }, file) {
  const make = () => subjectOf(engine, file);
  const kept = make();
  return {
    ...engine.answer(kept),
    all: time(make, engine.importanceOf, WARM),
    again: time(() => kept, engine.importanceOf, WARM),
  };
}

/** One row for a model that is new, and one for a plan that stands, as it does for each further fault. */
function weighedRows(ours, shown, peer, peerMedian, aim) {
  return [
    ["prepared anew", ours.all],
    ["once prepared", ours.again],
  ].map(([part, summary]) => {
    const ratio = peerMedian === null ? null : peerMedian / summary.median;
    return {
      part,
      ours: `${spellSummary(summary)}; ${shown}`,
      beside: peer,
      ...(ratio === null ? {} : { ratio: spellRatio(ratio) }),
      met: ratio === null ? null : ratio >= aim,
    };
  });
}

function error(ours, file) {
  if (file.availability === undefined) return ours.method;
  return `${ours.method}, off by ${Math.abs(ours.availability - file.availability).toExponential(0)}`;
}

function besideNetworkx(context) {
  const file = context.system("dag30");
  const ours = timeWeighed(context, file);
  const shown = error(ours, file);
  const task = (samples, limit) => ({ system: file, samples, limit, seed: 1 });
  const peer = runPython(
    "networkx_monte_carlo.py",
    "networkx",
    task(1000, 5),
    task(NETWORKX_SAMPLES, NETWORKX_LIMIT),
  );
  if (peer.absent) return weighedRows(ours, shown, peer.absent, null, 30_000);
  const milliseconds = (1000 * peer.seconds * NETWORKX_SAMPLES) / peer.samples;
  const scaled = peer.samples < NETWORKX_SAMPLES ? ` (scaled from ${peer.samples} samples)` : "";
  const beside = `networkx ${peer.version}: ${spell(milliseconds)}${scaled}, A ≈ ${peer.availability.toFixed(4)}`;
  return weighedRows(ours, shown, beside, milliseconds, 30_000);
}

function besideScram(context) {
  const file = context.system("dag30");
  const ours = timeWeighed(context, file);
  const shown = `U = ${ours.unavailability.toPrecision(6)}`;
  const peer = runScram(faultTree(file, context.engine.valueAt), context.scratch, SCRAM_LIMIT);
  if (peer.absent) return weighedRows(ours, shown, peer.absent, null, 8);
  const beside = `SCRAM ${peer.version}: ${spellSummary(peer.time)}, U = ${peer.unavailability}`;
  return weighedRows(ours, shown, beside, peer.time.median, 8);
}

function beyondScram(context) {
  const file = context.system("layered-100x10");
  const { engine } = context;
  const found = engine.answer(subjectOf(engine, file));
  const forward = time(() => subjectOf(engine, file), engine.answer);
  const peer = runScram(faultTree(file, engine.valueAt), context.scratch, SCRAM_LIMIT);
  const ours = `${spellSummary(forward)}; ${error(found, file)}`;
  if (peer.absent) return [{ ours, beside: peer.absent, met: null }];
  const beside = peer.beyond
    ? `SCRAM ${peer.version}: more than ${SCRAM_LIMIT} s`
    : `SCRAM ${peer.version}: ${spellSummary(peer.time)}`;
  const least = peer.beyond ? SCRAM_LIMIT * 1000 : peer.time.median;
  const ratio = `${peer.beyond ? "> " : ""}${spellRatio(least / forward.median)}`;
  return [{ ours, beside, ratio, met: found.method === "exact" && forward.median < 10 }];
}

/** Of what is prepared already: preparing is common to both, and would flatter the ratio. */
function importancesBesideForward({ engine, system }) {
  return ["dag30", "layered-100x10", "layered-1000x100", "grid-16"].map((part) => {
    const { forward, both } = engine.passes(subjectOf(engine, system(part)));
    const [alone, all] = timeInTurns([forward, both], { ...WARM, limit: 10_000 });
    const ratio = all.median / alone.median;
    return {
      part,
      ours: spellSummary(all),
      beside: spellSummary(alone),
      ratio: spellRatio(ratio),
      met: ratio <= 4,
    };
  });
}

function alone({ scratch, bundle, system }, name) {
  const input = join(scratch, `${name}.json`);
  writeFileSync(input, JSON.stringify(system(name)));
  const script = fileURLToPath(new URL("alone.mjs", import.meta.url));
  const done = spawnSync(process.execPath, [script, bundle, input], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

function exactReach(name, most) {
  return {
    name: `exact reach: ${name}`,
    aim: `< ${spell(most)}, < 1 GB`,
    measure: (context) => {
      const found = alone(context, name);
      const truth = error(found, context.system(name));
      const ours = `${spellSummary(found.warm)}, first ${spell(found.first)}, ${found.megabytes.toFixed(0)} MB; ${truth}`;
      const met = found.method === "exact" && found.warm.median < most && found.megabytes < 1000;
      return [{ ours, met }];
    },
  };
}

function bounded(context) {
  const found = alone(context, "tree-10000");
  const ours = `${spellSummary(found.warm)}, first ${spell(found.first)}, ${found.method}, gap ${found.gap.toExponential(1)}`;
  const met = found.method === "bounded" && found.gap <= 1e-6 && found.warm.median <= 100;
  return [{ ours, met }];
}
