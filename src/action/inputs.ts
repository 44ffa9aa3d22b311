import type { EngineOptions } from "../availability/estimate.ts";
import {
  DEFAULT_MODEL,
  DEFAULT_SAMPLES,
  DEFAULT_SEED,
  MOST_SAMPLES,
  MOST_SEED,
  wholeNumber,
} from "../flow/options.ts";
import { MOST_SHARDS, readShard, type Shard } from "../flow/shard-deal.ts";
import type { CommentPolicy } from "../github/comment.ts";

/** The inputs of `action.yml`, read and checked. */
export type ActionInputs = {
  /** Globs of specs, relative to the working directory. */
  readonly models: readonly string[];
  /** Revisions; empty where the event says. */
  readonly base: string;
  readonly head: string;
  /** Number of a pull request; empty where the head of a workflow run tells. Not checked yet. */
  readonly pullRequest: string;
  readonly baseManifests: string | null;
  readonly headManifests: string | null;
  readonly token: string;
  readonly comment: CommentPolicy;
  readonly commentId: string;
  /** `null`: as the event has it. */
  readonly failOn: "failure" | "never" | null;
  readonly acceptLabel: string;
  readonly annotations: boolean;
  /** Paths of reports, relative to the workspace; `null` where none is asked for. */
  readonly files: Readonly<Record<"report" | "sarif" | "junit" | "json", string | null>>;
  readonly workingDirectory: string;
  readonly options: EngineOptions;
  /** The part that this job works out alone; `null`: it is the gate. */
  readonly shard: Shard | null;
  /** Files, folders or globs of what all shards found, relative to the workspace; `null`: there are none. */
  readonly shards: readonly string[] | null;
};

export type InputProblem = { readonly message: string };

const POLICIES: readonly CommentPolicy[] = ["always", "changes", "failure", "never"];

/** @param read the text of an input, empty where it was not given */
export function readInputs(read: (name: string) => string): ActionInputs | InputProblem {
  const problems: string[] = [];
  const orNull = (name: string): string | null => read(name) || null;
  const choice = <T extends string>(name: string, choices: readonly T[], otherwise: T): T => {
    const text = read(name);
    const chosen = choices.find((one) => one === text);
    if (text !== "" && chosen === undefined) {
      problems.push(`\`${name}\` takes ${choices.join(", ")}, not ${shown(text)}`);
    }
    return chosen ?? otherwise;
  };
  const whole = (name: string, least: number, most: number, otherwise: number): number => {
    const text = read(name);
    if (text === "") return otherwise;
    const value = wholeNumber(text, least, most);
    if (value !== null) return value;
    problems.push(`\`${name}\` takes a whole number from ${least} to ${most}, not ${shown(text)}`);
    return otherwise;
  };
  const lines = (name: string): readonly string[] =>
    read(name)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const models = lines("model");
  const shards = lines("shards");
  const failOn = choice("fail-on", ["failure", "never", ""], "");
  const inputs: ActionInputs = {
    models: models.length === 0 ? [DEFAULT_MODEL] : models,
    base: read("base"),
    head: read("head"),
    pullRequest: read("pull-request"),
    baseManifests: orNull("base-manifests"),
    headManifests: orNull("head-manifests"),
    token: read("github-token"),
    comment: choice("comment", POLICIES, "changes"),
    commentId: read("comment-id") || "default",
    failOn: failOn === "" ? null : failOn,
    acceptLabel: read("accept-label") || "availability-accepted",
    annotations: choice("annotations", ["true", "false"], "true") === "true",
    files: {
      report: orNull("report"),
      sarif: orNull("sarif"),
      junit: orNull("junit"),
      json: orNull("json"),
    },
    workingDirectory: read("working-directory") || ".",
    options: {
      samples: whole("samples", 1, MOST_SAMPLES, DEFAULT_SAMPLES),
      seed: whole("seed", 0, MOST_SEED, DEFAULT_SEED),
    },
    shard: read("shard") === "" ? null : readShard(read("shard")),
    shards: shards.length === 0 ? null : shards,
  };
  problems.push(...shardProblems(read("shard"), inputs));
  if (inputs.commentId.length > 100) problems.push("`comment-id` takes at most 100 characters");
  return problems.length === 0 ? inputs : { message: `bad input: ${problems.join("; ")}` };
}

/** What cannot be asked of one shard's part, which is no result. */
function shardProblems(text: string, { shard, shards, files }: ActionInputs): readonly string[] {
  if (text === "") return [];
  if (shard === null) {
    return [`\`shard\` takes a part such as 2/7, of at most ${MOST_SHARDS}, not ${shown(text)}`];
  }
  const asked = (["report", "sarif", "junit"] as const).filter((name) => files[name] !== null);
  return [
    ...(shards === null
      ? []
      : ["`shard` is for the jobs of a matrix, and `shards` for the gate after them"]),
    ...asked.map((name) => `with \`shard\` there is no result yet for \`${name}\``),
  ];
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
