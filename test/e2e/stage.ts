import type { ChildProcess } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { type Checkout, checkOut, stateOf } from "./checkout.ts";
import { makeOrigin, type Origin } from "./history.ts";
import {
  type PullRequestFacts,
  pullRequestPayload,
  type WorkflowRunFacts,
  workflowRunPayload,
} from "./payloads.ts";
import { type ActionEvent, runAction } from "./run-action.ts";
import { commitsOf, type Story } from "./shop.ts";
import { gitObjects } from "./stand-in/git-objects.ts";
import { type Scenario, type StandIn, startStandIn } from "./stand-in/stand-in.ts";
import { pullState } from "./stand-in/state.ts";
import { NUMBER, type Told, told } from "./told.ts";

const root = resolve(import.meta.dirname, "../..");

export type Setting = Story & {
  readonly node: string;
  /** Refs of the origin beside the branches of every story, with the commits that they stand for. */
  readonly refs?: Readonly<Record<string, string>>;
  /** What GitHub knows and does. */
  readonly github?: Scenario;
  /** What is checked out; default: the test merge alone. */
  readonly checkout?: Checkout;
};

export type RunOptions = {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly onStart?: (child: ChildProcess) => void;
  /** Waited for once it has ended: what it started may outlive it. */
  readonly onEnd?: () => Promise<void>;
};

/** A pull request with its origin, a checkout, and a GitHub that serves both. */
export type Stage = {
  readonly origin: Origin;
  readonly folder: string;
  /** A folder for whatever else a scenario needs. */
  readonly scratch: string;
  readonly standIn: StandIn;
  /** Runs the Action on an event, and checks that the checkout is as it was. */
  readonly run: (event: ActionEvent, options?: RunOptions) => Promise<Told>;
  /** The same on `pull_request`, as the pull request now is. */
  readonly pullRequest: (
    action: string,
    options?: RunOptions & Partial<PullRequestFacts>,
  ) => Promise<Told>;
  /** The same on `pull_request_target`: a commit of the default branch is checked out. */
  readonly target: (
    action: string,
    options?: RunOptions & Partial<PullRequestFacts>,
  ) => Promise<Told>;
  /** A workflow that ran on `pull_request` has ended, for whatever pull request is live. */
  readonly workflowRun: (options?: RunOptions & Partial<WorkflowRunFacts>) => Promise<Told>;
  /** The n-th push arrives: GitHub knows it, and its test merge is checked out. */
  readonly push: (number: number) => void;
  /** The last push is from now on to go into `release`. */
  readonly retarget: () => void;
  readonly checkOut: (checkout: Checkout) => void;
  readonly close: () => Promise<void>;
};

export async function openStage(setting: Setting): Promise<Stage> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-e2e-")));
  const origin = makeOrigin(join(scratch, "origin.git"), commitsOf(setting), {
    "refs/heads/main": "main",
    "refs/heads/release": "release",
    "refs/heads/feature": `head-${setting.pushes.length}`,
    ...setting.refs,
  });
  const folder = join(scratch, "workspace");
  const pull = pullState({
    number: NUMBER,
    headSha: origin.id("head-1"),
    baseSha: origin.id("main"),
  });
  let merge = "merge-1";
  const renew = (checkout: Checkout) => {
    rmSync(folder, { recursive: true, force: true });
    checkOut(origin, folder, checkout);
  };
  renew(setting.checkout ?? testMerge(merge));
  const objects = gitObjects(origin.folder);
  const standIn = await startStandIn({ pulls: [pull], objects, ...setting.github });

  async function run(event: ActionEvent, options: RunOptions = {}): Promise<Told> {
    const before = stateOf(folder);
    const outcome = await runAction({
      dist: join(root, "dist"),
      manifest: join(root, "action.yml"),
      node: setting.node,
      repoDir: folder,
      event,
      standIn,
      inputs: options.inputs ?? {},
      env: options.env ?? {},
      onStart: options.onStart ?? (() => {}),
    });
    await options.onEnd?.();
    expect(stateOf(folder)).toEqual(before);
    expect(standIn.problems).toEqual([]);
    expect(outcome.stderr).toBe("");
    return told(outcome);
  }

  function payloadOf(action: string, facts: Partial<PullRequestFacts>) {
    const { number, headSha, headRef, headRepository, baseSha, baseRef, labels } = pull;
    const live = { number, headSha, headRef, headRepository, baseSha, baseRef, labels };
    return pullRequestPayload(action, { ...live, ...facts });
  }

  return {
    origin,
    folder,
    scratch,
    standIn,
    run,
    pullRequest: (action, { inputs, env, onStart, onEnd, ...facts } = {}) => {
      const event = {
        name: "pull_request",
        sha: origin.id(merge),
        payload: payloadOf(action, facts),
      };
      return run(event, {
        inputs: inputs ?? {},
        env: env ?? {},
        ...(onStart === undefined ? {} : { onStart }),
        ...(onEnd === undefined ? {} : { onEnd }),
      });
    },
    target: (action, { inputs, env, ...facts } = {}) => {
      const event = {
        name: "pull_request_target",
        sha: origin.id("main"),
        payload: payloadOf(action, facts),
      };
      return run(event, { inputs: inputs ?? {}, env: env ?? {} });
    },
    workflowRun: ({ inputs, env, ...facts } = {}) => {
      const { headSha, headRef, headRepository } = pull;
      const live = { headSha, headBranch: headRef, headRepository };
      const payload = workflowRunPayload({ ...live, ...facts });
      const event = { name: "workflow_run", sha: origin.id("main"), payload };
      return run(event, { inputs: inputs ?? {}, env: env ?? {} });
    },
    push: (number) => {
      merge = `merge-${number}`;
      pull.headSha = origin.id(`head-${number}`);
      renew(testMerge(merge));
    },
    retarget: () => {
      merge = "release-merge";
      Object.assign(pull, { baseRef: "release", baseSha: origin.id("release") });
      renew(testMerge(merge));
    },
    checkOut: renew,
    close: async () => {
      await standIn.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** What actions/checkout fetches where the run is of the default branch. */
export const DEFAULT_BRANCH: Checkout = { commit: "main", ref: "origin/main", branch: "main" };

/** What actions/checkout fetches on `pull_request`. */
function testMerge(commit: string): Checkout {
  return { commit, ref: `pull/${NUMBER}/merge` };
}

/** Opens stages on one Node, and closes them again: `afterEach(stages.close)`. */
export function stagesOn(node: string): {
  readonly open: (setting: Omit<Setting, "node">) => Promise<Stage>;
  readonly close: () => Promise<void>;
} {
  const opened: Stage[] = [];
  return {
    open: async (setting) => {
      const stage = await openStage({ node, ...setting });
      opened.push(stage);
      return stage;
    },
    close: async () => {
      for (const stage of opened.splice(0)) await stage.close();
    },
  };
}
