import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import { estimate } from "../../src/flow/estimate.ts";
import { workloadTitle } from "../../src/model/match.ts";
import { memoryTree } from "./memory-tree.ts";

const PAIRS = resolve(import.meta.dirname, "../../../shared/realworld/pairs");
const found = existsSync(PAIRS);
const MOST = 4;

/**
 * Pairs whose heads are read as they stand, and how many of their first workloads can be patched: not those that
 * take a port of the host, and not one that two overlays define.
 */
const KNOWN: readonly [name: string, patched: number][] = [
  ["dk-hpa-min-10-to-2", 2],
  ["dsb-hotel-compose-replicas-down", 4],
  ["sg-replicas-up", 4],
  ["emojivoto-remove-api", 1],
];

const folder = mkdtempSync(join(tmpdir(), "patches-"));
afterAll(() => rmSync(folder, { recursive: true }));

function textsIn(name: string): Record<string, string> {
  const root = join(PAIRS, name, "head");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const read = files
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]);
  return Object.fromEntries(read);
}

/** One endpoint a workload, promised what one replica more would keep. */
function specOf(texts: Readonly<Record<string, string>>): string {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const { workloads } = readDeployment(files);
  const told = workloads
    .filter(
      ({ replicas, conflicts }) =>
        conflicts.length === 0 && (replicas.count ?? 0) > 0 && (replicas.count ?? 9) < 4,
    )
    .slice(0, MOST);
  const services = told.map((one, at) => `  s${at}: { workload: "${workloadTitle(one)}" }`);
  const slos = ["", "99.99", "99.9999", "99.999999"];
  const endpoints = told.map(
    ({ replicas }, at) => `  e${at}: { entry: s${at}, needs: [], slo: ${slos[replicas.count!]}% }`,
  );
  return [
    "version: 1",
    'manifests: ["**/*.{yml,yaml}"]',
    "defaults: { replicaAvailability: 99.5% }",
    "services:",
    ...services,
    "endpoints:",
    ...endpoints,
    "",
  ].join("\n");
}

describe.skipIf(!found)(
  `patches of manifests that people wrote${found ? "" : " (not here)"}`,
  () => {
    it.each(KNOWN)("%s", async (name, patched) => {
      const texts = textsIn(name);
      const files = { ...texts, "availability.yaml": specOf(texts) };
      const told = async (all: Readonly<Record<string, string>>) => {
        const side = { tree: memoryTree(all), rendered: null };
        const outcome = await estimate(side, ["availability.yaml"], { samples: 1000, seed: 1 });
        if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
        return outcome.estimates[0]!.model.endpoints;
      };
      const here = mkdtempSync(join(folder, "tree-"));
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(here, path)), { recursive: true });
        writeFileSync(join(here, path), text);
      }
      const before = await told(files);
      const patches = before.flatMap((one) => one.explained?.remedies[0]?.patch ?? []);
      expect(patches.length).toBe(patched);
      for (const patch of patches) {
        const env = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: folder };
        execFileSync("git", ["apply", "-"], { cwd: here, input: patch, env });
      }
      const after = await told(
        Object.fromEntries(
          Object.keys(files).map((path) => [path, readFileSync(join(here, path), "utf8")]),
        ),
      );
      const kept = after.filter(({ verdict }) => verdict !== "fail");
      expect(kept.length).toBe(patched);
    });
  },
);
