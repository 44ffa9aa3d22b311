import { describe, expect, it } from "vitest";
import {
  hasLabel,
  isCurrent,
  readLabelled,
  readPullRequest,
} from "../../src/github/pull-request.ts";
import type { EventState } from "../e2e/stand-in/state.ts";
import { AUTHOR, MAINTAINER, pullState, WORKFLOW_BOT } from "../e2e/stand-in/state.ts";
import { harness } from "./harness.ts";

const LABEL = "availability-accepted";
const EVENTS = "GET /repos/acme/shop/issues/7/events?per_page=100";

function event(id: number, change: Partial<EventState> = {}): EventState {
  return { id, issue: 7, event: "labeled", label: LABEL, actor: MAINTAINER, ...change };
}

async function labelled(events: readonly EventState[], label = LABEL) {
  const run = await harness({ events: [...events] });
  const outcome = await readLabelled(run.client, 7, label);
  expect(run.standIn.problems).toEqual([]);
  return { found: outcome.ok ? outcome.value : outcome.failure, lines: run.lines() };
}

describe("the live pull request", () => {
  it("is read as it is now", async () => {
    const labels = ["size/L", LABEL];
    const run = await harness({ pulls: [pullState({ number: 7, labels, baseRef: "release/2" })] });
    expect(await readPullRequest(run.client, 7)).toEqual({
      ok: true,
      value: {
        headSha: "a".repeat(40),
        baseRef: "release/2",
        baseSha: "b".repeat(40),
        labels,
        open: true,
      },
    });
    expect(run.lines()).toEqual(["GET /repos/acme/shop/pulls/7"]);
    expect(run.standIn.problems).toEqual([]);
  });

  it("is what was evaluated while head and base branch are the same", () => {
    const live = { headSha: "a", baseRef: "main" };
    expect(isCurrent(live, { number: 7, headSha: "a", baseRef: "main" })).toBe(true);
    expect(isCurrent(live, { number: 7, headSha: "b", baseRef: "main" })).toBe(false);
    expect(isCurrent(live, { number: 7, headSha: "a", baseRef: "release" })).toBe(false);
  });

  it("has a label whatever its case", () => {
    expect(hasLabel(["Availability-Accepted"], LABEL)).toBe(true);
    expect(hasLabel(["availability"], LABEL)).toBe(false);
  });
});

describe("who put the label on", () => {
  it("is nobody where it was never on", async () => {
    const other = event(1, { label: "size/L" });
    expect(await labelled([other])).toEqual({ found: null, lines: [EVENTS] });
  });

  it("is who did it last", async () => {
    const events = [event(1, { actor: AUTHOR }), event(2, { event: "unlabeled" }), event(3)];
    expect((await labelled(events)).found).toEqual({ by: "grace", event: "3", bot: false });
  });

  it("is nobody once it was taken away", async () => {
    expect((await labelled([event(1), event(2, { event: "unlabeled" })])).found).toBeNull();
  });

  it("is told from other labels that come and go", async () => {
    const gone = event(2, { event: "unlabeled", label: "size/L" });
    expect((await labelled([event(1), gone])).found).toMatchObject({ event: "1" });
  });

  it("may be a bot, which accepts nothing", async () => {
    expect((await labelled([event(1, { actor: WORKFLOW_BOT })])).found).toMatchObject({
      bot: true,
    });
  });

  it("is found behind many other events", async () => {
    const renamed = (id: number) => event(id, { event: "renamed", label: "" });
    const many = Array.from({ length: 220 }, (_, index) => renamed(index + 1));
    const { found, lines } = await labelled([...many, event(500)]);
    expect(found).toMatchObject({ by: "grace", event: "500" });
    expect(lines).toEqual([EVENTS, `${EVENTS}&page=2`, `${EVENTS}&page=3`]);
  });

  it("is a warning where GitHub does not say", async () => {
    const faults = [{ method: "GET", path: /events$/, answer: { status: 403 } }];
    const run = await harness({ faults });
    const outcome = await readLabelled(run.client, 7, LABEL);
    expect(outcome).toMatchObject({ ok: false, failure: { reason: "forbidden" } });
  });
});
