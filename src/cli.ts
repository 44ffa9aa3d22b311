import { resolve } from "node:path";
import { performDemo, performEstimate, performValidate } from "./cli/commands.ts";
import { performDiff } from "./cli/diff.ts";
import { type Ending, problemEnding, refusal } from "./cli/ending.ts";
import { FORMATS, type Format, type Settings } from "./cli/settings.ts";
import { type Command, helpText, readCommand, type Values } from "./cli/usage.ts";
import {
  DEFAULT_SAMPLES,
  DEFAULT_SEED,
  MOST_SAMPLES,
  MOST_SEED,
  wholeNumber,
} from "./flow/options.ts";
import { VERSION } from "./flow/version.ts";
import { messageOf, problemOf } from "./repository/problem.ts";
import { writeWholeFile } from "./repository/whole-file.ts";

/** The command line (contract §3): reads `process.argv`, prints, and sets the exit status. */
export async function runCli(): Promise<void> {
  // A reader that stops reading, such as `head`, is no error of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const command = readCommand(process.argv.slice(2));
  const { report, remarks, status } =
    "message" in command ? refusal(command.message) : await perform(command);
  process.stdout.write(report);
  process.stderr.write(remarks);
  process.exitCode = status;
}

async function perform(command: Command): Promise<Ending> {
  if (command.name === "help") return shown(helpText(command.operands[0]));
  if (command.name === "version") return shown(`${VERSION}\n`);
  const settings = readSettings(command.values);
  if ("message" in settings) return refusal(settings.message);
  try {
    const ending = await performWith(command, settings);
    const output = command.values.text("output");
    if (output === null || ending.report === "") return ending;
    await writeReport(resolve(output), ending.report);
    return { ...ending, report: "" };
  } catch (error) {
    return broken(error, command.values.flag("debug"));
  }
}

function shown(report: string): Ending {
  return { report, remarks: "", status: 0 };
}

async function performWith({ name, operands, values }: Command, all: Settings): Promise<Ending> {
  switch (name) {
    case "diff":
      return performDiff(values, all);
    case "merge": {
      const { performMerge } = await import("./cli/merge.ts");
      return performMerge(operands, values, all);
    }
    case "estimate":
      return performEstimate(values, all);
    case "demo":
      return performDemo(values, all);
  }
  const { format } = all;
  if (format === "sarif" || format === "junit") {
    return refusal(
      `${name} writes no --format ${format}: that is for diff, merge, estimate and demo`,
    );
  }
  if (name === "explain") {
    const { performExplain } = await import("./cli/explain.ts");
    return performExplain(operands, values, all);
  }
  if (format === "html") {
    return refusal(
      `${name} writes no HTML: --format html is for diff, merge, estimate, explain and demo`,
    );
  }
  const settings = { ...all, format };
  switch (name) {
    case "init": {
      const { performInit } = await import("./cli/init.ts");
      return performInit(values, settings);
    }
    case "discover": {
      const { performDiscover } = await import("./cli/discover.ts");
      return performDiscover(operands, values, settings);
    }
    case "study": {
      const { performStudy } = await import("./cli/study.ts");
      return performStudy(values, settings);
    }
    default:
      return performValidate(operands, settings);
  }
}

function readSettings(values: Values): Settings | { readonly message: string } {
  const format = values.text("format") ?? "text";
  if (!isFormat(format)) {
    return { message: `--format takes ${FORMATS.join(", ")}, not ${JSON.stringify(format)}` };
  }
  const whole = (option: string, least: number, most: number, otherwise: number) =>
    wholeNumber(values.text(option) ?? String(otherwise), least, most);
  const samples = whole("samples", 1, MOST_SAMPLES, DEFAULT_SAMPLES);
  if (samples === null)
    return { message: `--samples takes a whole number from 1 to ${MOST_SAMPLES}` };
  const seed = whole("seed", 0, MOST_SEED, DEFAULT_SEED);
  if (seed === null) return { message: `--seed takes a whole number from 0 to ${MOST_SEED}` };
  return {
    format,
    folder: resolve(values.text("repo") ?? "."),
    color: wantsColor(values.flag("no-color") || values.text("output") !== null),
    erases: (process.env["CI"] ?? "") === "" && process.env["TERM"] !== "dumb",
    glyphs: hasBraille() ? "braille" : "ascii",
    width: process.stdout.columns ?? 100,
    options: { samples, seed },
    today: new Date().toISOString().slice(0, 10),
  };
}

function isFormat(format: string): format is Format {
  return FORMATS.includes(format);
}

/** Not on the Linux console, whose font lacks it, nor where the locale names another encoding than UTF-8. */
function hasBraille(): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((one) => (one ?? "") !== "") ?? "";
  const isOther = locale.includes(".") && !/\.utf-?8/i.test(locale);
  return !isOther && TERM !== "linux" && TERM !== "dumb";
}

/** Colour on a terminal that wants it: no-color.org, force-color.org. */
function wantsColor(refused: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (refused || (NO_COLOR ?? "") !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return process.stdout.isTTY === true && TERM !== "dumb";
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeWholeFile(file, text);
  } catch (error) {
    throw new Error(`the report could not be written: ${messageOf(error)}`);
  }
}

function broken(error: unknown, debug: boolean): Ending {
  const problem = problemOf(error);
  if (problem !== null && !debug) return problemEnding(problem);
  const trace = debug && error instanceof Error ? `${error.stack ?? ""}\n` : "";
  return {
    report: "",
    remarks: `error: ${messageOf(error).replaceAll(/\s+/g, " ")}\n${trace}`,
    status: 3,
  };
}
