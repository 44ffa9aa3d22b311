// The engine from its TypeScript sources: what is measured is the work tree, not the committed bundle.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const SOURCES = [
  "./answer.ts",
  "./draw.ts",
  "./growth-models.ts",
  "../../src/availability/importance.ts",
  "../../test/availability/system-file.ts",
  "../../test/availability/systems.ts",
];

/** Bundle into one module of a scratch folder, for this process and for those of their own. */
export async function bundleEngine(scratch) {
  const path = join(scratch, "engine.mjs");
  await build({
    stdin: {
      contents: SOURCES.map((source) => `export * from ${JSON.stringify(source)};`).join("\n"),
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      loader: "ts",
    },
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  });
  return { path, engine: await import(pathToFileURL(path).href) };
}
