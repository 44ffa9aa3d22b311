import { type ParseArgsConfig, parseArgs } from "node:util";
import { DEFAULT_MODEL } from "../flow/options.ts";
import { messageOf } from "../repository/problem.ts";
import { COMMON, type CommandName, type Option, USAGES } from "./usage-table.ts";

/** What the user asked for. */
export type Command = {
  readonly name: CommandName;
  readonly operands: readonly string[];
  readonly values: Values;
};

/** The options that were given: of text, of text that may be repeated, and bare flags. */
export type Values = {
  readonly text: (option: string) => string | null;
  readonly list: (option: string) => readonly string[];
  readonly flag: (option: string) => boolean;
};

/** Globs of specs, as the user gave them. */
export function modelsOf(values: Values): readonly string[] {
  const named = values.list("model");
  return named.length === 0 ? [DEFAULT_MODEL] : named;
}

/** Commands that take operands beside their options. */
const WITH_OPERANDS: ReadonlySet<CommandName> = new Set([
  "merge",
  "explain",
  "validate",
  "discover",
]);

export type UsageProblem = { readonly message: string };

/** Reads the arguments behind the program's name. */
export function readCommand(argv: readonly string[]): Command | UsageProblem {
  const [first, ...rest] = argv;
  if (first === undefined)
    return { message: "a command is missing; see `availability-gate --help`" };
  if (first === "--version" || first === "-v") return bare("version");
  if (first === "--help" || first === "-h" || first === "help")
    return bare("help", rest.slice(0, 1));
  if (!isCommand(first)) {
    const commands = Object.keys(USAGES).join(", ");
    return {
      message: `there is no command ${JSON.stringify(first)}; the commands are ${commands}`,
    };
  }
  const usage = USAGES[first];
  const options = { ...COMMON, ...usage.options };
  try {
    const { values, positionals } = parseArgs({
      args: withLoneValues(rest, options),
      options: parserOptions(options),
      allowPositionals: WITH_OPERANDS.has(first),
      strict: true,
    });
    if (values["help"] === true) return bare("help", [first]);
    return { name: first, operands: positionals, values: reader(values) };
  } catch (error) {
    return { message: parserComplaint(error, first) };
  }
}

/** Node's parser knows no option whose value may be left out: it is told the values that stand for none. */
function withLoneValues(
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
): string[] {
  return args.flatMap((arg, at) => {
    const option = arg.startsWith("--") ? arg.slice(2) : "";
    const alone = Object.hasOwn(options, option) ? options[option]?.alone : undefined;
    const next = args[at + 1];
    if (alone === undefined || (next !== undefined && !next.startsWith("--"))) return [arg];
    return alone.map((value) => `${arg}=${value}`);
  });
}

function isCommand(name: string): name is keyof typeof USAGES {
  return Object.hasOwn(USAGES, name);
}

function bare(name: CommandName, operands: readonly string[] = []): Command {
  return { name, operands, values: reader({}) };
}

function parserOptions(
  options: Readonly<Record<string, Option>>,
): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple ?? false },
    ]),
  );
}

function reader(values: Readonly<Record<string, unknown>>): Values {
  const own = (option: string): unknown =>
    Object.hasOwn(values, option) ? values[option] : undefined;
  return {
    text: (option) => {
      const value = own(option);
      return typeof value === "string" ? value : null;
    },
    list: (option) => {
      const value = own(option);
      return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    },
    flag: (option) => own(option) === true,
  };
}

/** The first sentence of Node's message is the user's; the rest explains Node's parser. */
function parserComplaint(error: unknown, command: string): string {
  const message = messageOf(error);
  const [sentence = message] = message.split(/\. |\n/);
  const plain = sentence.replace(/\.$/, "");
  const lowered = plain.charAt(0).toLowerCase() + plain.slice(1);
  return `${lowered}; see \`availability-gate ${command} --help\``;
}

/** The help of one command, or of all. */
export function helpText(command: string | undefined): string {
  if (command !== undefined && isCommand(command)) {
    const { synopsis, about, options } = USAGES[command];
    return [
      `availability-gate ${synopsis}`,
      `  ${about}`,
      "",
      // A command's own words win over the common ones, and stand first.
      ...optionLines({ ...options, ...COMMON, ...options }),
      "",
      "Exit status: 0 pass or warn, 1 the gate failed, 2 bad usage or bad input, 3 could not run.",
      "",
    ].join("\n");
  }
  const lines = Object.values(USAGES).map(
    ({ synopsis, about }) => `  ${synopsis.padEnd(46)} ${about}`,
  );
  return [
    "availability-gate: does this change make an endpoint less available than we promised?",
    "",
    ...lines,
    "",
    "`availability-gate COMMAND --help` lists the options of a command; `--version` tells the version.",
    "",
  ].join("\n");
}

function optionLines(options: Readonly<Record<string, Option>>): readonly string[] {
  return Object.entries(options).map(([name, { value, about }]) => {
    const left = value === undefined ? `--${name}` : `--${name} ${value}`;
    return `  ${left.padEnd(22)} ${about}`;
  });
}
