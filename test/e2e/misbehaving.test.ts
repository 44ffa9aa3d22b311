import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultOf, KINDS, type Kind, type Outcome, tell, tellOn } from "./misbehaving.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { openStage, type Stage } from "./stage.ts";
import { MISBEHAVIOURS, type Misbehaviour } from "./stand-in/catalogue.ts";

/** `npm run trust -- faults`: each request, each misbehaviour, once and always; else some of each. */
const all = process.env.TRUST === "all";

type Often = "once" | "always";

/** A reply that never came may have been a comment: each of these is tried on the request that makes one. */
const LOST = ["reset before the reply", "no reply to what was done", "truncated JSON", "500"];

/** Of the requests a third, and the one that makes a comment: each costs a repository and a run of its own. */
const TRIED = Object.keys(KINDS).filter(
  (name, at) => all || at % 3 === 0 || name === "a first comment",
);

/** For each request so many misbehaviours that each of these has its turn, once or always. */
function chosenFor(kindAt: number, kind: string): readonly (readonly [string, Often])[] {
  const names = Object.keys(MISBEHAVIOURS);
  const both = names.flatMap((name): (readonly [string, Often])[] => [
    [name, "once"],
    [name, "always"],
  ]);
  if (all) return both;
  const kinds = TRIED.length;
  const inTurn = names.flatMap((name, at): (readonly [string, Often])[] =>
    at % kinds === kindAt ? [[name, (at + kindAt) % 2 === 0 ? "once" : "always"]] : [],
  );
  const lost = LOST.map((name): readonly [string, Often] => [name, "once"]);
  return kind === "a first comment" ? [...inTurn, ...lost] : inTurn;
}

/** Three minutes of the run's time is all that it waits for GitHub; a busy machine takes its own. */
const MOST_SECONDS = 180 / 10 + 20;

describe.each(TRIED.map((name, at) => [name, chosenFor(at, name)] as const))(
  "GitHub misbehaves when asked for %s",
  { timeout: 600_000 },
  (name, cases) => {
    const kind = KINDS[name]!;
    let stage: Stage;
    let healthy: Outcome;
    beforeAll(async () => {
      stage = await openStage({ ...kind.story.setting, node: ACTION_NODE });
      healthy = await tell(stage, kind.story, []);
      expect(healthy.told.brief.warnings).toEqual([]);
      expect(healthy.comments).toHaveLength(1);
    }, 120_000);
    afterAll(() => stage.close());

    it.each(cases)("%s, %s", async (misbehaviour, often) => {
      const wrong = MISBEHAVIOURS[misbehaviour]!;
      const fault = faultOf(kind, wrong, often === "once" ? 1 : undefined);
      const outcome = await tell(stage, kind.story, [fault], wrong.shift);
      expect(outcome.seconds).toBeLessThan(MOST_SECONDS);
      holdVerdict(kind, outcome, healthy);
      holdComments(outcome, healthy);
      if (often === "once" && mends(kind, wrong)) {
        expect(outcome.told.brief.warnings).toEqual([]);
        expect(outcome.comments).toEqual(healthy.comments);
      }
      // Once GitHub is well again, the next run leaves what any other would have left.
      const isWhole = isDone(outcome, healthy);
      if (isWhole || (!all && outcome.comments.length === 1)) return;
      const next = await tellOn(stage, kind.story, []);
      expect(next.told.brief).toMatchObject({ ...healthy.told.brief, requests: expect.anything() });
      expect(next.comments.map(({ body }) => body)).toEqual(
        healthy.comments.map(({ body }) => body),
      );
    });
  },
);

/** GraphQL is asked once where it says that it is asked too often: who we are is not worth a wait. */
function mends(kind: Kind, { answer, mends }: Misbehaviour): boolean {
  const made = answer();
  const isLimit = typeof made !== "string" && "status" in made && [403, 429].includes(made.status);
  return mends && !(kind.path === "/graphql" && isLimit);
}

/** The verdict is that of a healthy GitHub, or none is given; what is lost is told. */
function holdVerdict({ decides }: Kind, { told }: Outcome, healthy: Outcome): void {
  const { brief, parsed, summary } = told;
  const { verdict } = healthy.told.brief;
  if (decides === "commits" && brief.verdict === undefined) {
    expect(brief.code).toBe(3);
    expect(told.commands.filter((one) => /^error /.test(one))).toHaveLength(1);
    expect(summary).toMatch(/could not|did not|no /);
    return;
  }
  if (decides === "acceptance" && brief.verdict !== verdict) {
    // An acceptance that cannot be read is none, and the check stays red.
    expect(brief).toMatchObject({ code: 1, verdict: "fail", failed: ["POST /checkout"] });
    expect(brief.warnings.join()).toMatch(/could not read/);
    expect(parsed?.verdict).toBe("fail");
    expect(summary).toContain("falls below its SLO");
    return;
  }
  const { code, failed } = healthy.told.brief;
  expect(brief).toMatchObject({ code, verdict, failed });
  // The report is whole, in the job summary and in the result file.
  expect(parsed).toEqual(healthy.told.parsed);
  expect(summary).toBe(healthy.told.summary);
}

function isDone({ comments }: Pick<Outcome, "comments">, healthy: Outcome): boolean {
  return comments.length === 1 && comments[0]?.body === healthy.comments[0]?.body;
}

/** One comment at most, of before or of now, and never a part of one; where it is not that of now, that is told. */
function holdComments({ told, comments, made }: Outcome, healthy: Outcome): void {
  expect(made).toBeLessThanOrEqual(1);
  const [expected] = healthy.comments;
  if (!isDone({ comments }, healthy) && told.brief.verdict === healthy.told.brief.verdict) {
    expect(told.brief.warnings.join()).toMatch(/could not .+; .+/);
  }
  // One that was there twice may have stayed: it is no doing of this run.
  expect(comments.filter(({ body }) => body === expected?.body).length).toBeLessThanOrEqual(1);
  for (const { body } of comments) {
    expect(body.startsWith("<!-- availability-gate:default")).toBe(true);
    expect(body.endsWith(expected?.body.slice(-20) ?? "") || /something fails\n$/.test(body)).toBe(
      true,
    );
  }
}
