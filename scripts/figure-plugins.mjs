// What dist/figure.js needs: the renderer and the font inside it, and nothing that it finds at run time.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

/** Quality of 0 to 11: at 11 a seventh smaller still, and twelve times as slow. */
const QUALITY = 9;

/**
 * Puts the bytes that src/study/figure-assets.ts reads from packages into the bundle. A pinned
 * WebAssembly compresses them, since what Node's zlib makes of them may depend on the machine.
 */
export const assetsPlugin = {
  name: "figure-assets",
  setup(setup) {
    setup.onLoad({ filter: /study[\\/]figure-assets\.ts$/ }, () => {
      const renderer = readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm"));
      const packed = require("brotli-wasm").compress(renderer, { quality: QUALITY });
      const fonts = ["latin-400", "greek-400", "latin-700"].map((name) =>
        readFileSync(require.resolve(`@fontsource/arimo/files/arimo-${name}-normal.woff`)),
      );
      const base64 = (bytes) => JSON.stringify(Buffer.from(bytes).toString("base64"));
      const contents = `
        import { promisify } from "node:util";
        import { brotliDecompress } from "node:zlib";
        const bytes = (text) => Buffer.from(text, "base64");
        export const rendererBytes = () => promisify(brotliDecompress)(bytes(${base64(packed)}));
        export const fontBytes = async () => [${fonts.map(base64).join(", ")}].map(bytes);`;
      return { contents, loader: "js" };
    });
  },
};

/** The licences of the embedded bytes go into dist/licenses.txt like those of the bundled code. */
export const assetPackages = ["node_modules/@resvg/resvg-wasm/", "node_modules/@fontsource/arimo/"];

/**
 * Options beyond those of every bundle. Vega's Node build looks for a package `canvas` and would then
 * measure text with the fonts of the machine; resvg's asks for `Request`, and so loads Node's HTTP client.
 */
export function figureOptions(root) {
  return {
    alias: {
      "vega-canvas": join(root, "node_modules/vega-canvas/build/vega-canvas.browser.js"),
      "vega-loader": join(root, "node_modules/vega-loader/build/vega-loader.browser.js"),
    },
    define: { Request: "undefined", Response: "undefined" },
    minifyIdentifiers: true,
    charset: "ascii",
    banner: {},
  };
}
