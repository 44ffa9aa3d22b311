import { access, constants, mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { configText } from "virtual:study-config";
import { VERSION } from "../flow/version.ts";
import { renderDiagnostics } from "../report/diagnostics.ts";
import { jsonText } from "../report/json-text.ts";
import { messageOf, quoted } from "../repository/problem.ts";
import { decodeText } from "../repository/text.ts";
import { writeWholeFile } from "../repository/whole-file.ts";
import type { StudyConfig } from "../study/config.ts";
import { cellsOf } from "../study/config-families.ts";
import { grouped } from "../study/grouped.ts";
import type { StudyFile } from "../study/manifest.ts";
import { publish, type Ran, type Tables, tablesOf } from "../study/publish.ts";
import { MOST_STATES, readStudyConfig } from "../study/read-config.ts";
import { type Ending, invalid, refusal } from "./ending.ts";
import type { PlainSettings } from "./settings.ts";
import { runWithPicture } from "./study-run.ts";
import { studyText } from "./study-text.ts";
import type { Values } from "./usage.ts";
import { DEFAULT_OUT } from "./usage-table.ts";

/** Told where the default configuration is wrong, which only a broken build can be. */
const DEFAULT_NAME = "the default configuration";

/** `study`: the paper's adequacy study, its tables and its figure, written to a folder. */
export async function performStudy(values: Values, settings: PlainSettings): Promise<Ending> {
  const given = await configurationOf(values.text("config"));
  if ("status" in given) return given;
  const { text, name } = given;
  const read = readStudyConfig(text, name);
  const paper = readStudyConfig(configText, DEFAULT_NAME).config;
  if (read.config === null) return invalid(read.diagnostics);
  if (paper === null) throw new Error(`${DEFAULT_NAME} cannot be read`);

  const overridden = ["seed", "samples"].filter((option) => values.text(option) !== null);
  const config = withOptions(read.config, overridden, settings);
  const states = statesOf(config);
  if (states > MOST_STATES) {
    return refusal(
      `--samples ${config.samples} would draw ${grouped(states)} states, more than ${grouped(MOST_STATES)}; take fewer`,
    );
  }
  const out = values.text("out") ?? DEFAULT_OUT;
  if (out === "") return refusal("--out is empty; name a folder");
  await unlessUnwritable(out, () => openFolder(resolve(out)));
  const { result, drawing } = runWithPicture(config, settings.erases);
  const ran = { config, configuration: text, overridden, paper, version: VERSION, result };
  const tables = tablesOf(ran);
  const { report, files } = publish(ran, tables, await drawing);
  await unlessUnwritable(out, () => writeAll(resolve(out), files));
  const render = {
    text: () => studyText({ ...tables, files, out }, settings),
    markdown: () => report,
    json: () => studyJson(ran, tables),
  };
  return {
    report: render[settings.format](),
    remarks: renderDiagnostics(read.diagnostics),
    status: tables.checks.faults.length === 0 ? 0 : 1,
  };
}

async function configurationOf(
  file: string | null,
): Promise<{ readonly text: string; readonly name: string } | Ending> {
  if (file === null) return { text: configText, name: DEFAULT_NAME };
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return refusal(`--config ${quoted(file)} could not be read: ${messageOf(error)}`);
  }
  const text = decodeText(bytes);
  if (text === null)
    return refusal(`--config ${quoted(file)} is no text in UTF-8 of at most 8 MiB`);
  return { text, name: file };
}

function statesOf({ families, samples }: StudyConfig): number {
  const drawn = families.map((family) =>
    family.metrics.includes("monte-carlo")
      ? cellsOf(family).drawn * (family.samples ?? samples)
      : 0,
  );
  return drawn.reduce((sum, one) => sum + one, 0);
}

/** What the command line says of all cells, families with a number of states of their own included. */
function withOptions(
  config: StudyConfig,
  overridden: readonly string[],
  { options: { seed, samples } }: PlainSettings,
): StudyConfig {
  const seeded = overridden.includes("seed") ? { ...config, seed } : config;
  if (!overridden.includes("samples")) return seeded;
  const families = seeded.families.map((family) => ({ ...family, samples: null }));
  return { ...seeded, samples, families };
}

/** Before anything is computed, so that nobody waits for what cannot be written. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK);
}

/** One after the other, so that the manifest is never there before what it vouches for. */
async function writeAll(folder: string, files: readonly StudyFile[]): Promise<void> {
  for (const { name, content } of files) await writeWholeFile(join(folder, name), content);
}

async function unlessUnwritable(named: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new Error(`the study could not be written to ${quoted(named)}: ${messageOf(error)}`);
  }
}

/** Settings, checks, Table 2 and all rows: two spaces deep, ending its line. */
function studyJson({ config, result }: Ran, { checks, table }: Tables): string {
  const { name, seed, samples, confidence } = config;
  const whole = { version: 1, study: name, seed, samples, confidence, checks, table2: table };
  return jsonText({ ...whole, ...result });
}
