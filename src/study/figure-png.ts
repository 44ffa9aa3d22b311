import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { fontBytes, rendererBytes } from "./figure-assets.ts";
import { fontOfWoff } from "./figure-font.ts";

/** Started once a process: resvg refuses to be started again. */
let started: Promise<void> | undefined;

/** Compiles resvg, on other threads; `pngOf` needs it. */
export function startRenderer(): Promise<void> {
  started ??= initWasm(rendererBytes());
  return started;
}

/** The SVG as a PNG of `zoom` pixels a unit, with the fonts at hand and no others: the same bytes anywhere. */
export async function pngOf(svg: string, zoom: number): Promise<Uint8Array> {
  const [fonts] = await Promise.all([fontBytes(), startRenderer()]);
  const drawing = new Resvg(svg, {
    fitTo: { mode: "zoom", value: zoom },
    font: { fontBuffers: fonts.map(fontOfWoff), defaultFontFamily: "Arimo" },
  });
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
}
