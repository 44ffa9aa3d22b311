import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { manifestsOf } from "../../src/flow/manifest-paths.ts";
import { readDeploymentOf } from "../../src/flow/read-manifests.ts";
import { emptyCache, readSpecAt } from "../../src/flow/side.ts";
import { decodeText } from "../../src/repository/text.ts";
import type { Tree } from "../../src/repository/tree.ts";
import { deployment } from "../deployment/manifest.ts";
import { memoryTree } from "./memory-tree.ts";

const WEB = deployment("web", "replicas: 3");

/** A tree of bytes, read as those of git are: what is no text is left out, and so are bytes beyond the limit. */
function treeOfBytes(files: Readonly<Record<string, Buffer | { readonly link: string }>>): Tree {
  const bytes = new Map(Object.entries(files));
  const links = [...bytes].map(([path, content]) => [
    path,
    Buffer.isBuffer(content) ? path : content,
  ]);
  const textOf = (path: string) => {
    const content = bytes.get(path);
    return Buffer.isBuffer(content) ? decodeText(content) : null;
  };
  return {
    ...memoryTree(Object.fromEntries(links)),
    read: async (paths) =>
      new Map(
        paths.flatMap((path) => ((text) => (text === null ? [] : [[path, text]]))(textOf(path))),
      ),
    readBytes: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const content = bytes.get(path);
          return Buffer.isBuffer(content) && content.length <= 8 << 20 ? [[path, content]] : [];
        }),
      ),
  };
}

async function readingOf(files: Readonly<Record<string, Buffer | { readonly link: string }>>) {
  const spec = "version: 1\nmanifests: ['deploy/*']\nendpoints: { e: { entry: web } }\n";
  const tree = treeOfBytes({ "availability.yaml": Buffer.from(spec), ...files });
  const cache = emptyCache();
  const read = await readSpecAt(tree, "availability.yaml", cache);
  if (read.spec === null) throw new Error(JSON.stringify(read.diagnostics));
  const side = { tree, rendered: null };
  return readDeploymentOf(side, await manifestsOf(side, read.spec, cache), cache);
}

describe("a manifest that is no text", () => {
  it.each<[string, string, Buffer | { readonly link: string }]>([
    ["compressed with gzip", "web.yaml", gzipSync(WEB)],
    ["UTF-16", "web.yaml", Buffer.from(`\ufeff${WEB}`, "utf16le")],
    ["not UTF-8", "web.yaml", Buffer.from(WEB.replace("web", "wéb"), "latin1")],
    ["too large", "web.yaml", Buffer.alloc(50_000_000, WEB)],
    ["a link", "web.yaml", { link: "../web.yaml" }],
  ])("is passed over, and told why: %s", async (why, name, content) => {
    const { workloads, diagnostics } = await readingOf({ [`deploy/${name}`]: content });
    expect(workloads).toEqual([]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      severity: "warning",
      code: "manifests-passed-over",
      file: `deploy/${name}`,
      line: 1,
    });
    expect(diagnostics[0]!.message).toMatch(
      new RegExp(
        `^1 manifest passed over: \`deploy/web.yaml\` \\(${why}\\); commit plain UTF-8 text of at most 8 MiB`,
      ),
    );
  });

  it("is counted beyond the fifth", async () => {
    const names = Array.from({ length: 7 }, (_, i) => `deploy/${i}.yaml`);
    const { diagnostics } = await readingOf(
      Object.fromEntries(names.map((name) => [name, gzipSync(WEB)])),
    );
    expect(diagnostics[0]!.message).toContain("`deploy/4.yaml` (compressed with gzip) and 2 more");
  });
});
