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

const GATEWAYS = 12;
const STORES = 24;

const list = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

/** Any gateway leads to any store: which stores are reached has too many states to tell exactly. */
function web(name: string, availability: string): readonly Record<string, object>[] {
  return list(`${name}-gateway`, GATEWAYS).flatMap((gateway) => [
    { [`front -> ${gateway}`]: { availability } },
    ...list(`${name}-store`, STORES).map((store) => ({
      [`${gateway} -> ${store}`]: { availability },
    })),
  ]);
}

const SERVICES = ["weak", "firm"].flatMap((name) => [
  ...list(`${name}-gateway`, GATEWAYS),
  ...list(`${name}-store`, STORES),
]);

/** What is weak can only be drawn; what is firm fails so rarely that bounds tell all. */
const SPEC = JSON.stringify({
  version: 1,
  manifests: ["*.yaml"],
  defaults: { replicaAvailability: "70%" },
  services: Object.fromEntries(
    SERVICES.filter((name) => name.startsWith("firm")).map((name) => [
      name,
      { replicaAvailability: "99.9%" },
    ]),
  ),
  dependencies: [...web("weak", "99%"), ...web("firm", "99.99%")],
  endpoints: {
    drawn: { entry: "front", needs: [{ atLeast: 14, of: list("weak-store", STORES) }], slo: "10%" },
    bounded: {
      entry: "front",
      needs: [{ atLeast: 22, of: list("firm-store", STORES) }],
      slo: "10%",
    },
    exact: { entry: "front", needs: [{ anyOf: list("weak-gateway", GATEWAYS) }], slo: "10%" },
  },
});

/** P(at least k of `up` work), each on its own: the sum over every number that may. */
function atLeast(k: number, up: readonly number[]): number {
  let numbers = [1];
  for (const p of up) {
    const more = [...numbers, 0];
    numbers = more.map((one, index) => one * (1 - p) + (more[index - 1] ?? 0) * p);
  }
  return numbers.slice(k).reduce((sum, one) => sum + one, 0);
}

/** A store is reached when it is live, but for all twelve ways to it failing at once. */
function expected(k: number, theta: number, replicas: number): number {
  const first = 1 - (1 - theta) ** replicas;
  return 0.7 * atLeast(k, [first, ...Array.from({ length: STORES - 1 }, () => theta)]);
}

describe("figures", { timeout: 120_000 }, () => {
  const workloads = (replicas: number) =>
    ["front", ...SERVICES].map((name) => deployment(name, name.endsWith("store-1") ? replicas : 1));
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
    const found = (name: string) => endpoint(texts[0] ?? "", name)?.head;
    expect(found("exact")?.method).toBe("exact");
    expect(found("bounded")?.method).toBe("bounded");
    expect(found("drawn")).toMatchObject({ method: "monte-carlo", samples: 200_000 });
  });

  it("follow seed and samples where they are drawn, and nowhere else", () => {
    const [node = ""] = RUNTIMES.map((one) => one.node);
    const [one, other] = [diff(node), diff(node, "--seed", "2", "--samples", "50000")];
    expect(endpoint(other, "drawn")?.head?.samples).toBe(50_000);
    expect(endpoint(other, "drawn")?.head).not.toEqual(endpoint(one, "drawn")?.head);
    for (const name of ["exact", "bounded"]) {
      expect(endpoint(other, name)).toEqual(endpoint(one, name));
    }
  });

  it.each([
    ["drawn", 14, 0.7, 2e-5],
    ["bounded", 22, 0.999, 1e-15],
  ])("%s: lie where the sum over what may fail says", (name, k, theta, slack) => {
    const found = endpoint(diff(RUNTIMES[0]?.node ?? ""), name);
    for (const [figure, replicas] of [
      [found?.base, 2],
      [found?.head, 1],
    ] as const) {
      const [low = 1, high = 0] = figure?.interval ?? [];
      expect(low).toBeLessThanOrEqual(expected(k, theta, replicas) + slack);
      expect(high).toBeGreaterThanOrEqual(expected(k, theta, replicas) - slack);
      expect(high - low).toBeLessThan(0.002);
    }
  });

  it("share their draws between base and head: a small loss is seen, with an interval", () => {
    const found = endpoint(diff(RUNTIMES[0]?.node ?? ""), "drawn");
    const [low = 0, high = 0] = found?.deltaInterval ?? [];
    expect(found?.change).toBe("degraded");
    expect(low).toBeLessThanOrEqual(found?.delta ?? Number.NaN);
    expect(high).toBeGreaterThanOrEqual(found?.delta ?? Number.NaN);
    expect(high).toBeLessThan(0);
  });
});
