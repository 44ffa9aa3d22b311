// Renders Markdown as GitHub shows it and takes its picture:
//   node scripts/picture.mjs comment.md out.png [--dark] [--width 900] [--open] [--scale 2]
// `--open` opens all that is folded.
// `-` instead of a file reads standard input. CHROMIUM names the browser, else Debian's is used.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { marked } from "marked";
import { chromium } from "playwright-core";
import { drawn } from "./mermaid.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: "boolean", default: false },
    open: { type: "boolean", default: false },
    width: { type: "string", default: "900" },
    scale: { type: "string", default: "2" },
  },
});
const [source, target] = positionals;
const width = Number(values.width);
if (source === undefined || target === undefined || !Number.isInteger(width) || width < 200) {
  console.error(
    "usage: node scripts/picture.mjs FILE|- OUT.png [--dark] [--width PIXELS] [--open] [--scale N]",
  );
  process.exit(2);
}

const theme = values.dark ? "dark" : "light";
const style = createRequire(import.meta.url).resolve(
  `github-markdown-css/github-markdown-${theme}.css`,
);
const text = readFileSync(source === "-" ? 0 : source, "utf8");
const html = marked.parse(text, { gfm: true });
const DRAWING = /<pre><code class="language-mermaid">(.*?)<\/code><\/pre>/gs;

const DIFF = /<pre><code class="language-diff">(.*?)<\/code><\/pre>/gs;

/** Lines of a diff in GitHub's colours. */
function diffLines(lines) {
  return lines.replace(/^([-+])(?!\1\1 ).*$/gm, (line, sign) => {
    const kind = sign === "+" ? "add" : "del";
    return `<span class="${kind}">${line}</span>`;
  });
}

/** The page with each drawing in its place. */
function pageWith(drawings) {
  let at = 0;
  const shown = html.replace(DRAWING, () => `<p>${drawings[at++]}</p>`);
  const coloured = shown.replace(DIFF, (_, lines) => `<pre><code>${diffLines(lines)}</code></pre>`);
  const body = values.open ? coloured.replaceAll("<details>", "<details open>") : coloured;
  return `<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
  ${readFileSync(style, "utf8")}
  body { margin: 0; background: ${values.dark ? "#0d1117" : "#ffffff"}; }
  .markdown-body { box-sizing: border-box; padding: 16px 20px; font-size: 14px; }
  .add { color: ${values.dark ? "#aff5b4" : "#116329"}; background: ${values.dark ? "#033a16" : "#dafbe1"}; }
  .del { color: ${values.dark ? "#ffdcd7" : "#82071e"}; background: ${values.dark ? "#67060c" : "#ffebe9"}; }
  .markdown-body > :last-child { margin-bottom: 0; }
</style>
<article class="markdown-body">${body}</article>`;
}

/** Of text that marked escaped. */
function unescaped(escaped) {
  const signs = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  return escaped.replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
try {
  const sources = [...html.matchAll(DRAWING)].map(([, escaped]) => unescaped(escaped));
  const page = pageWith(await drawn(browser, sources, values.dark));
  const context = await browser.newContext({
    viewport: { width, height: 100 },
    deviceScaleFactor: Number(values.scale),
    // What is shown is a text, whatever it holds.
    javaScriptEnabled: false,
    offline: true,
  });
  const tab = await context.newPage();
  await tab.setContent(page);
  await tab.screenshot({ path: target, fullPage: true });
} finally {
  await browser.close();
}
