import type { Result } from "../../src/gate/result.ts";
import type { ActionOutcome } from "./run-action.ts";

/** Number of the pull request of every scenario. */
export const NUMBER = 7;

/** A run as a scenario looks at it. */
export type Told = ActionOutcome & {
  readonly brief: Brief;
  /** The result file; `null` where the run wrote none. */
  readonly parsed: Result | null;
  /** Commands to the runner that people see, e.g. `error title=…,file=deploy/a.yaml,line=6: …`. */
  readonly commands: readonly string[];
};

/** What every scenario states in full. */
export type Brief = {
  /** Exit status. */
  readonly code: number | null;
  /** Every request to GitHub in order, without what all of them start with. */
  readonly requests: readonly string[];
  /** The outputs; names alone of the failed endpoints. */
  readonly verdict: string | undefined;
  readonly failed: readonly string[];
  readonly comment: string | undefined;
  /** First line of the job summary, without the gate's name. */
  readonly summary: string;
  /** What the run could not do. */
  readonly warnings: readonly string[];
};

export function told(outcome: ActionOutcome): Told {
  const { code, requests, outputs, summary, stdout, result } = outcome;
  const commands = [...stdout.matchAll(/^::(error|warning) ?([^:]*)::(.*)$/gm)].map(
    ([, level, properties, message]) => `${level} ${properties}: ${unescaped(message ?? "")}`,
  );
  const failed: readonly { readonly name: string }[] = JSON.parse(
    outputs["failed-endpoints"] ?? "[]",
  );
  return {
    ...outcome,
    commands,
    parsed: result === null ? null : JSON.parse(result),
    brief: {
      code,
      requests: requests.map((one) => one.replace("/repos/acme/shop/", "")),
      verdict: outputs.verdict,
      failed: failed.map(({ name }) => name),
      comment: outputs["comment-url"],
      summary: headline(summary),
      warnings: commands
        .filter((one) => /^warning (?!.*file=)/.test(one))
        .map((one) => one.replace("warning title=Availability gate: ", "")),
    },
  };
}

/** The first line of a summary or a comment that shows, without the gate's name. */
export function headline(markdown: string): string {
  const shown = markdown.split("\n").find((one) => one !== "" && !one.startsWith("<!--")) ?? "";
  return shown.replace("### ", "").replace("Availability gate: ", "");
}

/** As the runner reads the text of a command. */
function unescaped(text: string): string {
  return text.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}

/** The requests that scenarios list, in short. */
export const ASK = {
  pull: `GET pulls/${NUMBER}`,
  comments: `GET issues/${NUMBER}/comments?per_page=100`,
  events: `GET issues/${NUMBER}/events?per_page=100`,
  viewer: "POST /graphql",
  create: `POST issues/${NUMBER}/comments`,
  again: "GET issues/comments/5001",
  update: "PATCH issues/comments/5001",
  tree: (id: string) => `GET git/trees/${id}?recursive=1`,
  blob: (id: string) => `GET git/blobs/${id}`,
  compare: (base: string, head: string) => `GET compare/${base}...${head}?per_page=1`,
} as const;

/** Requests of a failing run that makes our first comment: label, comments, live head, a second look. */
export const CREATED = [ASK.pull, ASK.comments, ASK.pull, ASK.create, ASK.comments];
/** Requests that bring our comment up to date, where no label was asked for. */
export const UPDATED = [ASK.comments, ASK.viewer, ASK.pull, ASK.again, ASK.update];

export const COMMENT_URL = `https://github.invalid/acme/shop/pull/${NUMBER}#issuecomment-5001`;

/** What the shop says when one replica of `payment` is left. */
export const FAILED = {
  code: 1,
  verdict: "fail",
  failed: ["POST /checkout"],
  summary: "❌ `POST /checkout` falls below its SLO",
  warnings: [],
} as const;

/** What it says when nothing that the spec reads differs. */
export const NOT_AFFECTED = {
  code: 0,
  verdict: "not-affected",
  failed: [],
  summary: "✅ nothing that it reads has changed",
  warnings: [],
} as const;

/** What it says when it neither fails nor warns. */
export const PASSED = { code: 0, verdict: "pass", failed: [], warnings: [] } as const;

/** What a run that does not fail asks for when it makes the first comment. */
export const WRITTEN = [ASK.comments, ASK.pull, ASK.create, ASK.comments];

/** Where head cannot be judged, only a comment of an earlier head is looked for, and no output claims a verdict. */
export const REFUSED = {
  code: 2,
  requests: [ASK.comments],
  verdict: undefined,
  failed: [],
  comment: undefined,
  summary: "❌ cannot judge this, 1 error",
  warnings: [],
} as const;
