import { type EventFacts, type EventReading, given, incomplete, nothing } from "./event-reading.ts";
import { isObjectId, readPayload } from "./payload.ts";
import type { PullRequestPlan } from "./plan.ts";

/**
 * `pull_request` and `pull_request_target`, whose payloads are alike. On the latter GITHUB_SHA is a commit
 * of the default branch ("Events that trigger workflows"), and tells nothing about the pull request.
 */
export function readPullRequestEvent(facts: EventFacts): EventReading {
  const privileged = facts.name === "pull_request_target";
  const read = readPayload(facts.payload);
  const action = read.text("action");
  const baseRepository = read.text("repository.full_name");
  const head = read.maybe("pull_request.head.repo.full_name");
  const label = read.maybe("label.name");
  const headRepository = typeof head === "string" && head !== "" ? head : null;
  const plan: PullRequestPlan = {
    kind: "pull-request",
    action,
    number: read.number("pull_request.number"),
    headSha: read.sha("pull_request.head.sha"),
    headRepository,
    fork: headRepository !== baseRepository,
    privileged,
    rerun: facts.attempt > 1,
    baseSha: read.sha("pull_request.base.sha"),
    baseRef: read.text("pull_request.base.ref"),
    mergeSha: privileged ? null : facts.sha,
    label: typeof label === "string" ? label : null,
    failsByDefault: true,
    given: given(facts),
  };
  const known = privileged || isObjectId(facts.sha);
  const lacking = known ? read.lacking : [...read.lacking, "GITHUB_SHA"];
  if (lacking.length > 0) return incomplete(facts.name, lacking);
  if (action === "closed") return nothing("the pull request is closed");
  return { ok: true, plan };
}
