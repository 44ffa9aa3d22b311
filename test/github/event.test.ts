import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEvent } from "../../src/github/event.ts";
import type { EventFacts } from "../../src/github/event-reading.ts";
import {
  dispatchPayload,
  mergeGroupPayload,
  NULL_SHA,
  pullRequestPayload,
  pushPayload,
  workflowRunPayload,
} from "../e2e/payloads.ts";

const HEAD = "a".repeat(40);
const BASE = "b".repeat(40);
const MERGE = "c".repeat(40);

function facts(name: string, payload: unknown, change: Partial<EventFacts> = {}): EventFacts {
  const inputs = { base: "", head: "", pullRequest: "" };
  return { name, payload, sha: MERGE, ...inputs, attempt: 1, ...change };
}

function plan(given: EventFacts) {
  const reading = readEvent(given);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.plan;
}

function problem(given: EventFacts) {
  const reading = readEvent(given);
  if (reading.ok) throw new Error(`expected a problem, got a plan of kind ${reading.plan.kind}`);
  return reading.problem;
}

const pull = { number: 7, headSha: HEAD, baseSha: BASE };

describe("pull_request", () => {
  it("tells head, base and test merge", () => {
    expect(plan(facts("pull_request", pullRequestPayload("opened", pull)))).toEqual({
      kind: "pull-request",
      action: "opened",
      number: 7,
      headSha: HEAD,
      headRepository: "acme/shop",
      fork: false,
      privileged: false,
      rerun: false,
      baseSha: BASE,
      baseRef: "main",
      mergeSha: MERGE,
      label: null,
      failsByDefault: true,
      given: { base: null, head: null },
    });
  });

  it.each(["synchronize", "reopened", "labeled", "unlabeled", "ready_for_review"])(
    "%s is evaluated",
    (action) => {
      expect(plan(facts("pull_request", pullRequestPayload(action, pull)))).toMatchObject({
        action,
        failsByDefault: true,
      });
    },
  );

  it("an edited description is evaluated, so that it cannot turn a red check green", () => {
    const changes = { body: { from: "Old" }, title: { from: "Old" } };
    const payload = pullRequestPayload("edited", { ...pull, changes });
    expect(plan(facts("pull_request", payload))).toMatchObject({
      kind: "pull-request",
      failsByDefault: true,
    });
  });

  it.each([
    ["another repository", "mallory/shop", "mallory/shop"],
    ["a deleted repository", null, null],
  ])("knows a fork: %s", (_name, headRepository, expected) => {
    const payload = pullRequestPayload("opened", { ...pull, headRepository });
    expect(plan(facts("pull_request", payload))).toMatchObject({
      fork: true,
      headRepository: expected,
    });
  });

  it("does nothing for a closed one", () => {
    const payload = pullRequestPayload("closed", pull);
    expect(plan(facts("pull_request", payload))).toMatchObject({ kind: "nothing" });
  });

  it("says which label came or went", () => {
    const payload = pullRequestPayload("labeled", { ...pull, label: "size/L" });
    expect(plan(facts("pull_request", payload))).toMatchObject({ label: "size/L" });
  });

  it("carries the inputs base and head", () => {
    const payload = pullRequestPayload("opened", pull);
    expect(plan(facts("pull_request", payload, { base: " v1 ", head: "" }))).toMatchObject({
      given: { base: "v1", head: null },
    });
  });

  it("names all that a payload lacks, at once", () => {
    const broken = {
      action: "opened",
      pull_request: { number: "7", head: { sha: "--upload-pack" } },
    };
    expect(problem(facts("pull_request", broken, { sha: "" })).message).toMatch(
      /lacks repository\.full_name, pull_request\.number, pull_request\.head\.sha, pull_request\.base\.sha, pull_request\.base\.ref, GITHUB_SHA;/,
    );
  });
});

describe("pull_request_target", () => {
  it("is privileged, and has no test merge: GITHUB_SHA is of the default branch", () => {
    const payload = pullRequestPayload("opened", { ...pull, headRepository: "mallory/shop" });
    const known = { kind: "pull-request", number: 7, headSha: HEAD, baseSha: BASE, fork: true };
    const expected = { ...known, privileged: true, mergeSha: null, failsByDefault: true };
    expect(plan(facts("pull_request_target", payload))).toMatchObject(expected);
    expect(plan(facts("pull_request_target", payload, { sha: "" }))).toMatchObject(expected);
  });

  it("does nothing for a closed one", () => {
    const payload = pullRequestPayload("closed", pull);
    expect(plan(facts("pull_request_target", payload))).toMatchObject({ kind: "nothing" });
  });
});

