/** Controls beyond those of ASCII, formatting and bidirectional marks, line separators. */
const UNSEEN = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * JSON, printed, with what no eye sees and a terminal may obey (ECMA-48: U+009B begins a sequence as ESC [ does)
 * as escapes, and without `##[`, which the Actions runner obeys anywhere in a log. Only strings can hold them, and
 * read alike (RFC 8259, 7).
 *
 * @param json as `JSON.stringify` writes it: that escapes the controls of ASCII, and lone surrogates
 */
export function quietJson(json: string): string {
  return json.replace(UNSEEN, escaped).replaceAll("##[", "##\\u005b");
}

/** A value as every command prints it: two spaces deep, ending its line. Keys whose value is `undefined` are left out. */
export function jsonText(value: unknown): string {
  return `${quietJson(JSON.stringify(value, null, 2))}\n`;
}

/** Of each UTF-16 unit. */
function escaped(unseen: string): string {
  return Array.from(
    { length: unseen.length },
    (_, at) => `\\u${unseen.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
