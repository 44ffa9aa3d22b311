import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

// scripts/figure-plugins.mjs puts the same bytes into the bundle in place of this file.

/** The WebAssembly of resvg, which draws an SVG as a PNG. */
export function rendererBytes(): Promise<Uint8Array<ArrayBuffer>> {
  return packaged("@resvg/resvg-wasm/index_bg.wasm");
}

/** Arimo, as wide as Arial glyph for glyph, as WOFF: Latin, and Greek for θ and ρ. */
export function fontBytes(): Promise<readonly Uint8Array[]> {
  return Promise.all(
    ["latin-400", "greek-400", "latin-700"].map((name) =>
      packaged(`@fontsource/arimo/files/arimo-${name}-normal.woff`),
    ),
  );
}

async function packaged(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(createRequire(import.meta.url).resolve(name)));
}
