import fc from "fast-check";
import {
  dispatchPayload,
  mergeGroupPayload,
  NULL_SHA,
  type Payload,
  pullRequestPayload,
  pushPayload,
  workflowRunPayload,
} from "../e2e/payloads.ts";
import { CHANGES, SHOP } from "../e2e/shop.ts";
import { damaged } from "./corpus.ts";
import { damageValue, valueDamage } from "./damage-value.ts";

/** Commits of the repository that the payloads are about, by name; a payload is made before they have ids. */
export const COMMITS = ["start", "main", "head", "better", "merge"] as const;
export type CommitName = (typeof COMMITS)[number];

/** What each commit changes: `POST /checkout` falls below its SLO where `payment` has one replica. */
export const FILES = {
  start: SHOP,
  main: CHANGES.docs,
  head: CHANGES.fewer,
  better: CHANGES.more,
} as const;
export const FAILING: ReadonlySet<CommitName> = new Set(["head", "merge"]);

/** One run of the Action: the event, its payload as text, and what else the runner says. */
export type ActionCase = {
  readonly name: string;
  /** With `<name>` in place of the id of each commit. */
  readonly text: string;
  readonly sha: string;
  readonly base: string;
  readonly pullRequest: string;
};

const of = (name: CommitName): string => `<${name}>`;

const PULL = { number: 7, headSha: of("head"), baseSha: of("main") };
const ACTIONS = ["opened", "synchronize", "edited", "labeled", "closed", "reopened"];

const PAYLOADS: readonly (readonly [string, Payload])[] = [
  ...ACTIONS.flatMap((action): readonly [string, Payload][] => {
    const payload = pullRequestPayload(action, { ...PULL, label: "availability-accepted" });
    return [
      ["pull_request", payload],
      ["pull_request_target", payload],
    ];
  }),
  ["pull_request", pullRequestPayload("opened", { ...PULL, headRepository: null })],
  ["workflow_run", workflowRunPayload({ headSha: of("head"), headRepository: "acme/shop" })],
  ["workflow_run", workflowRunPayload({ headSha: of("head"), pullRequests: [7] })],
  ["merge_group", mergeGroupPayload({ number: 7, headSha: of("merge"), baseSha: of("main") })],
  ["push", pushPayload({ before: of("main"), after: of("merge") })],
  ["push", pushPayload({ before: NULL_SHA, after: of("head"), ref: "refs/heads/new" })],
  ["push", pushPayload({ before: of("main"), after: NULL_SHA })],
  ["workflow_dispatch", dispatchPayload({ base: "main" })],
  ["schedule", { schedule: "23 1 * * *" }],
];

/** A commit's name where another one stood: a sound payload of something else. */
const otherCommit = fc
  .record({ from: fc.constantFrom(...COMMITS), to: fc.constantFrom(...COMMITS, "gone") })
  .map(
    ({ from, to }) =>
      (text: string) =>
        text.replaceAll(`<${from}>`, `<${to}>`),
  );

/** Harm in what the payload says, or, less often, to its very text: that is no JSON as a rule. */
function harmed(text: string): fc.Arbitrary<string> {
  const inData = fc
    .array(valueDamage, { maxLength: 4 })
    .map((harms) => (harms.length === 0 ? text : (damageValue(text, harms) ?? text)));
  return fc.oneof(
    { weight: 4, arbitrary: inData },
    { weight: 1, arbitrary: damaged([], fc.constant(text)) },
  );
}

export const actionCases: fc.Arbitrary<ActionCase> = fc
  .constantFrom(...PAYLOADS)
  .chain(([name, payload]) =>
    fc.record({
      name: fc.oneof(
        { weight: 9, arbitrary: fc.constant(name) },
        fc.constantFrom(...new Set(PAYLOADS.map(([one]) => one)), "constructor"),
      ),
      text: fc
        .tuple(harmed(JSON.stringify(payload)), fc.option(otherCommit, { freq: 2 }))
        .map(([text, change]) => change?.(text) ?? text),
      sha: fc.constantFrom(of("merge"), of("merge"), of("head"), "", "--all"),
      base: fc.constantFrom("", "", "", "main", of("start"), "--upload-pack=x"),
      pullRequest: fc.constantFrom("", "", "", "7", "8", "1e9"),
    }),
  );
