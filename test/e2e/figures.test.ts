import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/gate/result.ts";
import { makeOrigin } from "./history.ts";
import { runCli } from "./run-cli.ts";
import { RUNTIMES } from "./runtimes.ts";
import { deployment } from "./shop.ts";

const scratch = mkdtempSync(join(tmpdir(), "availability-gate-figures-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const GATEWAYS = Array.from({ length: 8 }, (_, index) => `gateway-${index}`);
const STORES = Array.from({ length: 24 }, (_, index) => `store-${index}`);

/** Any gateway leads to any store: which stores are reached has too many states to tell exactly. */
const SPEC = JSON.stringify({
  version: 1,
  manifests: ["*.yaml"],
  defaults: { replicaAvailability: "70%", dependencyAvailability: "99%" },
  dependencies: GATEWAYS.flatMap((gateway) => [
    `front -> ${gateway}`,
    ...STORES.map((store) => `${gateway} -> ${store}`),
  ]),
  endpoints: {
    sampled: { entry: "front", needs: [{ atLeast: 14, of: STORES }], slo: "10%" },
    exact: { entry: "front", needs: [{ anyOf: GATEWAYS }], slo: "10%" },
  },
});

describe("figures", { timeout: 120_000 }, () => {
  const workloads = (replicas: number) =>
    ["front", ...GATEWAYS, ...STORES].map((name) =>
      deployment(name, name === "store-1" ? replicas : 1),
    );
  const origin = makeOrigin(
    join(scratch, "origin.git"),
    [
      {
        name: "base",
        files: { "availability.yaml": SPEC, "all.yaml": workloads(2).join("---\n") },
      },
      { name: "head", parents: ["base"], files: { "all.yaml": workloads(1).join("---\n") } },
    ],
    { "refs/heads/main": "head" },
  );
  const diff = (node: string, ...more: readonly string[]) => {
    const ends = ["--base", origin.id("base"), "--head", origin.id("head"), "--format", "json"];
    const { status, stdout, stderr } = runCli(node, origin.folder, ["diff", ...ends, ...more]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  };
  const endpoint = (text: string, name: string) => {
    const result: Result = JSON.parse(text);
    return result.models[0]?.endpoints.find((one) => one.name === name);
  };

  it("are the same to the last digit on every Node, run after run", () => {
    const texts = RUNTIMES.flatMap(({ node }) => [diff(node), diff(node)]);
    expect(new Set(texts).size).toBe(1);
    expect(endpoint(texts[0] ?? "", "exact")?.head?.method).toBe("exact");
    expect(endpoint(texts[0] ?? "", "sampled")?.head).toMatchObject({
      method: "monte-carlo",
      samples: 200_000,
    });
  });

  it("follow seed and samples where they are sampled, and nowhere else", () => {
    const [node = ""] = RUNTIMES.map((one) => one.node);
    const [one, other] = [diff(node), diff(node, "--seed", "2", "--samples", "50000")];
    expect(endpoint(other, "sampled")?.head?.samples).toBe(50_000);
    expect(endpoint(other, "sampled")?.head).not.toEqual(endpoint(one, "sampled")?.head);
    expect(endpoint(other, "exact")).toEqual(endpoint(one, "exact"));
  });

  it("share their draws between base and head: a small loss is seen, with an interval", () => {
    const found = endpoint(diff(RUNTIMES[0]?.node ?? ""), "sampled");
    const [low = 0, high = 0] = found?.deltaInterval ?? [];
    expect(found?.change).toBe("degraded");
    expect(low).toBeLessThanOrEqual(found?.delta ?? Number.NaN);
    expect(high).toBeGreaterThanOrEqual(found?.delta ?? Number.NaN);
    expect(high).toBeLessThan(0);
  });
});
