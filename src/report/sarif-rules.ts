import type { ReasonCode } from "../gate/result.ts";

/** What a rule of SARIF tells of itself: code scanning shows it beside every alert. */
export type RuleWords = {
  readonly name: string;
  readonly short: string;
  /** What to do. */
  readonly help: string;
  readonly level: "error" | "warning" | "note";
};

/** A rule for each reason of the gate. */
export const REASON_RULES: Readonly<Record<ReasonCode, RuleWords>> = {
  "below-slo": {
    name: "BelowSlo",
    short: "The endpoint falls below what is promised",
    help: "Undo the change that costs the most, or take the cheapest way back that the report shows: more replicas, another spread, a retry, or one need less. Lowering the promise is a decision of its own, and is told as such.",
    level: "error",
  },
  "max-drop": {
    name: "MaxDrop",
    short: "The endpoint loses more availability than one change may cost",
    help: "`gate.maxDrop` of the spec bounds what one change may cost an endpoint. Split the change, make good for it elsewhere, or have it accepted.",
    level: "error",
  },
  "max-downtime-increase": {
    name: "MaxDowntimeIncrease",
    short: "The downtime of the endpoint grows by more than one change may cost",
    help: "`gate.maxDowntimeIncrease` of the spec bounds it, relative to the downtime before. Split the change, make good for it elsewhere, or have it accepted.",
    level: "error",
  },
  preexisting: {
    name: "Preexisting",
    short: "The endpoint was below its promise before",
    help: "It is a warning while it does not get worse, unless `gate.preexisting` is `fail`. `availability-gate explain` shows the ways back.",
    level: "warning",
  },
  "passes-by-assertion": {
    name: "PassesByAssertion",
    short: "Only the edit of the spec saves the endpoint",
    help: "With the spec as it was, the manifests of this change fail. Make the change of the spec apart from it, with what shows that it is true.",
    level: "error",
  },
  loosened: {
    name: "Loosened",
    short: "Less is promised than before",
    help: "An SLO, a minimum, a setting of the gate, an endpoint or a spec was lowered or taken away. Put it back, or have it accepted by who answers for it.",
    level: "error",
  },
  undecided: {
    name: "Undecided",
    short: "The figure is too close to its threshold to call",
    help: "It was sampled, and the interval that is left lies on both sides. Raise `samples`, or simplify the model until it is exact.",
    level: "warning",
  },
  "error-budget": {
    name: "ErrorBudget",
    short: "Nearly all of the error budget is spent",
    help: "The endpoint keeps its promise with less to spare than `gate.warnAt` asks for.",
    level: "warning",
  },
  "uncounted-dependency": {
    name: "UncountedDependency",
    short: "A new dependency on the way of an endpoint is not counted",
    help: "The endpoint has `needs`, and what it calls now is none of them. Add it to `needs`, or to `optional` where the endpoint does without.",
    level: "warning",
  },
  evidence: {
    name: "Evidence",
    short: "The figure falls because what was observed is another",
    help: "Nothing but evidence was updated: the system is as it was, and was less available than believed.",
    level: "warning",
  },
  "base-invalid": {
    name: "BaseInvalid",
    short: "The commit to compare with cannot be judged",
    help: "Head was judged on its own. What is wrong with the spec at base stands in the report.",
    level: "warning",
  },
  adoption: {
    name: "Adoption",
    short: "An endpoint of a new spec is below what it promises",
    help: "The change brings the spec, so that nothing got worse by it. Correct the promise, or take one of the ways back.",
    level: "warning",
  },
};

/** Of what reading a spec and manifests had to tell. */
export const DIAGNOSTIC_HELP =
  "It was found while the spec and the manifests were read; the message says what to do.";
