// Fails where `dist/` depends on where, when or by whom it is built: builds it in this folder and in a copy
// elsewhere, under another clock, language and home, and compares both with what is committed, to the byte.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), "availability-gate-reproduce-"));
try {
  const here = built(root, join(scratch, "here"), {});
  const copy = join(scratch, "a copy with a longer name", "deep");
  copyTo(copy);
  const elsewhere = built(copy, join(scratch, "elsewhere"), {
    TZ: "Pacific/Auckland",
    LC_ALL: "tr_TR.UTF-8",
    HOME: scratch,
    USER: "somebody",
  });
  const committed = digests(join(root, "dist"));
  const names = [...new Set([...here, ...elsewhere, ...committed].map(([name]) => name))].sort();
  const differing = names.filter(
    (name) => new Set([here, elsewhere, committed].map((one) => one.get(name))).size > 1,
  );
  for (const name of names) console.log(`${here.get(name)}  dist/${name}`);
  if (differing.length > 0) {
    console.error(`not the same in every build, or stale: ${differing.join(", ")}`);
    process.exitCode = 1;
  } else console.log(`${names.length} files, the same in two folders and as committed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The project as git keeps it, with its packages: hard links where the disk allows, since they are many. */
function copyTo(folder) {
  const listed = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const path of listed.stdout.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  if (spawnSync("cp", ["-al", from, to]).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function built(folder, out, environment) {
  const ended = spawnSync(process.execPath, [join(folder, "scripts/build.mjs"), "--out", out], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  if (ended.status !== 0) throw new Error(`the build in ${folder} failed`);
  return digests(out);
}

function digests(folder) {
  return new Map(
    readdirSync(folder).map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