describe("a run that is done again", () => {
  it.each([
    [1, false],
    [2, true],
  ])("attempt %d: %j", (attempt, rerun) => {
    const payload = pullRequestPayload("opened", pull);
    expect(plan(facts("pull_request", payload, { attempt }))).toMatchObject({ rerun });
  });
});

describe("workflow_run", () => {
  const run = workflowRunPayload({ headSha: HEAD, headBranch: "topic/1", pullRequests: [99] });

  it("tells the head of the run, and takes no number from the payload", () => {
    expect(plan(facts("workflow_run", run))).toEqual({
      kind: "workflow-run",
      headSha: HEAD,
      headRepository: "mallory/shop",
      headBranch: "topic/1",
      claimed: null,
      given: { base: null, head: null },
    });
  });

  it("carries the number that the workflow claims", () => {
    expect(plan(facts("workflow_run", run, { pullRequest: " 7\n" }))).toMatchObject({ claimed: 7 });
  });

  it.each(["0", "-1", "7.5", "7 8", "0x7", "9".repeat(17), "#7"])(
    "refuses the number %j",
    (one) => {
      const { code, message } = problem(facts("workflow_run", run, { pullRequest: one }));
      expect(code).toBe("bad-number");
      expect(message).toContain("`pull-request` takes the number of a pull request");
    },
  );

  it.each([
    ["a run that was of no pull request", { event: "schedule" }],
    ["a run on pull_request_target, whose head is the base", { event: "pull_request_target" }],
    ["a repository that was deleted", { headRepository: null }],
  ])("has nothing to compare: %s", (_name, change) => {
    const payload = workflowRunPayload({ headSha: HEAD, ...change });
    expect(plan(facts("workflow_run", payload))).toMatchObject({ kind: "nothing" });
  });

  it("names what a payload lacks", () => {
    expect(problem(facts("workflow_run", {})).message).toMatch(
      /lacks workflow_run\.event, workflow_run\.head_sha;/,
    );
  });
});

describe("merge_group", () => {
  it.each([
    ["main", "main"],
    ["release/2.x", "release/2.x"],
  ])("finds the pull request through head_ref: %s", (baseRef, expected) => {
    const payload = mergeGroupPayload({ number: 104, headSha: HEAD, baseSha: BASE, baseRef });
    expect(plan(facts("merge_group", payload))).toEqual({
      kind: "merge-group",
      action: "checks_requested",
      headSha: HEAD,
      baseSha: BASE,
      baseRef: expected,
      number: 104,
      failsByDefault: true,
      given: { base: null, head: null },
    });
  });

  it.each(["refs/heads/main", "refs/heads/gh-readonly-queue/main/pr-x-abc", "pr-1-abc"])(
    "knows no pull request behind %s",
    (headRef) => {
      const made = mergeGroupPayload({ number: 1, headSha: HEAD, baseSha: BASE, baseRef: "main" });
      const payload = { ...made, merge_group: { ...made.merge_group, head_ref: headRef } };
      expect(plan(facts("merge_group", payload))).toMatchObject({ number: null });
    },
  );
});

describe("push", () => {
  it("compares before and after, and reports without failing", () => {
    expect(plan(facts("push", pushPayload({ before: BASE, after: HEAD })))).toEqual({
      kind: "push",
      ref: "refs/heads/main",
      before: BASE,
      after: HEAD,
      defaultBranch: "main",
      failsByDefault: false,
      given: { base: null, head: null },
    });
  });

  it("compares a new branch with the default branch", () => {
    const payload = pushPayload({ before: NULL_SHA, after: HEAD, ref: "refs/heads/topic" });
    expect(plan(facts("push", payload))).toMatchObject({ before: null, defaultBranch: "main" });
  });

  it.each([
    ["the default branch itself is new", { before: NULL_SHA, after: HEAD }],
    ["the branch was deleted", { before: BASE, after: NULL_SHA, ref: "refs/heads/topic" }],
  ])("has nothing to compare: %s", (_name, change) => {
    expect(plan(facts("push", pushPayload(change)))).toMatchObject({ kind: "nothing" });
  });

  it("compares a new default branch where the input base says with what", () => {
    const payload = pushPayload({ before: NULL_SHA, after: HEAD });
    expect(plan(facts("push", payload, { base: "v1" }))).toMatchObject({
      kind: "push",
      given: { base: "v1" },
    });
  });
});

