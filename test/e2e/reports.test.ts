import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { VERSION } from "../../src/flow/version.ts";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { FAILED } from "./told.ts";

describe("the files that inputs ask for", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("are written beside the verdict, and nowhere outside of the workspace", async () => {
    const stage = await stages.open({ pushes: [CHANGES.fewer] });
    const temp = join(stage.scratch, "temp");
    mkdirSync(temp);
    const out = join(temp, "gate", "deep");
    const outside = join(stage.scratch, "outside.html");
    const files = {
      sarif: join(out, "availability.sarif"),
      junit: join(out, "junit.xml"),
      json: join(out, "result.json"),
    };
    const run = await stage.pullRequest("opened", {
      inputs: { ...files, report: outside, comment: "never" },
      env: { RUNNER_TEMP: temp },
    });
    expect(run.brief).toMatchObject({
      code: FAILED.code,
      warnings: [expect.stringMatching(/^the file of the input `report` would lie outside/)],
    });
    expect(existsSync(outside)).toBe(false);
    const { runs } = JSON.parse(readFileSync(files.sarif, "utf8"));
    expect(runs[0].tool.driver.semanticVersion).toBe(VERSION);
    expect(runs[0].results[0]).toMatchObject({ ruleId: "below-slo", level: "error" });
    expect(readFileSync(files.junit, "utf8")).toContain("<failure ");
    expect(JSON.parse(readFileSync(files.json, "utf8")).verdict).toBe("fail");

    const report = join(out, "report.html");
    const again = await stage.pullRequest("opened", {
      inputs: { report, comment: "never" },
      env: { RUNNER_TEMP: temp },
    });
    expect(again.brief).toMatchObject({ code: FAILED.code, warnings: [] });
    const page = readFileSync(report, "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("POST /checkout");
  });
});
