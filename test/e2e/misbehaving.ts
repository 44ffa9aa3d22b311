import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encodeMarker } from "../../src/report/marker.ts";
import { standIns } from "../repository/render-fixture.ts";
import { CHANGES } from "./shop.ts";
import { DEFAULT_BRANCH, type Setting, type Stage } from "./stage.ts";
import type { Misbehaviour } from "./stand-in/catalogue.ts";
import { type CommentState, type Fault, MAINTAINER, WORKFLOW_BOT } from "./stand-in/state.ts";
import type { Told } from "./told.ts";

/** A request that the Action makes, in a story that makes it do so. */
export type Kind = {
  readonly method: string;
  readonly path: string | RegExp;
  /** What hangs on it: the comment alone, whether a person accepted, or which commits are compared. */
  readonly decides: "comment" | "acceptance" | "commits";
  readonly story: Story;
};

/** A story of a run, which can be told again and again on one stage. */
export type Story = {
  readonly setting: Omit<Setting, "node">;
  /** Comments and events before the run. */
  readonly begin: (stage: Stage) => void;
  readonly run: (stage: Stage, env: Readonly<Record<string, string>>) => Promise<Told>;
};

const fails = { pushes: [CHANGES.fewer] };
const ours = (id: number): CommentState => ({
  id,
  issue: 7,
  author: WORKFLOW_BOT,
  body: `${encodeMarker("default", null)}\n### ❌ Availability gate: something fails\n`,
});

const opened: Story["run"] = (stage, env) => stage.pullRequest("opened", { env });

const created: Story = { setting: fails, begin: () => {}, run: opened };
const updated: Story = {
  setting: fails,
  begin: ({ standIn }) => standIn.state.comments.push(ours(5001)),
  run: opened,
};
const doubled: Story = {
  setting: fails,
  begin: ({ standIn }) => standIn.state.comments.push(ours(5001), ours(5002)),
  run: opened,
};
const accepted: Story = {
  setting: fails,
  begin: ({ standIn: { state } }) => {
    const label = "availability-accepted";
    state.pulls[0]?.labels.push(label);
    state.events.push({ id: 11, issue: 7, event: "labeled", label, actor: MAINTAINER });
    state.comments.push(ours(5001));
  },
  run: (stage, env) => stage.pullRequest("labeled", { env, label: "availability-accepted" }),
};
/** A clone that git takes for another user's: everything is read through the API. */
const served: Story = {
  setting: fails,
  begin: () => {},
  run: (stage, env) => {
    const path = process.env.PATH ?? "";
    distrusting ??= standIns({
      git: `GIT_TEST_ASSUME_DIFFERENT_OWNER=1 PATH='${path}' exec git "$@"`,
    });
    return stage.pullRequest("opened", { env: { ...env, PATH: `${distrusting}:${path}` } });
  },
};
let distrusting: string | undefined;
const followed: Story = {
  setting: { ...fails, checkout: DEFAULT_BRANCH },
  begin: () => {},
  run: (stage, env) => stage.workflowRun({ env, inputs: { "fail-on": "failure" } }),
};

const repository = "/repos/acme/shop";
const get = (path: string | RegExp) => ({ method: "GET", path });

/** Each request that the Action makes, by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  "the live pull request": {
    ...get(`${repository}/pulls/7`),
    decides: "comment",
    story: created,
  },
  "the comments": {
    ...get(`${repository}/issues/7/comments`),
    decides: "comment",
    story: updated,
  },
  "a first comment": {
    method: "POST",
    path: `${repository}/issues/7/comments`,
    decides: "comment",
    story: created,
  },
  "who we are": { method: "POST", path: "/graphql", decides: "comment", story: updated },
  "our comment": {
    ...get(`${repository}/issues/comments/5001`),
    decides: "comment",
    story: updated,
  },
  "an update": {
    method: "PATCH",
    path: `${repository}/issues/comments/5001`,
    decides: "comment",
    story: updated,
  },
  "a second comment taken away": {
    method: "DELETE",
    path: `${repository}/issues/comments/5002`,
    decides: "comment",
    story: doubled,
  },
  "the label": { ...get(`${repository}/pulls/7`), decides: "acceptance", story: accepted },
  "who labelled": {
    ...get(`${repository}/issues/7/events`),
    decides: "acceptance",
    story: accepted,
  },
  "a tree": { ...get(/\/git\/trees\//), decides: "commits", story: served },
  "a file": { ...get(/\/git\/blobs\//), decides: "commits", story: served },
  "the merge base": { ...get(/\/compare\//), decides: "commits", story: followed },
  "the pull request of a workflow run": {
    ...get(`${repository}/pulls`),
    decides: "commits",
    story: followed,
  },
};

/** What a run said and left behind. */
export type Outcome = {
  readonly told: Told;
  readonly comments: readonly CommentState[];
  /** How many the run made, also where it took some away again. */
  readonly made: number;
  /** Real seconds; a tenth of those that the run waited. */
  readonly seconds: number;
};

/** Tells the story once from its beginning, with these faults. */
export async function tell(
  stage: Stage,
  story: Story,
  faults: readonly Fault[],
  shift = 0,
): Promise<Outcome> {
  const { state } = stage.standIn;
  for (const list of [state.comments, state.events]) list.splice(0);
  state.pulls[0]?.labels.splice(0);
  state.nextId = 5001;
  story.begin(stage);
  for (const { id } of state.comments) state.nextId = Math.max(state.nextId, id + 1);
  return tellOn(stage, story, faults, shift);
}

/** Tells it again, where the last run has left off. */
export async function tellOn(
  stage: Stage,
  story: Story,
  faults: readonly Fault[],
  shift = 0,
): Promise<Outcome> {
  stage.standIn.misbehave(faults);
  const clock = pathToFileURL(join(import.meta.dirname, "stand-in/quick-clock.mjs"));
  const before = stage.standIn.state.nextId;
  const started = performance.now();
  const told = await story.run(stage, {
    NODE_OPTIONS: `--import=${clock.href}?shift=${shift}`,
    // Hundreds of runs compile the same bundle.
    NODE_COMPILE_CACHE: join(stage.scratch, "compiled"),
  });
  const seconds = (performance.now() - started) / 1000;
  stage.standIn.misbehave([]);
  const comments = stage.standIn.state.comments.map((one) => ({ ...one }));
  return { told, comments, made: stage.standIn.state.nextId - before, seconds };
}

export function faultOf(
  { method, path }: Kind,
  { answer }: Misbehaviour,
  times: number | undefined,
): Fault {
  return { method, path, answer: answer(), ...(times === undefined ? {} : { times }) };
}
