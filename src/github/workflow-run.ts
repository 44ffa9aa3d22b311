import {
  type EventFacts,
  type EventReading,
  given,
  incomplete,
  nothing,
  refuse,
} from "./event-reading.ts";
import { readPayload } from "./payload.ts";

/**
 * `workflow_run`: the second of two workflows, which may write where the first could not. The list
 * `workflow_run.pull_requests` is not read: of forks it is empty, and a run started by hand again may list
 * what has moved on. Head commit, repository and branch are GitHub's own word for what the first run was of.
 */
export function readWorkflowRun(facts: EventFacts): EventReading {
  const read = readPayload(facts.payload);
  const event = read.text("workflow_run.event");
  const headSha = read.sha("workflow_run.head_sha");
  if (read.lacking.length > 0) return incomplete(facts.name, read.lacking);
  if (event !== "pull_request") {
    const cause = JSON.stringify(event.slice(0, 60));
    return nothing(`the workflow that ended ran on ${cause}, not on pull_request`);
  }
  const repository = read.maybe("workflow_run.head_repository.full_name");
  if (typeof repository !== "string" || repository === "") {
    return nothing("the repository of the head was deleted");
  }
  const headBranch = read.text("workflow_run.head_branch");
  if (read.lacking.length > 0) return incomplete(facts.name, read.lacking);
  const claimed = claimedNumber(facts.pullRequest);
  if (claimed === undefined) {
    return refuse(
      "bad-number",
      `\`pull-request\` takes the number of a pull request, not ${JSON.stringify(facts.pullRequest.slice(0, 60))}; correct it, or leave it out`,
    );
  }
  return {
    ok: true,
    plan: {
      kind: "workflow-run",
      headSha,
      headRepository: repository,
      headBranch,
      claimed,
      given: given(facts),
    },
  };
}

/** `null` where there is none, `undefined` where it is no number. */
function claimedNumber(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === "") return null;
  const number = /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
