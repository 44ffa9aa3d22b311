import { DEFAULT_MODEL, DEFAULT_SAMPLES, DEFAULT_SEED } from "../flow/options.ts";

export type CommandName =
  | "diff"
  | "merge"
  | "estimate"
  | "explain"
  | "validate"
  | "init"
  | "discover"
  | "study"
  | "demo"
  | "help"
  | "version";

/** An option of a command, and its line in the help. */
export type Option = {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** The values that it has where none follows; absent: one must. */
  readonly alone?: readonly string[];
  readonly about: string;
};

/** Options of every command. */
export const COMMON: Readonly<Record<string, Option>> = {
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

/** Of a command without a verdict. */
const PLAIN_FORMAT: Option = {
  type: "string",
  value: "FORMAT",
  about: "text, markdown or json (default: text)",
};

const MODEL: Option = {
  type: "string",
  multiple: true,
  value: "GLOB",
  about: `specs, relative to the folder of --repo (default: ${DEFAULT_MODEL}); may be repeated`,
};

/** What is compared, and how: of the gate between two commits. */
const COMPARED: Readonly<Record<string, Option>> = {
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
};

export type Usage = {
  readonly synopsis: string;
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
};

/** What each command takes. */
export const USAGES: Readonly<Record<Exclude<CommandName, "help" | "version">, Usage>> = {
  diff: {
    synopsis: "diff --base REF [--head REF] [--model GLOB]…",
    about: "the gate between two commits; exit status 1 when it fails",
    options: {
      ...COMPARED,
      shard: {
        type: "string",
        value: "I/N",
        about: "work out part I of N alone, for `merge`; no verdict (docs/sharding.md)",
      },
    },
  },
  merge: {
    synopsis: "merge --base REF [--head REF] FILES…",
    about: "the gate between two commits, with the figures that all shards found",
    options: COMPARED,
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
    options: { repo: REPO, format: PLAIN_FORMAT },
  },
  init: {
    synopsis: "init [--out DIR] [--force]",
    about: "a first spec and its workflow, drafted from the manifests of the working tree",
    options: {
      format: PLAIN_FORMAT,
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
      format: PLAIN_FORMAT,
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
      format: PLAIN_FORMAT,
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
