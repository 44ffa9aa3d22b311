import type { EventPlan, Given } from "./plan.ts";

/** What the runner says about the event that started the run, and the inputs that go before it. */
export type EventFacts = {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** The parsed file at `GITHUB_EVENT_PATH`. */
  readonly payload: unknown;
  /** `GITHUB_SHA`: on `pull_request` the test merge of head into base. */
  readonly sha: string;
  /** Inputs `base` and `head`; empty where not given. */
  readonly base: string;
  readonly head: string;
  /** Input `pull-request`: a whole number, or empty. */
  readonly pullRequest: string;
  /** `GITHUB_RUN_ATTEMPT`; above 1 where the run is done again. */
  readonly attempt: number;
};

/** Why an event cannot be gated: one line with the remedy. Bad usage, exit status 2. */
export type EventProblem = { readonly code: string; readonly message: string };

export type EventReading =
  | { readonly ok: true; readonly plan: EventPlan }
  | { readonly ok: false; readonly problem: EventProblem };

export function given(facts: EventFacts): Given["given"] {
  const revision = (text: string) => (text.trim() === "" ? null : text.trim());
  return { base: revision(facts.base), head: revision(facts.head) };
}

export function nothing(message: string): EventReading {
  return { ok: true, plan: { kind: "nothing", message: `nothing to compare: ${message}` } };
}

export function incomplete(event: string, lacking: readonly string[]): EventReading {
  return refuse(
    "bad-payload",
    `the event ${event} lacks ${lacking.join(", ")}; run the Action in a job of GitHub Actions, or hand it a complete payload at GITHUB_EVENT_PATH`,
  );
}

export function refuse(code: string, message: string): EventReading {
  return { ok: false, problem: { code, message } };
}
