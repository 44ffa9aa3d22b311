import { visible } from "./escape.ts";

/**
 * Text for an XML 1.0 document, in an element or between double quotes. What XML cannot hold (controls, lone
 * surrogates, non-characters) and what no eye sees is spelled out: one line. The Actions runner obeys `##[`.
 */
export function xmlText(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("##[", "##&#91;");
}

/** An element on a line of its own; its children are indented below it. */
export function xmlElement(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join("");
  if (children.length === 0) return `<${tag}${written}/>`;
  const inner = children.map((one) => one.replace(/^/gm, "  ")).join("\n");
  return `<${tag}${written}>\n${inner}\n</${tag}>`;
}
