// Writes the software bill of materials of what `dist/` is made of, as CycloneDX: `npm sbom`, made the same
// to the byte for one commit. `node scripts/sbom.mjs [FILE]`; without a file it goes to standard output.
// Needs package-lock.json alone: nothing is installed or run of what it lists.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = json("package.json");
const lock = json("package-lock.json");
const inDist = bundled();

const known = new Set(Object.entries(lock.packages).map(([path, one]) => refOf(path, one)));
const unknown = inDist.filter((ref) => !known.has(ref));
if (unknown.length > 0) {
  console.error(`dist/ holds ${unknown.join(", ")}, which package-lock.json does not`);
  process.exit(1);
}
const text = `${JSON.stringify(settled(listed(shippedLock())), null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);

function json(name) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

function refOf(path, { version }) {
  return `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`;
}

/** Packages that the bundler took something of, as `name@version`: the headings of dist/licenses.txt. */
function bundled() {
  const notices = readFileSync(join(root, "dist/licenses.txt"), "utf8");
  return [...notices.matchAll(/(?:^|\n---\n\n)(\S+) (\S+) \([^\n]*\)\n/g)].map(
    ([, name, version]) => `${name}@${version}`,
  );
}

/**
 * package-lock.json without what is there for our tools alone: what `dependencies` leads to, and what is in
 * dist/ (a package may take up another one where that is there, without depending on it). npm's `--omit=dev`
 * would leave out what both we and a tool of ours depend on.
 */
function shippedLock() {
  const beside = Object.entries(lock.packages)
    .filter(([path, one]) => path !== "" && inDist.includes(refOf(path, one)))
    .map(([path]) => path);
  const direct = Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`);
  const paths = new Set(direct);
  follow(paths);
  const alone = beside.filter((path) => !paths.has(path));
  for (const path of alone) paths.add(path);
  follow(paths);
  const { devDependencies: _, ...own } = lock.packages[""];
  const extra = alone
    .filter((path) => path.lastIndexOf("node_modules/") === 0)
    .map((path) => [path.slice("node_modules/".length), lock.packages[path].version]);
  const dependencies = { ...own.dependencies, ...Object.fromEntries(extra) };
  const kept = [...paths].sort().map((path) => {
    const { dev: __, devOptional: ___, ...one } = lock.packages[path];
    return [path, one];
  });
  const packages = { "": { ...own, dependencies }, ...Object.fromEntries(kept) };
  return { ...lock, packages };
}

/** Adds what packages depend on, each found as Node finds it: in the nearest `node_modules` upwards. */
function follow(paths) {
  for (const path of paths) {
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = foldersUp(path)
        .map((folder) => `${folder}node_modules/${name}`)
        .find((one) => Object.hasOwn(lock.packages, one));
      if (found !== undefined) paths.add(found);
    }
  }
}

/** `node_modules/a/node_modules/b/`, `node_modules/a/` and the root, for a package `b`. */
function foldersUp(path) {
  const parts = path.split(/\/?node_modules\//).slice(1);
  return parts
    .map((_, at) =>
      parts
        .slice(0, at + 1)
        .map((one) => `node_modules/${one}/`)
        .join(""),
    )
    .reverse()
    .concat("");
}

/** What npm says of a lock file. */
function listed(shipped) {
  const folder = mkdtempSync(join(tmpdir(), "availability-gate-sbom-"));
  try {
    const { devDependencies: _, ...own } = manifest;
    const { dependencies } = shipped.packages[""];
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...own, dependencies }));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(shipped));
    const npm = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];
    const ended = spawnSync("npm", [...npm, "--package-lock-only"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 << 20,
    });
    if (ended.status !== 0) throw new Error(`npm sbom failed: ${ended.stderr || ended.error}`);
    return JSON.parse(ended.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * npm names the project after its folder, and gives every bill the time and a random number. Ours have the
 * time of the commit (SOURCE_DATE_EPOCH, https://reproducible-builds.org/specs/source-date-epoch/), and a
 * number that follows from the content (RFC 9562, section 5.8).
 */
function settled({ serialNumber: _, ...bom }) {
  const { timestamp: __, component, ...metadata } = bom.metadata;
  const whole = {
    ...bom,
    metadata: {
      timestamp: timeOfCommit(),
      ...metadata,
      component: { ...component, name: manifest.name },
    },
  };
  const { $schema, bomFormat, specVersion, ...rest } = whole;
  return { $schema, bomFormat, specVersion, serialNumber: numberOf(whole), ...rest };
}

function timeOfCommit() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const shown = () =>
    spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).stdout.trim();
  return new Date(Number(given ?? shown()) * 1000).toISOString();
}

function numberOf(bom) {
  const hash = createHash("sha256").update(JSON.stringify(bom)).digest("hex");
  const variant = "89ab"[Number.parseInt(hash[16], 16) % 4];
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-")}`;
}
