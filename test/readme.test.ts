import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Fault } from "../src/model/model.ts";
import { build, lines, loadFiles } from "./model/support.ts";

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
const specs = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)]
  .map((match) => match[1] ?? "")
  .filter((block) => /^version: 1$/m.test(block));

const KINDS: readonly ((fault: Fault) => boolean)[] = [
  ({ down }) => down.length > 0,
  ({ overrides }) => overrides.length > 0,
  ({ rollout }) => rollout !== null,
  ({ drain }) => drain !== null,
  ({ kill }) => kill !== null,
  ({ worstOf }) => worstOf !== null,
];

describe("the README", () => {
  it("shows a first spec, one with everything, and one with what fails together", () => {
    expect(specs).toHaveLength(3);
  });

  it.each(specs)("shows a spec that is valid as it stands: %#", async (text) => {
    const files = { "availability.yaml": "version: 1\n", "shop/availability.yaml": text };
    const { spec, diagnostics } = await loadFiles(files, "shop/availability.yaml");
    expect(lines(diagnostics)).toEqual([]);
    expect(spec?.endpoints.size).toBeGreaterThan(0);
  });

  it("shows a fault of each kind, in a model that can be built without a warning", async () => {
    const { model, diagnostics } = await build(specs[2] ?? "");
    expect(diagnostics.filter(({ severity }) => severity !== "notice")).toEqual([]);
    for (const kind of KINDS) expect(model?.faults.some(kind)).toBe(true);
  });
});
