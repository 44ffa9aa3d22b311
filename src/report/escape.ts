import { type Phrase, phraseOf } from "./phrase.ts";

/** Breaks what GitHub would link. No text of a repository reaches the output with one of its own. */
const JOINT = "\u200b";

/** Controls, formatting and bidirectional marks, lone surrogates, private use, line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * Text with everything that the eye cannot see, or that would reorder what it sees, spelled out:
 * a line break as `␊`, U+202E as `⟨U+202E⟩`. The result is one line.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (unseen) => {
    const point = unseen.codePointAt(0) ?? 0;
    if (point < 0x20) return String.fromCodePoint(0x2400 + point);
    return point === 0x7f ? "\u2421" : spelledOut(unseen);
  });
}

/** A character as its code point: `⟨U+202E⟩`. */
export function spelledOut(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `⟨U+${point.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/**
 * At most `length` (from 3) characters, counted in code points: what is too much of the middle
 * becomes `…`, for names differ at both ends.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  // Only the ends matter: a name of megabytes must not become an array of its characters.
  const start = [...text.slice(0, 2 * length + 2)];
  if (start.length <= length) return text;
  const tail = Math.max(1, Math.floor((length - 1) / 3));
  const end = [...text.slice(-2 * tail)].slice(-tail);
  return `${start.slice(0, length - 1 - tail).join("")}…${end.join("")}`;
}

/**
 * Text of a repository as GitHub-flavoured Markdown that reads as plain text: in a paragraph, a
 * list item, a table's cell or a link's text.
 */
export function escapeText(text: string): string {
  return onItsOwn(escapeInline(text));
}

/**
 * Backslashes hold the syntax of Markdown and HTML back. What GitHub links only after rendering
 * (mentions, issue and commit references, bare addresses, emoji codes, mathematics) is parted by
 * zero-width spaces, which no backslash can do.
 */
function escapeInline(text: string): string {
  return (
    visible(text)
      .replace(/[@$]/g, (sign) => `${JOINT}${sign}${JOINT}`)
      .replace(/[#:](?=[\w+/-])/g, (sign) => `${sign}${JOINT}`)
      .replace(/www(?=\.)/gi, (prefix) => `${prefix}${JOINT}`)
      .replace(/(?:GH|GHSA|CVE)-(?=\w)/gi, (prefix) => `${prefix}${JOINT}`)
      .replace(/\b[0-9a-f]{7,}\b/gi, (hash) => hash.replace(/.{6}(?=.)/g, `$&${JOINT}`))
      .replace(/[\\`*_[\]<>|~&$#]/g, "\\$&")
      // Not every renderer takes an escaped bracket for text where it stands in a link.
      .replaceAll("](", "]\\(")
  );
}

/** Markdown that starts no list, heading, rule or code block, and keeps the white space at its ends. */
function onItsOwn(line: string): string {
  return line
    .replace(/^[-+=]/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^\s+|\s+$/g, (space) =>
      Array.from(space, (one) => `&#${one.codePointAt(0)};`).join(""),
    );
}

/**
 * A name of the repository as inline code, where GitHub links nothing, in a table too.
 * A pipe would end the table's cell, and `##[` is a command of the Actions runner wherever it
 * stands in a line of a log: names with them are escaped within a `code` element.
 */
export function code(text: string): string {
  const shown = visible(text);
  if (/\||##\[/.test(shown)) return `<code>${escapeText(shown)}</code>`;
  if (/^\s*$/.test(shown)) return "`(blank)`";
  const runs = shown.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  // One space within each fence is stripped again, and parts a backtick of the name from the fence.
  const pad = /^`|`$|^ .* $/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** A name as inline code, at most `length` characters of it: long ones are cut before all else. */
export function shortCode(text: string, length: number): string {
  return code(shorten(visible(shorten(text, length)), length));
}

/** A message with names between backticks as one line of Markdown. */
export function message(text: string, length: number): string {
  return markdown(phraseOf(shorten(text, 8 * length)), 3 * length);
}

/** A phrase as one line of Markdown: its names as code, at most `length` characters of each. */
export function markdown(phrase: Phrase, length: number): string {
  const told = phrase.filter((piece) => piece !== "");
  const pieces = told.map((piece, i) => {
    if (typeof piece === "string") return escapeInline(shorten(piece, 4 * length));
    // Two code spans that touch would be read as one.
    const joint = i > 0 && typeof told[i - 1] !== "string" ? JOINT : "";
    return joint + shortCode(piece.name, length);
  });
  return onItsOwn(pieces.join(""));
}
