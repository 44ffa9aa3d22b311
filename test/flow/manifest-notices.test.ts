import { describe, expect, it } from "vitest";
import { manifestNotices } from "../../src/flow/manifest-notices.ts";
import { emptyCache, readSpecAt } from "../../src/flow/side.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

async function noticesOf(manifests: string, files: Files, rendered = false) {
  const spec = `version: 1\n${manifests}endpoints: { e: { entry: web } }\n`;
  const tree = memoryTree({ "shop/availability.yaml": spec, ...files });
  const read = await readSpecAt(tree, "shop/availability.yaml", emptyCache());
  if (read.spec === null) throw new Error(JSON.stringify(read.diagnostics));
  const side = { tree, rendered: rendered ? { tree, folder: "out" } : null };
  return manifestNotices(side, read.spec).map(
    ({ code, line, message }) => `${code} ${line}: ${message}`,
  );
}

const WEB = { "shop/deploy/web.yaml": "kind: Deployment\n" };

describe("manifests that are left out", () => {
  it("are told by the glob of several that names none", async () => {
    const globs = "manifests:\n  - deploy/*.yaml\n  - deploi/**\n  - '!deploy/none.yaml'\n";
    expect(await noticesOf(globs, WEB)).toEqual([
      "empty-glob 4: `deploi/**` names no manifest; correct it, or remove it",
    ]);
    expect(await noticesOf("manifests: [deploy/*.yaml]\n", WEB)).toEqual([]);
    expect(await noticesOf(globs, WEB, true)).toEqual([]);
  });

  it("are left to the model where no glob names any", async () => {
    expect(await noticesOf("manifests: [deploi/**]\n", WEB)).toEqual([]);
  });

  it("are told where the default passes over the templates of a chart", async () => {
    const chart = { "shop/chart/Chart.yaml": "name: x\n", "shop/chart/templates/web.yaml": "{{}}" };
    const told = await noticesOf("", { ...WEB, ...chart });
    expect(told).toEqual([
      expect.stringMatching(/^chart-templates 1: .*`shop\/chart\/templates\/`/),
    ]);
    expect(await noticesOf("manifests: [deploy/*.yaml]\n", { ...WEB, ...chart })).toEqual([]);
    expect(
      await noticesOf("", { ...WEB, "chart/Chart.yaml": "", "chart/templates/x": "" }),
    ).toEqual([]);
  });
});
