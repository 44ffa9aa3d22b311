import { afterEach, describe, expect, it } from "vitest";
import type { Files } from "./history.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, deployment, edited, SHOP } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { ASK, COMMENT_URL, CREATED, FAILED, PASSED, REFUSED } from "./told.ts";

describe("names that change", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  async function opened(change: Files) {
    const stage = await stages.open({ pushes: [change] });
    return stage.pullRequest("opened");
  }

  const renamed = { "deploy/payment.yaml": deployment("payments", 3) };

  it("a manifest that only moved changes nothing", async () => {
    const text = SHOP["deploy/payment.yaml"] ?? "";
    const run = await opened({ "deploy/payment.yaml": null, "deploy/money/pay.yaml": text });
    expect(run.brief).toEqual({
      ...PASSED,
      requests: [ASK.comments],
      comment: "",
      summary: "✅ nothing gets worse",
    });
    expect(run.parsed?.models[0]?.changes).toEqual([]);
  });

  it("a workload that the spec follows keeps its service", async () => {
    const services = "services:\n  payment: { workload: Deployment/payments }\nendpoints:";
    const run = await opened({ ...renamed, "availability.yaml": edited("endpoints:", services) });
    expect(run.brief).toEqual({
      ...PASSED,
      requests: [ASK.comments],
      comment: "",
      summary: "✅ nothing gets worse",
    });
    expect(run.parsed?.models[0]?.changes).toMatchObject([
      {
        kind: "workload",
        subject: "payment",
        base: "Deployment/payment",
        head: "Deployment/payments",
      },
    ]);
  });

  it("a workload that the spec does not follow is an error, and no default", async () => {
    const run = await opened(renamed);
    expect(run.brief).toEqual(REFUSED);
    expect(run.commands).toEqual([
      expect.stringMatching(
        /^error .*file=availability\.yaml,line=6,.*`payment` matched .*deploy\/payment\.yaml:4\) at base and nothing at head/,
      ),
    ]);
  });

  it("an endpoint that says what it was is compared with that", async () => {
    const spec = edited("POST /checkout:", "POST /orders:\n    was: POST /checkout");
    const run = await opened({ "availability.yaml": spec, ...CHANGES.fewer });
    expect(run.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      failed: ["POST /orders"],
      summary: "❌ `POST /orders` falls below its SLO",
    });
    expect(run.parsed?.models[0]?.endpoints.map(({ name, change }) => [name, change])).toEqual([
      ["GET /cart", "unchanged"],
      ["POST /orders", "degraded"],
    ]);
  });
});
