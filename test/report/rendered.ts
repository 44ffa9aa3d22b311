import { marked } from "marked";

/** What a reader of rendered Markdown gets: the elements, and the text without them. */
export type Rendered = {
  /** In the order in which they open. */
  readonly elements: readonly string[];
  /** In the order in which they close. */
  readonly closed: readonly string[];
  readonly text: string;
  /** Of each table: how many cells each of its rows has. */
  readonly tables: readonly (readonly number[])[];
};

/** Render GitHub-flavoured Markdown. Zero-width spaces, which nobody sees, are left out of the text. */
export function rendered(source: string): Rendered {
  const html = marked.parse(source, { gfm: true, async: false });
  const elements: string[] = [];
  const closed: string[] = [];
  const text = html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(\/?)([a-zA-Z][\w-]*)(?:\s[^<>]*)?>/g, (_, closing: string, element: string) => {
      (closing === "" ? elements : closed).push(element.toLowerCase());
      return "";
    });
  const tables = [...html.matchAll(/<table>.*?<\/table>/gs)].map(([table]) =>
    [...table.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row.match(/<t[hd][ >]/g)?.length ?? 0),
  );
  return { elements, closed, tables, text: decode(text).replaceAll("\u200b", "") };
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

/** The rendered text outside code and links, as GitHub's later filters see it. */
export function textOutsideCode(source: string): string {
  const html = marked.parse(source, { gfm: true, async: false });
  const open = html.replace(/<(code|a)\b[^<>]*>.*?<\/\1>/gs, " ").replace(/<!--.*?-->/gs, "");
  return decode(open.replace(/<[^<>]*>/g, ""));
}

/** Where the links of rendered Markdown lead. */
export function targets(source: string): readonly string[] {
  const html = marked.parse(source, { gfm: true, async: false });
  return [...html.matchAll(/<a href="([^"]*)"/g)].map(([, target = ""]) => decode(target));
}
