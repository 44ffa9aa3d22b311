import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { estimate } from "../../src/flow/estimate.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };
const GLOB = ["availability.yaml"];
const web = (name: string) =>
  `kind: Deployment\napiVersion: apps/v1\nmetadata: { name: ${name} }\nspec: { replicas: 2 }\n`;
const spec = (dependency: string) =>
  `version: 1\nmanifests: [deploy/*.yaml]\ndependencies: [web -> db${dependency}]\nendpoints: { e: { entry: web } }\n`;
const BASE: Files = { "availability.yaml": spec(""), "deploy/web.yaml": web("web") };

async function toldBy(head: Files, base: Files = BASE) {
  const side = (files: Files) => ({ tree: memoryTree(files), rendered: null });
  const request = { base: side(base), head: side(head), models: GLOB, options: OPTIONS };
  const outcome = await diff(request);
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  const told = outcome.judgements.flatMap(({ model }) => model.diagnostics);
  return told.filter(({ code }) => code === "assumed-service" || code === "new-workload");
}

describe("what a change brings is named", () => {
  test("a service that no workload goes by, such as one that was mistyped", async () => {
    const head = { ...BASE, "availability.yaml": spec(", wbe -> db") };
    expect(await toldBy(head)).toEqual([
      expect.objectContaining({
        ...{ severity: "warning", code: "assumed-service", line: 3 },
        message: expect.stringContaining("1 new service without a workload"),
      }),
    ]);
    expect((await toldBy(head))[0]?.message).toContain("`wbe`");
  });

  test("what was there before is not", async () => {
    expect(await toldBy({ ...BASE, "deploy/web.yaml": web("web").replace("2", "3") })).toEqual([]);
  });

  test("a workload that no service claims", async () => {
    const told = await toldBy({ ...BASE, "deploy/new.yaml": web("new") });
    expect(told).toEqual([
      expect.objectContaining({ code: "new-workload", file: "deploy/new.yaml", line: 3 }),
    ]);
  });

  test("at adoption and in an estimate, every service that counts as one replica", async () => {
    const all = expect.objectContaining({
      ...{ severity: "notice", code: "assumed-service" },
      message: expect.stringContaining("the name of `db`,"),
    });
    expect(await toldBy(BASE, {})).toEqual([all]);
    const outcome = await estimate({ tree: memoryTree(BASE), rendered: null }, GLOB, OPTIONS);
    if (outcome.kind === "invalid") throw new Error("invalid");
    expect(outcome.estimates[0]?.model.diagnostics).toContainEqual(all);
  });
});
