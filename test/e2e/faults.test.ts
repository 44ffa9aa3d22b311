import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Result } from "../../src/gate/result.ts";
import { type Files, makeOrigin } from "./history.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { edited } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { MAINTAINER } from "./stand-in/state.ts";
import { COMMENT_URL, CREATED, FAILED } from "./told.ts";
import { budgeted, ZONED_SHOP, ZONED_SPEC } from "./zoned-shop.ts";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-under-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const spec = (from: string, to: string): string => edited(from, to, ZONED_SPEC);
/** Under the loss of a zone one of two replicas is left, which breaks a promise and no SLO. */
const FEWER: Files = { "deploy/payment.yaml": budgeted("payment", 2) };

type Expected = {
  /** Exit status. */
  readonly status: number;
  /** Every reason: its code, the fault or `-`, and the verdict. */
  readonly reasons: readonly string[];
  readonly headline: RegExp;
};

const passes: Expected = { status: 0, reasons: [], headline: /^✓ / };
const fails = (reasons: readonly string[], headline: RegExp): Expected => ({
  status: 1,
  reasons: reasons.map((one) => `${one}: fail`),
  headline,
});

describe("a pull request that touches what holds under faults", { timeout: 60_000 }, () => {
  let count = 0;
  function diff(head: Files, ...more: readonly string[]) {
    const commits = [
      { name: "base", files: ZONED_SHOP },
      { name: "head", parents: ["base"], files: head },
    ];
    const folder = join(scratch, String(count++));
    const origin = makeOrigin(folder, commits, { "refs/heads/main": "head" });
    const ends = ["diff", "--base", origin.id("base"), "--head", "main"];
    const run = (format: string) =>
      runCli(ACTION_NODE, folder, [...ends, "--format", format, ...more]);
    const [{ status, stdout, stderr }, text] = [run("json"), run("text").stdout];
    expect(stderr).toBe("");
    const result: Result = JSON.parse(stdout);
    const reasons = result.reasons.map(
      ({ code, fault, verdict }) => `${code} ${fault ?? "-"}: ${verdict}`,
    );
    return { status, reasons, result, text };
  }

  it.each<[string, Files, Expected]>([
    [
      "a replica less: only the loss of a zone is felt",
      FEWER,
      fails(
        ["below-slo any-zone-down"],
        /^✗ .*: `POST \/checkout` falls below its minimum under `any-zone-down`\n/,
      ),
    ],
    [
      "all replicas of one service in one zone",
      {
        "availability.yaml": spec(
          "services:",
          "services:\n  payment: { placement: { zone: packed } }",
        ),
      },
      fails(["below-slo any-zone-down"], /falls below its minimum under `any-zone-down`/),
    ],
    [
      "a strategy that takes all replicas away at once",
      { "deploy/payment.yaml": budgeted("payment", 3, { maxUnavailable: "100%" }) },
      fails(["below-slo rolling-update"], /falls below its minimum under `rolling-update`/),
    ],
    [
      "a disruption budget that lets two of three go",
      { "deploy/payment.yaml": budgeted("payment", 3, { minAvailable: 1 }) },
      fails(["below-slo node-drain"], /falls below its minimum under `node-drain`/),
    ],
    [
      "a replica more, a new fault and a raised minimum that hold",
      {
        "deploy/payment.yaml": budgeted("payment", 4),
        "availability.yaml": spec("brown-out: 85%", "brown-out: 89%\n      calm: 99%").replace(
          "\nfaults:",
          '\nfaults:\n  calm: { override: { "frontend -> cart": 99.9% } }',
        ),
      },
      passes,
    ],
    [
      "a new fault whose minimum does not hold",
      {
        "availability.yaml": spec("brown-out: 85%", "brown-out: 85%\n      no-cart: 1%").replace(
          "\nfaults:",
          "\nfaults:\n  no-cart: { down: [cart] }",
        ),
      },
      fails(["below-slo no-cart"], /under `no-cart`/),
    ],
    [
      "a minimum that is lowered",
      { "availability.yaml": spec("any-zone-down: 99%", "any-zone-down: 95%") },
      fails(["loosened any-zone-down"], /is promised less under `any-zone-down` than before/),
    ],
    [
      "a minimum that is lowered for a replica less",
      { ...FEWER, "availability.yaml": spec("any-zone-down: 99%", "any-zone-down: 95%") },
      fails(["below-slo any-zone-down", "loosened any-zone-down"], /`POST \/checkout`/),
    ],
    [
      "a fault that is taken away, and what was promised under it",
      {
        "availability.yaml": spec("  kill-30-percent: { kill:", "  kill: { kill:").replace(
          "kill-30-percent: 80%",
          "kill: 80%",
        ),
      },
      fails(["loosened kill-30-percent"], /is promised less under `kill-30-percent` than before/),
    ],
    [
      "a milder fault that hides a replica less",
      { ...FEWER, "availability.yaml": spec("{ worstOf: zone }", "{ down: [zone/c] }") },
      fails(["passes-by-assertion any-zone-down"], /only because the spec was edited/),
    ],
    [
      "zones that are taken away, which hides a replica less",
      { ...FEWER, "availability.yaml": spec("  placement: { zone: spread }\n", "") },
      fails(["passes-by-assertion any-zone-down"], /only because the spec was edited/),
    ],
  ])("%s", (_name, head, expected) => {
    const { status, reasons, text } = diff(head);
    expect({ status, reasons }).toEqual({ status: expected.status, reasons: expected.reasons });
    expect(text).toMatch(expected.headline);
  });

  it("an incident and a milder time-out move the steady state, and are named", () => {
    const longer = spec("0.1%, down", "0.4%, down").replace("onTime: 98%", "onTime: 90%");
    const { status, reasons, result, text } = diff({ "availability.yaml": longer });
    expect({ status, reasons }).toMatchObject({ status: 1 });
    expect(reasons).toEqual([
      "below-slo -: fail",
      "below-slo any-zone-down: fail",
      "below-slo node-drain: fail",
    ]);
    expect(result.models[0]?.changes.map(({ kind }) => kind).sort()).toEqual([
      "incident-changed",
      "timeout",
    ]);
    expect(text).toMatch(/falls below its SLO/);
  });

  it("--accept turns it into a warning", () => {
    const { status, reasons, text } = diff(FEWER, "--accept");
    expect({ status, reasons }).toEqual({ status: 0, reasons: ["below-slo any-zone-down: warn"] });
    expect(text).toMatch(/^! .* accepts that/);
  });
});

