import { visible } from "../report/escape.ts";
import type { Phrase } from "../report/phrase.ts";

export type Child = Node | string | null | readonly Child[];

export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An element with attributes (`true`: without a value; `false`, `null`: none) and children. Texts become
 * text nodes, with what the eye cannot see spelled out: nothing is ever read as markup.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** The same in SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(key, value === true ? "" : visible(String(value)));
  }
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    if (typeof child === "string") element.append(visible(child));
    else if (child instanceof Node) element.append(child);
    else append(element, child);
  }
}

/** A phrase, its names set apart. */
export function phrase(words: Phrase): readonly Child[] {
  return words.map((one) => (typeof one === "string" ? one : h("code", {}, one.name)));
}

/** A button that does one thing. */
export function button(attributes: Attributes, act: () => void, ...children: readonly Child[]) {
  const element = h("button", { type: "button", ...attributes }, ...children);
  element.addEventListener("click", act);
  return element;
}

/** A table with a heading row; `right`: indices of columns with figures. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Child[])[],
  right: readonly number[] = [],
): HTMLElement {
  const aligned = (at: number) => (right.includes(at) ? "figure" : null);
  return h(
    "div",
    { class: "scroll", role: "group", "aria-label": caption, tabindex: 0 },
    h(
      "table",
      {},
      h("caption", { class: "unseen" }, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((one, at) => h("th", { scope: "col", class: aligned(at) }, one)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((cells) =>
          h(
            "tr",
            {},
            cells.map((cell, at) => h("td", { class: aligned(at) }, cell)),
          ),
        ),
      ),
    ),
  );
}
