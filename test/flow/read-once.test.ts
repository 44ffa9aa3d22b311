import { expect, it, vi } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import type { Tree } from "../../src/repository/tree.ts";
import type { parseYaml } from "../../src/yaml/parse.ts";
import { deployment } from "../deployment/manifest.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const parsed: string[] = [];

vi.mock("../../src/yaml/parse.ts", async (original) => {
  const real = await original<{ readonly parseYaml: typeof parseYaml }>();
  const counting: typeof parseYaml = (text, ...rest) => {
    parsed.push(text);
    return real.parseYaml(text, ...rest);
  };
  return { ...real, parseYaml: counting };
});

const SPEC = "version: 1\nendpoints: { e: { entry: s7 } }\n";
const MANY = 450;

function shop(edited: readonly number[]): Files {
  const files = Array.from({ length: MANY }, (_, i) => {
    const text = deployment(`s${i}`, `replicas: ${edited.includes(i) ? 1 : 3}`);
    return [`deploy/${i}.yaml`, text] as const;
  });
  return { ...Object.fromEntries(files), "availability.yaml": SPEC };
}

/** A tree that notes which texts are asked of it. */
function noting(tree: Tree, asked: string[]): Tree {
  return {
    ...tree,
    read: (paths) => {
      asked.push(...paths.map((path) => tree.entries.get(path)?.id ?? ""));
      return tree.read(paths);
    },
  };
}

it.each<[string, string]>([
  ["as it is", SPEC],
  ["edited", SPEC.replace("s7", "s8")],
])("only manifests that differ are read and parsed twice, the spec %s", async (_what, spec) => {
  parsed.length = 0;
  const asked: string[] = [];
  const head = { ...shop([7, 8, 300]), "availability.yaml": spec };
  const outcome = await diff({
    base: { tree: noting(memoryTree(shop([])), asked), rendered: null },
    head: { tree: noting(memoryTree(head), asked), rendered: null },
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  expect(outcome.kind === "judged" && outcome.judgements).toHaveLength(1);
  const manifests = parsed.filter((text) => text.includes("kind: Deployment"));
  expect(manifests).toHaveLength(MANY + 3);
  expect(new Set(manifests).size).toBe(MANY + 3);
  expect(new Set(asked).size).toBe(asked.length);
});
