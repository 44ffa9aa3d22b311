import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { marked } from "marked";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AffectedGraph } from "../../src/gate/explained.ts";
import { spelledOut, visible } from "../../src/report/escape.ts";
import { renderComment } from "../../src/report/markdown.ts";
import { CONTEXT, FAILING } from "../report/samples.ts";
import { HAS_CHROMIUM, openBrowser } from "./browser.ts";

const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js"),
  "utf8",
);

/** What a pull request may call a service to have its reader's browser do something. */
const NAMES = [
  'a "quoted" one',
  "it's [a] {b} (c) |d|",
  "</script><script>globalThis.ran = 1</script>",
  "<img src=x onerror=globalThis.ran=1>",
  "<img src=https://evil.invalid/x.png>",
  "%%{init: {'securityLevel':'loose'}}%%",
  "%%{init: {'themeCSS':'*{display:none}'}}%%",
  '"]; click s0 call ran()',
  'x"] --> y; click y "javascript:ran=1"',
  "s0@{ img: 'https://evil.invalid/x.png' }",
  "\u202egnitfel ot thgir",
  "**bold** _em_ `code` [a](https://evil.invalid)",
  "`**markdown string**`",
  "&lt;b&gt; &#x3c;i&#x3e; #lt;u#gt; #60;s#62;",
  "ﬂ°°60¶ßimg src=xﬂ°62¶ß",
  "$$\\href{https://evil.invalid}{x}$$",
  "fa:fa-user",
  "```\nend\nsubgraph",
  "~~~\n# heading",
  "url(https://evil.invalid/x.png)",
  "🛒 checkout 👩‍👩‍👧",
  "支付 ödeme الدفع",
  `${"long-".repeat(60)}name`,
];

type Drawn = {
  /** Of each box: its lines. */
  readonly boxes: readonly (readonly string[])[];
  readonly arrows: number;
  /** What a drawing has no business to hold. */
  readonly strangers: readonly string[];
  readonly ran: unknown;
  readonly width: number;
};

/** Run in the page, which draws as GitHub does: strictly, with Mermaid's other settings as they come. */
const DRAW = `async (text, wait) => {
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
  const { svg } = await mermaid.render("drawing", text);
  document.body.innerHTML = svg;
  // What would be fetched or run late has its chance.
  await new Promise((done) => setTimeout(done, wait));
  const all = (selector) => [...document.body.querySelectorAll(selector)];
  const lines = (box) => {
    const label = box.querySelector(".nodeLabel");
    for (const one of label.querySelectorAll("br")) one.replaceWith("\\n");
    return label.textContent.trim().split("\\n");
  };
  const isHandled = (one) => one.getAttributeNames().some((name) => name.startsWith("on"));
  const strangers = all("script, img, image, a, iframe, object, embed, b, strong, em");
  return {
    width: document.querySelector("svg").getBoundingClientRect().width,
    arrows: all("path.flowchart-link").length,
    strangers: [...strangers, ...all("svg *").filter(isHandled)].map((one) => one.outerHTML),
    boxes: all("g.node").map(lines),
    ran: globalThis.ran ?? null,
  };
}`;

function draw(page: Page, source: string, wait: number): Promise<Drawn> {
  return page.evaluate(`(${DRAW})(${JSON.stringify(source)}, ${wait})`);
}

/** The drawing of a comment, as a reader of its Markdown finds it. */
function drawingOf(graph: AffectedGraph): string {
  const [model] = FAILING.models;
  const comment = renderComment({ ...FAILING, models: [{ ...model!, graph }] }, CONTEXT);
  const tokens = marked.lexer(comment, { gfm: true });
  const blocks: string[] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type === "code" && token["lang"] === "mermaid") blocks.push(String(token["text"]));
  });
  expect(blocks).toHaveLength(1);
  return blocks[0]!;
}

function graphOf(names: readonly string[]): AffectedGraph {
  const rest = { replicas: 2, external: false, change: null, limiting: false };
  return {
    services: names.map((name, at) => ({ ...rest, name, entry: at === 0 })),
    dependencies: names.slice(1).map((to) => {
      return { from: names[0]!, to, mode: "sync" as const, change: null, limiting: false };
    }),
    omitted: 0,
  };
}

/** A box breaks lines where it likes, and shows runs of blanks as one; dollars are parted. */
function squeezed(text: string): string {
  return text.replaceAll(/[\s\u200b]+/g, "");
}

describe.skipIf(!HAS_CHROMIUM)(
  `the drawing of a comment, drawn in a browser${HAS_CHROMIUM ? "" : " (no Chromium)"}`,
  { timeout: 120_000 },
  () => {
    let browser: Browser;
    let page: Page;
    const events: string[] = [];

    beforeAll(async () => {
      browser = await openBrowser();
      page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      await page.route("**/*", (route) => {
        events.push(`asks for ${route.request().url()}`);
        return route.abort();
      });
      page.on("dialog", (dialog) => {
        events.push(`says ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("pageerror", (error) => events.push(`throws ${error.message}`));
      page.on("popup", () => events.push("opens a window"));
      await page.setContent("<!doctype html><meta charset=utf-8><title>Comment</title>");
      await page.addScriptTag({ content: LIBRARY });
    }, 120_000);
    afterAll(() => browser?.close());

    it("notices what it looks for", async () => {
      const drawn = await draw(
        page,
        'flowchart LR\n  s0["**a** <img src=https://evil.invalid/x.png>"]',
        300,
      );
      expect(drawn.strangers).not.toEqual([]);
      expect(events.splice(0)).not.toEqual([]);
    });

    it("shows each name, whatever it is, and does nothing that it says", async () => {
      const names = ["frontend", ...NAMES];
      const drawn = await draw(page, drawingOf(graphOf(names)), 300);
      expect(events).toEqual([]);
      expect(drawn).toMatchObject({ strangers: [], arrows: NAMES.length });
      expect(drawn.ran).toBeNull();
      expect(drawn.width).toBeGreaterThan(100);
      expect(drawn.boxes).toHaveLength(names.length);
      for (const [at, name] of names.entries()) {
        const text = squeezed(drawn.boxes[at]!.join("\n"));
        expect(text.endsWith("2replicas"), text).toBe(true);
        const [start = "", end = ""] = text.slice(0, -"2replicas".length).split("…");
        const whole = squeezed(visible(name)).replace(/[ﬂ¶]/g, spelledOut);
        expect(whole.startsWith(start) && whole.endsWith(end), `${text} for ${whole}`).toBe(true);
      }
    });

    it.each(NAMES)("draws %j beside one other", async (name) => {
      const drawn = await draw(page, drawingOf(graphOf([name, "ledger"])), 20);
      expect(events).toEqual([]);
      expect(drawn).toMatchObject({ strangers: [], arrows: 1 });
      expect(drawn.boxes.map((lines) => lines.at(-1))).toEqual(["2 replicas", "2 replicas"]);
    });
  },
);
