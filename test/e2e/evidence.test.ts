import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { EstimateResult, Result } from "../../src/gate/result.ts";
import { makeOrigin } from "./history.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "availability-gate-evidence-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const spec = (good: number, replicas = 2) => `version: 1
dependencies:
  - web -> pay:
      evidence: { good: ${good}, total: 100000, until: 2026-11-01 }
services:
  web: { replicas: 3 }
  pay: { replicas: ${replicas}, replicaAvailability: 99.9% }
endpoints:
  POST /pay: { entry: web, slo: 99.95%, observed: 99.9% }
`;

describe("evidence on the command line", { timeout: 60_000 }, () => {
  it("a fall by evidence alone warns, one of the system fails, and both have their intervals", () => {
    const commits = [
      { name: "base", files: { "availability.yaml": spec(99_970) } },
      { name: "observed", parents: ["base"], files: { "availability.yaml": spec(99_900) } },
      { name: "smaller", parents: ["base"], files: { "availability.yaml": spec(99_970, 1) } },
    ];
    const refs = { "refs/heads/main": "observed", "refs/heads/smaller": "smaller" };
    const origin = makeOrigin(join(scratch, "shop"), commits, refs);
    const diff = (head: string) => {
      const args = ["diff", "--base", origin.id("base"), "--head", head, "--format", "json"];
      const { status, stdout, stderr } = runCli(ACTION_NODE, origin.folder, args);
      expect(stderr).toBe("");
      return { status, result: JSON.parse(stdout) as Result };
    };
    const observed = diff("main");
    expect(observed.status).toBe(0);
    expect(observed.result.reasons.map(({ code }) => code)).toEqual(["evidence"]);
    expect(observed.result.models[0]?.changes.map(({ kind }) => kind)).toEqual(["evidence"]);
    const smaller = diff("smaller");
    expect(smaller.status).toBe(1);
    for (const { result } of [observed, smaller]) {
      const [endpoint] = result.models[0]!.endpoints;
      const [low, high] = endpoint!.head!.credible!.interval;
      expect(low).toBeLessThan(endpoint!.head!.availability);
      expect(high).toBeGreaterThan(endpoint!.head!.availability);
      expect(endpoint!.deltaCredible!.interval[1]).toBeLessThan(0);
    }
  });

  it("`estimate --calibrate` ends with the defaults to write", () => {
    const folder = join(scratch, "calibrated");
    mkdirSync(folder);
    writeFileSync(join(folder, "availability.yaml"), spec(99_970));
    const text = runCli(ACTION_NODE, folder, ["estimate", "--calibrate"]);
    expect({ status: text.status, stderr: text.stderr }).toEqual({ status: 0, stderr: "" });
    expect(text.stdout).toMatch(/POST \/pay\s+99\.9%\s+99\.96\d*%/);
    expect(text.stdout).toMatch(/\n {4}defaults:\n {6}replicaAvailability: \d/);
    const json = runCli(ACTION_NODE, folder, ["estimate", "--calibrate", "--format", "json"]);
    const result: EstimateResult = JSON.parse(json.stdout);
    expect(result.models[0]?.calibration?.endpoints.map(({ name }) => name)).toEqual(["POST /pay"]);
  });
});
