// Draws Mermaid's text as GitHub does: strictly, light or dark.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const library = createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js");

/**
 * The pictures of some texts, each an `img` of an SVG: what is drawn runs nothing in the page that shows it.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {readonly string[]} texts
 * @param {boolean} dark
 * @returns {Promise<readonly string[]>}
 */
export async function drawn(browser, texts, dark) {
  if (texts.length === 0) return [];
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1200, height: 800 },
  });
  try {
    const tab = await context.newPage();
    await tab.setContent("<!doctype html><meta charset=utf-8><body></body>");
    await tab.addScriptTag({ content: readFileSync(library, "utf8") });
    const images = await tab.evaluate(
      async ([sources, theme]) => {
        globalThis.mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme });
        const found = [];
        for (const [at, source] of sources.entries()) {
          const { svg } = await globalThis.mermaid.render(`drawing${at}`, source);
          const shown = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
          const [, , width, height] = shown.getAttribute("viewBox").split(" ").map(Number);
          shown.setAttribute("width", String(width));
          shown.setAttribute("height", String(height));
          found.push({ svg: new XMLSerializer().serializeToString(shown), width, height });
        }
        return found;
      },
      [texts, dark ? "dark" : "default"],
    );
    return images.map(({ svg, width, height }) => {
      const data = Buffer.from(svg, "utf8").toString("base64");
      return `<img alt="" width="${Math.round(width)}" height="${Math.round(height)}" style="max-width:100%;height:auto;background:none" src="data:image/svg+xml;base64,${data}">`;
    });
  } finally {
    await context.close();
  }
}
