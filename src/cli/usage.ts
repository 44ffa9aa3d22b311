import { type ParseArgsConfig, parseArgs } from "node:util";
import { DEFAULT_MODEL, DEFAULT_SAMPLES, DEFAULT_SEED } from "../flow/options.ts";
import { messageOf } from "../repository/problem.ts";

export type CommandName =
  | "diff"
  | "estimate"
  | "explain"
  | "validate"
  | "init"
  | "discover"
  | "study"
  | "demo"
  | "help"
  | "version";

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

type Option = {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** The values that it has where none follows; absent: one must. */
  readonly alone?: readonly string[];
  readonly about: string;
};

const COMMON: Readonly<Record<string, Option>> = {
  format: {
    type: "string",
    value: "FORMAT",
    about: "text, markdown, json, html, sarif or junit (default: text)",
  },
  output: { type: "string", value: "FILE", about: "write the report to a file" },
  seed: { type: "string", value: "N", about: `seed of sampled figures (default: ${DEFAULT_SEED})` },
  samples: {
    type: "string",
    value: "N",
    about: `states to draw where no exact answer is in reach (default: ${DEFAULT_SAMPLES})`,
  },
  "no-color": { type: "boolean", about: "no colours" },
  debug: { type: "boolean", about: "show a stack trace when something breaks" },
  help: { type: "boolean", about: "show this help" },
};

/** Where `study` writes: a folder of its own, named so that nobody takes it for theirs. */
export const DEFAULT_OUT = "study-results";

const REPO: Option = {
  type: "string",
  value: "DIR",
  about: "the repository (default: this folder)",
};

const MODEL: Option = {
  type: "string",
  multiple: true,
  value: "GLOB",
  about: `specs, relative to the folder of --repo (default: ${DEFAULT_MODEL}); may be repeated`,
};

type Usage = {
  readonly synopsis: string;
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
};

const USAGES: Readonly<Record<Exclude<CommandName, "help" | "version">, Usage>> = {
  diff: {
    synopsis: "diff --base REF [--head REF] [--model GLOB]…",
    about: "the gate between two commits; exit status 1 when it fails",
    options: {
      base: { type: "string", value: "REF", about: "the commit to compare with" },
      head: {
        type: "string",
        value: "REF",
        about: "the commit to judge, or WORKTREE for uncommitted work (default: HEAD)",
      },
      model: MODEL,
      "base-manifests": {
        type: "string",
        value: "DIR",
        about: "manifests that you rendered from base, in place of the spec's",
      },
      "head-manifests": { type: "string", value: "DIR", about: "the same of head" },
      repo: REPO,
      accept: { type: "boolean", about: "accept what fails: it becomes a warning" },
    },
  },
  estimate: {
    synopsis: "estimate [--model GLOB]… [--calibrate]",
    about: "every endpoint of the working tree against its SLO",
    options: {
      model: MODEL,
      repo: REPO,
      calibrate: {
        type: "boolean",
        about: "also the defaults under which `observed` of the endpoints comes out best",
      },
    },
  },
  explain: {
    synopsis: "explain ENDPOINT [--sweep [WHAT]] [--chaos]",
    about: "what holds an endpoint of the working tree back, and the cheapest ways out",
    options: {
      model: MODEL,
      repo: REPO,
      sweep: {
        type: "string",
        multiple: true,
        value: "WHAT",
        alone: ["theta", "rho"],
        about:
          "how it falls as all replicas (theta), all dependencies (rho) or one component gets worse (default: both)",
      },
      chaos: {
        type: "boolean",
        about: "which fault injections would test the riskiest assumptions, and what to expect",
      },
      out: {
        type: "string",
        value: "DIR",
        about: "with --chaos: write them there, as manifests of Chaos Mesh",
      },
      force: { type: "boolean", about: "overwrite what is there" },
    },
  },
  validate: {
    synopsis: "validate [FILE]…",
    about: `the specs alone (default: ${DEFAULT_MODEL})`,
    options: { repo: REPO },
  },
  init: {
    synopsis: "init [--out DIR] [--force]",
    about: "a first spec and its workflow, drafted from the manifests of the working tree",
    options: {
      repo: REPO,
      out: {
        type: "string",
        value: "DIR",
        about: "write the files below another folder (default: the repository)",
      },
      force: { type: "boolean", about: "overwrite what is there" },
    },
  },
  discover: {
    synopsis: "discover TRACES… [--out FILE | --check]",
    about: "a spec from traces, merged into the one that is there; or where the two are at odds",
    options: {
      out: {
        type: "string",
        value: "FILE",
        about: "write the spec here, merged into what is there (default: print it)",
      },
      check: {
        type: "boolean",
        about: "write nothing: tell what the specs lack, have too much, or say otherwise",
      },
      strict: { type: "boolean", about: "with --check: exit status 1 when anything is found" },
      model: {
        type: "string",
        multiple: true,
        value: "GLOB",
        about: `with --check: the specs (default: ${DEFAULT_MODEL}); else the one to merge into and print`,
      },
      metrics: {
        type: "string",
        multiple: true,
        value: "FILE",
        about: "saved aggregates and series of Jaeger or Prometheus; may be repeated",
      },
      prometheus: { type: "string", value: "URL", about: "ask a Prometheus for them" },
      window: { type: "string", value: "7d", about: "how far back it is asked (default: 7d)" },
      outages: {
        type: "string",
        multiple: true,
        value: "FILE",
        about: "known outages of nodes, whose calls do not count (CSV, YAML or JSON)",
      },
      repo: REPO,
    },
  },
  study: {
    synopsis: "study [--config FILE] [--out DIR]",
    about: "the paper's adequacy study, computed anew; exit status 1 when a figure does not hold",
    options: {
      config: {
        type: "string",
        value: "FILE",
        about: "what to study, as YAML (default: the paper's study)",
      },
      out: {
        type: "string",
        value: "DIR",
        about: `where tables, report and figure go (default: ${DEFAULT_OUT})`,
      },
      seed: {
        type: "string",
        value: "N",
        about: "seed of the draws (default: the configuration's)",
      },
      samples: {
        type: "string",
        value: "N",
        about: "states to draw of each simulated system (default: the configuration's)",
      },
    },
  },
  demo: {
    synopsis: "demo",
    about: "a small repository made on the spot, and its diff",
    options: {},
  },
};

/** Commands that take operands beside their options. */
const WITH_OPERANDS: ReadonlySet<CommandName> = new Set(["explain", "validate", "discover"]);

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
