import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lines, loadFiles } from "./model/support.ts";

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
const specs = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)]
  .map((match) => match[1] ?? "")
  .filter((block) => /^version: 1$/m.test(block));

describe("the README", () => {
  it("shows a first spec and one with everything", () => {
    expect(specs).toHaveLength(2);
  });

  it.each(specs)("shows a spec that is valid as it stands: %#", async (text) => {
    const files = { "availability.yaml": "version: 1\n", "shop/availability.yaml": text };
    const { spec, diagnostics } = await loadFiles(files, "shop/availability.yaml");
    expect(lines(diagnostics)).toEqual([]);
    expect(spec?.endpoints.size).toBeGreaterThan(0);
  });
});
