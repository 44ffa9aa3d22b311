import { afterEach, describe, expect, it } from "vitest";
import type { Files } from "./history.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, deployment, edited, SHOP, SPEC } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { COMMENT_URL, CREATED, FAILED, PASSED, REFUSED, WRITTEN } from "./told.ts";

const WARNED = { ...PASSED, verdict: "warn" } as const;

describe("what a pull request does to the spec", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  async function opened(change: Files, base: Files = SHOP, inputs: Record<string, string> = {}) {
    const stage = await stages.open({ base, pushes: [change] });
    const run = await stage.pullRequest("opened", { inputs });
    const reasons = (run.parsed?.reasons ?? []).map(
      ({ code, endpoint, verdict }) => `${code} ${endpoint ?? "(spec)"}: ${verdict}`,
    );
    return { ...run, stage, reasons };
  }

  it("adoption: judged on its head alone, and a warning at worst", async () => {
    const { "availability.yaml": _, ...without } = SHOP;
    const run = await opened({ "availability.yaml": SPEC }, without);
    expect(run.brief).toEqual({
      ...PASSED,
      requests: WRITTEN,
      comment: COMMENT_URL,
      summary: "✅ 2 endpoints watched from now on",
    });
    const below = await opened({ "availability.yaml": SPEC }, { ...without, ...CHANGES.fewer });
    expect(below.brief).toEqual({
      ...WARNED,
      requests: WRITTEN,
      comment: COMMENT_URL,
      summary: "⚠️ `POST /checkout` starts below its SLO",
    });
    expect(below.reasons).toEqual(["adoption POST /checkout: warn"]);
  });

  it("deleted: nobody watches any more", async () => {
    const run = await opened({ "availability.yaml": null });
    expect(run.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      failed: ["GET /cart", "POST /checkout"],
      summary: "❌ the spec `availability.yaml` is removed",
    });
    expect(new Set(run.reasons.map((one) => one.split(" ")[0]))).toEqual(new Set(["loosened"]));
  });

  it("invalid at head: exit 2, every error at its place", async () => {
    const spec = edited("frontend -> payment", "frontend -> paymnet").replace("99.9%", "99.9");
    const run = await opened({ "availability.yaml": spec }, SHOP, { "fail-on": "never" });
    expect(run.brief).toEqual(REFUSED);
    expect(run.commands).toEqual([
      expect.stringMatching(
        /^error .*file=availability\.yaml,line=11,col=\d+: .*did you mean.*99\.9%/,
      ),
    ]);
    expect(run.summary).toContain("[availability.yaml:11](");
    const unknown = await opened({ "availability.yaml": edited("[cart]", "[crt]") });
    expect(unknown.brief).toEqual(REFUSED);
    expect(unknown.commands).toEqual([
      expect.stringMatching(/^error .*line=10,col=\d+: .*`crt`.*did you mean `cart`\?$/),
    ]);
  });

  it("invalid at base only: judged on the head alone, and told", async () => {
    const base = { ...SHOP, "availability.yaml": `${SPEC}colour: red\n` };
    const run = await opened({ "availability.yaml": SPEC }, base);
    expect(run.brief).toEqual({
      ...WARNED,
      requests: WRITTEN,
      comment: COMMENT_URL,
      summary: "⚠️ judged on the head alone, for the spec at base is invalid",
    });
    const below = await opened({ "availability.yaml": SPEC, ...CHANGES.fewer }, base);
    expect(below.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(below.reasons).toEqual(["below-slo POST /checkout: fail", "base-invalid (spec): warn"]);
  });

  it("two invalid at head, with much to tell of the first: the errors of both are marked", async () => {
    const told = Array.from(
      { length: 12 },
      (_, index) => `  s${index}: { quorum: 5, replicas: 1 }\n`,
    );
    const spec = edited("endpoints:", `services:\n${told.join("")}endpoints:`);
    const base = { ...SHOP, "other.yaml": SPEC };
    const change = { "deploy/payment.yaml": deployment("payments", 3), "availability.yaml": spec };
    const run = await opened(change, base, { model: "availability.yaml\nother.yaml" });
    expect(run.brief).toEqual({ ...REFUSED, summary: "❌ cannot judge this, 2 errors" });
    expect(run.commands).toEqual([
      expect.stringMatching(/^error .*file=availability\.yaml,/),
      expect.stringMatching(/^error .*file=other\.yaml,/),
    ]);
  });

  it("its name mistyped in the workflow: exit 2, with what was meant", async () => {
    const run = await opened(CHANGES.fewer, SHOP, { model: "availabilty.yaml" });
    expect(run.brief).toEqual(REFUSED);
    expect(run.commands).toEqual([
      "error title=Availability gate: there is no spec `availabilty.yaml`; did you mean `availability.yaml`?",
    ]);
  });

  it("moved: its history moves along", async () => {
    const spec = edited("[deploy/", "[../deploy/");
    const change = { "availability.yaml": null, "ops/availability.yaml": spec, ...CHANGES.fewer };
    const run = await opened(change, SHOP, { model: "**/availability.yaml" });
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed?.models).toMatchObject([{ path: "ops/availability.yaml" }]);
    expect(run.parsed?.models[0]?.changes[0]).toMatchObject({ kind: "spec-moved" });
  });

  it("several specs: each is judged, and the worst counts", async () => {
    const eu = edited("deploy/**", "../../deploy/**");
    const us = eu.replaceAll("99.9%", "90%");
    const base = { ...SHOP, "env/eu/spec.yaml": eu, "env/us/spec.yaml": us };
    const run = await opened(CHANGES.fewer, base, { model: "env/*/spec.yaml\navailability.yaml" });
    expect(run.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      failed: ["POST /checkout", "POST /checkout"],
      summary: "❌ 2 endpoints fall below their SLO",
    });
    const verdicts = run.parsed?.models.map(({ path, verdict }) => `${path} ${verdict}`);
    expect(verdicts).toEqual([
      "availability.yaml fail",
      "env/eu/spec.yaml fail",
      "env/us/spec.yaml pass",
    ]);
  });

  it.each<[string, Files, readonly string[], string]>([
    [
      "a lower SLO",
      {
        "availability.yaml": edited("needs: [cart]\n    slo: 99.9%", "needs: [cart]\n    slo: 90%"),
      },
      ["loosened GET /cart: fail"],
      "❌ `GET /cart` is promised less than before",
    ],
    [
      "an endpoint that is no longer watched",
      { "availability.yaml": SPEC.slice(0, SPEC.indexOf("  POST /checkout")) },
      ["loosened POST /checkout: fail"],
      "❌ `POST /checkout` is no longer watched",
    ],
  ])("loosened: %s", async (_name, change, reasons, summary) => {
    const run = await opened(change);
    const failed = reasons.map((one) => one.slice("loosened ".length, -": fail".length));
    expect(run.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      failed,
      summary,
    });
    expect(run.reasons).toEqual(reasons);
  });

  it("loosened: a setting of the gate", async () => {
    const base = { ...SHOP, "availability.yaml": `${SPEC}gate: { maxDrop: 0.1% }\n` };
    const run = await opened({ "availability.yaml": SPEC }, base);
    expect(run.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      failed: [],
      summary: "❌ the spec asks for less than before",
    });
    expect(run.reasons).toEqual(["loosened (spec): fail"]);
  });

  it("an edit that hides a drop: passes by assertion, and fails", async () => {
    const services = "services:\n  payment: { replicaAvailability: 99.999% }\nendpoints:";
    const change = { "availability.yaml": edited("endpoints:", services), ...CHANGES.fewer };
    const run = await opened(change);
    expect(run.brief).toEqual({
      ...FAILED,
      requests: CREATED,
      comment: COMMENT_URL,
      summary: "❌ `POST /checkout` passes only because the spec was edited",
    });
    expect(run.reasons).toEqual(["passes-by-assertion POST /checkout: fail"]);
  });
});
