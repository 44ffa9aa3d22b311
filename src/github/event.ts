import {
  type EventFacts,
  type EventReading,
  given,
  incomplete,
  nothing,
  refuse,
} from "./event-reading.ts";
import { isNullId, isObjectId, readPayload } from "./payload.ts";
import type { MergeGroupPlan } from "./plan.ts";
import { readPullRequestEvent } from "./pull-request-event.ts";
import { readWorkflowRun } from "./workflow-run.ts";

/** Reads what happened. Pure: payload and environment are data of unknown shape. */
export function readEvent(facts: EventFacts): EventReading {
  switch (facts.name) {
    case "pull_request":
    case "pull_request_target":
      return readPullRequestEvent(facts);
    case "workflow_run":
      return readWorkflowRun(facts);
    case "merge_group":
      return mergeGroup(facts);
    case "push":
      return push(facts);
    case "workflow_dispatch":
      return dispatch(facts);
    default:
      return refuse(
        "unsupported-event",
        `the event ${JSON.stringify(facts.name.slice(0, 60))} is not supported; run the Action on pull_request, pull_request_target, merge_group, push, workflow_run or workflow_dispatch`,
      );
  }
}

function mergeGroup(facts: EventFacts): EventReading {
  const read = readPayload(facts.payload);
  const action = read.text("action");
  const plan: MergeGroupPlan = {
    kind: "merge-group",
    action,
    headSha: read.sha("merge_group.head_sha"),
    baseSha: read.sha("merge_group.base_sha"),
    baseRef: read.text("merge_group.base_ref").replace(/^refs\/heads\//, ""),
    number: queuedNumber(read.text("merge_group.head_ref")),
    failsByDefault: true,
    given: given(facts),
  };
  if (read.lacking.length > 0) return incomplete(facts.name, read.lacking);
  if (action === "destroyed") return nothing("the merge group was dissolved");
  return { ok: true, plan };
}

/** `refs/heads/gh-readonly-queue/<base>/pr-<number>-<sha>`; the base may hold slashes. */
function queuedNumber(ref: string): number | null {
  const match = /^(?:refs\/heads\/)?gh-readonly-queue\/.+\/pr-([1-9]\d{0,15})-[0-9a-f]+$/.exec(ref);
  const number = Number(match?.[1]);
  return Number.isSafeInteger(number) ? number : null;
}

function push(facts: EventFacts): EventReading {
  const read = readPayload(facts.payload);
  const ref = read.text("ref");
  const before = read.sha("before");
  const after = read.sha("after");
  if (read.lacking.length > 0) return incomplete(facts.name, read.lacking);
  if (isNullId(after)) return nothing(`${printable(ref)} was deleted`);
  const branch = read.maybe("repository.default_branch");
  const defaultBranch = typeof branch === "string" && branch !== "" ? branch : null;
  const isNew = isNullId(before);
  const inputs = given(facts);
  if (isNew && inputs.base === null) {
    if (defaultBranch === null || ref === `refs/heads/${defaultBranch}`) {
      return nothing(`${printable(ref)} is new, and there is no branch to compare it with`);
    }
  }
  return {
    ok: true,
    plan: {
      kind: "push",
      ref,
      before: isNew ? null : before,
      after,
      defaultBranch,
      failsByDefault: false,
      given: inputs,
    },
  };
}

function dispatch(facts: EventFacts): EventReading {
  const { base, head } = given(facts);
  if (base === null) {
    return refuse(
      "base-missing",
      "workflow_dispatch does not say what to compare with; give the inputs `base` and `head`, e.g. `base: main`",
    );
  }
  const target = head ?? (isObjectId(facts.sha) ? facts.sha : null);
  if (target === null) return incomplete(facts.name, ["GITHUB_SHA"]);
  return {
    ok: true,
    plan: { kind: "dispatch", base, head: target, failsByDefault: true },
  };
}

/** A ref may hold any byte but a few; a message is one line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "�").slice(0, 200);
}