describe("workflow_dispatch", () => {
  it("compares what the inputs name", () => {
    const given = facts("workflow_dispatch", dispatchPayload(), { base: "v1", head: "v2" });
    expect(plan(given)).toEqual({
      kind: "dispatch",
      base: "v1",
      head: "v2",
      failsByDefault: true,
    });
  });

  it("takes the commit of the run for the head that is not named", () => {
    const given = facts("workflow_dispatch", dispatchPayload(), { base: "v1" });
    expect(plan(given)).toMatchObject({ head: MERGE });
  });

  it("asks for a base", () => {
    expect(problem(facts("workflow_dispatch", dispatchPayload()))).toMatchObject({
      code: "base-missing",
    });
  });
});

describe("what is not supported", () => {
  it.each(["schedule", "issue_comment", "", "__proto__"])(
    "refuses %j in one line that names the way out",
    (name) => {
      const { code, message } = problem(facts(name, pullRequestPayload("opened", pull)));
      expect(code).toBe("unsupported-event");
      expect(message).toMatch(
        /pull_request_target, merge_group, push, workflow_run or workflow_dispatch$/,
      );
      expect(message).not.toContain("\n");
    },
  );
});

/** The payload with the value at a dotted path replaced. */
function spoilt(payload: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const object = typeof payload === "object" && payload !== null ? payload : {};
  return { ...object, [key]: spoilt(Reflect.get(object, key), rest, value) };
}

describe("spoilt payloads", () => {
  const whole: Readonly<Record<string, unknown>> = {
    pull_request: pullRequestPayload("opened", { ...pull, labels: ["x"] }),
    merge_group: mergeGroupPayload({ number: 7, headSha: HEAD, baseSha: BASE }),
    pull_request_target: pullRequestPayload("opened", { ...pull, labels: ["x"] }),
    workflow_run: workflowRunPayload({ headSha: HEAD }),
    push: pushPayload({ before: BASE, after: HEAD, ref: "refs/heads/topic" }),
  };
  const paths = [
    ...["action", "pull_request", "pull_request.number", "pull_request.head"],
    ...["pull_request.head.sha", "pull_request.head.repo", "pull_request.head.repo.full_name"],
    ...["pull_request.base.ref", "pull_request.base.sha", "label", "label.name", "changes"],
    ...["merge_group", "merge_group.head_ref", "merge_group.base_ref", "merge_group.head_sha"],
    ...["workflow_run", "workflow_run.head_sha", "workflow_run.head_repository.full_name"],
    ...["workflow_run.event", "workflow_run.head_branch", "workflow_run.head_repository"],
    ...["ref", "before", "after", "repository", "repository.default_branch"],
  ];
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("--upload-pack=x", "x\ny", "pr-1\u2028", NULL_SHA, Number.NaN, [{}], [null]),
  );

  it("give a plan of sound parts or a one-line problem", () => {
    const names = fc.constantFrom(...Object.keys(whole));
    fc.assert(
      fc.property(names, fc.constantFrom(...paths), junk, (name, path, value) => {
        const reading = readEvent(facts(name, spoilt(whole[name], path.split("."), value)));
        if (!reading.ok) {
          expect(reading.problem.message).not.toMatch(/[\p{Cc}\u2028]/u);
          return;
        }
        const { plan } = reading;
        if (plan.kind === "nothing") {
          expect(plan.message).not.toMatch(/\p{Cc}/u);
          return;
        }
        const id = /^[0-9a-f]{40}$/;
        if (plan.kind === "workflow-run") expect(plan.headSha).toMatch(id);
        if (plan.kind === "push") expect(plan.after).toMatch(id);
        if (plan.kind === "pull-request" || plan.kind === "merge-group") {
          expect([plan.headSha, plan.baseSha]).toEqual([
            expect.stringMatching(id),
            expect.stringMatching(id),
          ]);
        }
        if (plan.kind === "pull-request") expect(plan.number).toBeGreaterThan(0);
      }),
      { seed: 7, numRuns: 3000 },
    );
  });
});
