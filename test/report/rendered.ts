import { marked } from "marked";

/** What a reader of rendered Markdown gets: the elements, and the text without them. */
export type Rendered = { readonly elements: readonly string[]; readonly text: string };

/** Render GitHub-flavoured Markdown. Zero-width spaces, which nobody sees, are left out of the text. */
export function rendered(source: string): Rendered {
  const html = marked.parse(source, { gfm: true, async: false });
  const elements: string[] = [];
  const text = html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(\/?)([a-zA-Z][\w-]*)(?:\s[^<>]*)?>/g, (_, closing: string, element: string) => {
      if (closing === "") elements.push(element.toLowerCase());
      return "";
    });
  return { elements, text: decode(text).replaceAll("\u200b", "") };
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function decode(html: string): string {
  return html.replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, digits?: string, named?: string) =>
    digits === undefined ? (NAMED[named ?? ""] ?? "") : String.fromCodePoint(Number(digits)),
  );
}

/** What GitHub makes links of after rendering, outside code: none of it may be left in text. */
export const LINKED_AFTERWARDS: readonly RegExp[] = [
  /@[\w-]/, // mentions, addresses
  /#\w/, // issues
  /\bGH-\d/i,
  /\b[0-9a-f]{7,40}\b/i, // commits
  /:\/\//,
  /www\./i,
  /:[\w+-]+:/, // emoji
  /\$[^\u200b]/, // mathematics
];

/** The rendered text outside `code` elements, as GitHub's later filters see it. */
export function textOutsideCode(source: string): string {
  const html = marked.parse(source, { gfm: true, async: false });
  return decode(html.replace(/<code>.*?<\/code>/gs, " ").replace(/<[^<>]*>/g, ""));
}
