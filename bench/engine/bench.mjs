// `npm run bench -- engine`: the figures that the project promises, each beside its peer in the same
// run, and how the cost grows with the work. A peer that is absent is told, with the reason.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleEngine } from "./bundle.mjs";
import { figures } from "./figures.mjs";
import { growth } from "./growth.mjs";
import { openTable } from "./table.mjs";

const REFERENCE = new URL("../../../shared/reference/systems/", import.meta.url);

/** Print the tables of those works whose name holds the word. */
export async function benchEngine(word) {
  const scratch = mkdtempSync(join(tmpdir(), "availability-gate-bench-"));
  try {
    const { path, engine } = await bundleEngine(scratch);
    const context = { scratch, bundle: path, engine, system: (name) => systemOf(engine, name) };
    const has = ({ name }) => name.includes(word);
    const origin = existsSync(REFERENCE) ? "of the reference data" : "generated";
    console.log(`Node ${process.version}; systems ${origin}; times: median (least … most)\n`);
    printFigures(figures.filter(has), context);
    for (const work of growth.filter(has)) printGrowth(work, context);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The reference's where it is there and has the system, else the project's own of the same kind. */
function systemOf(engine, name) {
  const file = new URL(`${name}.json`, REFERENCE);
  return existsSync(file) ? engine.readSystem(file) : engine.generated(name);
}

function printFigures(works, context) {
  if (works.length === 0) return;
  const row = openTable(["work", "ours", "beside", "ratio", "aim", ""]);
  for (const { name, aim, measure } of works) {
    for (const { part, ours, beside, ratio, met } of measure(context)) {
      const title = part === undefined ? name : `${name}: ${part}`;
      const verdict = met === null ? "not measured" : met ? "met" : "MISSED";
      row(title, ours, beside ?? "", ratio ?? "", aim, verdict);
    }
  }
  console.log();
}

function printGrowth({ name, columns, rows }, context) {
  const row = openTable([name, ...columns]);
  for (const cells of rows(context)) row(...cells);
  console.log();
}
