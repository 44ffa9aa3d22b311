// `npm run bench -- study`: the whole study as a command, and its parts in a process that is warm, beside a
// plain vectorised Monte Carlo of the same cells with numpy. Runs are interleaved, so that a drifting
// machine touches all alike. The command is that of the bundle: build first.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { findPython } from "../engine/peers.mjs";
import { openTable, spell, spellRatio, spellSummary } from "../engine/table.mjs";
import { summary } from "../engine/time.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CHUNKS = [1024, 4096, 16_384, 65_536, 200_000];
/** It took 1.9 s where the aim was set; on other machines, time it anew. */
const AIM = "under half of what the paper's own artifact takes";
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cli = process.env.BENCH_CLI ?? join(root, "dist/cli.js");

/** Print the tables. */
export async function benchStudy() {
  const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bench-"));
  try {
    const study = await bundledStudy(scratch);
    const { drawFigure1 } = await import(pathToFileURL(join(dirname(cli), "figure.js")).href);
    const peer = numpyOf(study.cells);
    const times = await interleaved(study, drawFigure1, peer, scratch);
    printTables(study, peer, times);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** From the TypeScript sources: the parts are those of the work tree. */
async function bundledStudy(scratch) {
  const outfile = join(scratch, "study.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("./study.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  });
  const { openStudy } = await import(pathToFileURL(outfile).href);
  return openStudy(readFileSync(join(root, "src/study/default.yaml"), "utf8"));
}

/** numpy at the same cells, in chunks of the size that suits it best; or `{ absent: reason }`. */
function numpyOf(cells) {
  const few = cells.map((one) => ({ ...one, samples: 2000 }));
  const trial = { cells: few, chunks: [2000], seed: 1 };
  const { absent, ask } = findPython("numpy_study.py", "numpy", trial);
  if (absent) return { absent };
  const { chunk, version } = ask({ cells, chunks: CHUNKS, seed: 1 });
  return { version, chunk, run: (seed) => ask({ cells, chunks: [chunk], seed }) };
}

async function interleaved(study, drawFigure1, peer, scratch) {
  const rows = study.exact();
  const works = {
    floor: () => command(["-e", "0"]),
    whole: () => command([cli, "study", "--out", join(scratch, "out")]),
    exact: () => study.exact(),
    simulated: () => study.simulated(),
    figure: () => drawFigure1(rows),
    ...(peer.absent ? {} : { peerWhole: (round) => peer.run(round) }),
  };
  const times = Object.fromEntries(
    [...Object.keys(works), ...(peer.absent ? [] : ["peer"])].map((name) => [name, []]),
  );
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      const done = await work(round);
      // The first round warms the compiler and the disk.
      if (round === 0) continue;
      times[name].push(performance.now() - start);
      if (name === "peerWhole") times.peer.push(1000 * done.seconds);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, summary(all)]));
}

function command(args) {
  const done = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  if (done.status !== 0) throw new Error(`node ${args.join(" ")}: ${done.stderr}`);
}

function printTables(study, peer, times) {
  const states = study.cells.reduce((sum, { samples }) => sum + samples, 0);
  const cells = `${study.cells.length} cells, ${states.toLocaleString("en-GB")} states`;
  console.log(`Node ${process.version}; ${ROUNDS} rounds; times: median (least … most)\n`);
  const row = openTable(["work", "ours", "beside", "ratio", "aim"]);
  const numpy = peer.absent ? null : `numpy ${peer.version}, chunks of ${peer.chunk}`;
  const beside = (theirs) => (numpy === null ? peer.absent : `${numpy}: ${spellSummary(theirs)}`);
  const ratio = (theirs, ours) => (numpy === null ? "" : spellRatio(theirs.median / ours.median));
  const { whole, floor, exact, simulated, figure, peer: drawn, peerWhole } = times;
  row("`node -e 0` (the floor)", spellSummary(floor), "", "", "");
  const started =
    numpy === null ? peer.absent : `${beside(peerWhole)}, its start and Monte Carlo alone`;
  row("the whole command", spellSummary(whole), started, ratio(peerWhole, whole), AIM);
  row("every exact figure", spellSummary(exact), "", "", "");
  row(`Monte Carlo: ${cells}`, spellSummary(simulated), beside(drawn), ratio(drawn, simulated), "");
  row("Figure 1, SVG and PNG", spellSummary(figure), "", "", "");
  console.log(`\nOf a state of Monte Carlo: ${spell(simulated.median / states)}`);
  if (numpy !== null) console.log(`Furthest from numpy's estimate: ${furthest(study, peer)}`);
}

/** In standard errors of the difference, so that both have simulated the same. */
function furthest(study, peer) {
  const [ours, theirs] = [study.simulated(), peer.run(0).estimates];
  const apart = study.cells.map(({ name, samples }, at) => {
    const mean = (ours[at] + theirs[at]) / 2;
    const error = Math.sqrt((2 * mean * (1 - mean)) / samples);
    return { name, errors: error === 0 ? 0 : Math.abs(ours[at] - theirs[at]) / error };
  });
  const { name, errors } = apart.reduce((most, one) => (one.errors > most.errors ? one : most));
  if (errors > 5) throw new Error(`${name}: ${errors.toFixed(1)} standard errors from numpy's`);
  return `${errors.toFixed(1)} standard errors (${name})`;
}
