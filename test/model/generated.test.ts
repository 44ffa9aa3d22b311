import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the committed validator is what the schema generates", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const run = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  expect(run.status).toBe(0);
});
