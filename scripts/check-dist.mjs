// Fails when dist/ is not what the source builds to. Builds into a temporary folder, touches nothing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fresh = mkdtempSync(join(tmpdir(), "availability-gate-dist-"));
try {
  const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--out", fresh], {
    stdio: "inherit",
  });
  if (built.status !== 0) process.exit(1);
  const names = new Set([...readdirSync(fresh), ...readdirSync(join(root, "dist"))]);
  const stale = [...names].filter(
    (name) => content(fresh, name) !== content(join(root, "dist"), name),
  );
  if (stale.length > 0) {
    console.error(`dist/ is stale (${stale.join(", ")}): run \`npm run build\` and commit it`);
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

function content(folder, name) {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return null;
  }
}