describe("the Action, on what holds under faults", { timeout: 120_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("comments, marks the line, and takes an acceptance for that figure alone", async () => {
    const worse = { "deploy/payment.yaml": budgeted("payment", 1) };
    const stage = await stages.open({ base: ZONED_SHOP, pushes: [FEWER, worse] });
    const first = await stage.pullRequest("opened");
    expect(first.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      summary: "❌ `POST /checkout` falls below its minimum under `any-zone-down`",
    });
    expect(first.commands).toEqual([
      expect.stringMatching(/^error .*file=deploy\/payment\.yaml,line=6.*any-zone-down/),
    ]);
    const body = stage.standIn.state.comments[0]?.body ?? "";
    expect(body).toContain("Under faults (6 figures)");
    expect(body).toMatch(
      /\| ❌ \| `POST \/checkout` \| `any-zone-down` \| 99\.\d\d% \| \*\*98\.\d\d%\*\* \| 99% \|/,
    );
    const { pulls, events } = stage.standIn.state;
    const label = "availability-accepted";
    pulls[0]?.labels.push(label);
    events.push({ id: 11, issue: 7, event: "labeled", label, actor: MAINTAINER });
    const accepted = await stage.pullRequest("labeled", { label });
    expect(accepted.brief).toMatchObject({ code: 0, verdict: "warn", failed: [] });
    stage.push(2);
    const lapsed = await stage.pullRequest("synchronize");
    expect(lapsed.brief).toMatchObject({ code: 1, verdict: "fail", failed: ["POST /checkout"] });
    expect(lapsed.parsed?.acceptanceLapsed).toMatch(
      /^The acceptance by `availability-accepted` does not count/,
    );
  });
});
