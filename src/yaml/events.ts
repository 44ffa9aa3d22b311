import type { Event } from "js-yaml";
import { parseEvents, YAMLException } from "js-yaml";
import type { Locator } from "./locate.ts";
import type { YamlProblem } from "./problem.ts";

/** Nesting of mappings and sequences beyond which a document is refused. */
const MAX_DEPTH = 100;
/** UTF-16 units that `readEvents` may read again to mend one document. */
const MAX_REREAD = 16 << 20;

const TEMPLATE = /\{\{|\{%|<%/;

/** The events of a document, or why there are none. Offsets count from the start of `text`. */
export type Reading =
  | { readonly events: readonly Event[]; readonly text: string }
  | { readonly problem: YamlProblem };

/**
 * js-yaml's events. It insists that lines inside brackets and quotes are indented more than their parent,
 * as YAML 1.2 has it; libyaml and Go do not, and real manifests close `]` under the key. Such a line is
 * joined to the one before it, which leaves all offsets as they were, and the document is read again.
 * It also takes a tab before a flow value for indentation, which YAML has as white space (section 6.2).
 */
export function readEvents(original: string, start: number, locate: Locator): Reading {
  let text = original;
  for (let mends = 0; ; mends++) {
    try {
      return { events: parseEvents(text, { maxDepth: MAX_DEPTH }), text };
    } catch (error) {
      const reason = error instanceof YAMLException ? error.reason : String(error);
      const offset = error instanceof YAMLException ? (error.mark?.position ?? 0) : 0;
      const mended =
        reason === "deficient indentation" && mends * text.length < MAX_REREAD
          ? (blankTabs(text, offset) ?? joinToLineBefore(text, offset))
          : null;
      if (mended === null)
        return { problem: syntaxProblem(reason, original, offset, start, locate) };
      text = mended;
    }
  }
}

/** Blank the tabs that separate values in the line of `offset`, before it; `null` where there are none. */
function blankTabs(text: string, offset: number): string | null {
  const start = startOfLine(text, offset);
  const line = text.slice(start, offset);
  const blanked = line.replace(/(?<=[:,[{?-])[ \t]+/g, (run) => " ".repeat(run.length));
  return blanked === line ? null : text.slice(0, start) + blanked + text.slice(offset);
}

/**
 * Blank the line break before the line at `offset`, and every blank or comment line above it; `null` where
 * there is no line above.
 */
function joinToLineBefore(text: string, offset: number): string | null {
  const lineStart = startOfLine(text, offset);
  let from = lineStart;
  while (from > 0) {
    const breakAt = text[from - 1] === "\n" && text[from - 2] === "\r" ? from - 2 : from - 1;
    from = commentStart(text, breakAt);
    const above = startOfLine(text, from);
    if (text.slice(above, from).trim() !== "") break;
    from = above;
  }
  if (from === lineStart) return null;
  return text.slice(0, from) + " ".repeat(lineStart - from) + text.slice(lineStart);
}

function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isBreak(text[start - 1])) start--;
  return start;
}

/** Where the comment that ends at `end` starts; `end` itself where the line has none. */
function commentStart(text: string, end: number): number {
  const lineStart = startOfLine(text, end);
  let quote = "";
  for (let at = lineStart; at < end; at++) {
    const character = text[at]!;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "#" && (at === lineStart || /[ \t]/.test(text[at - 1]!))) return at;
  }
  return end;
}

function isBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

function syntaxProblem(
  reason: string,
  text: string,
  offset: number,
  start: number,
  locate: Locator,
): YamlProblem {
  const at = locate(start + Math.min(offset, text.length));
  if (reason.startsWith("nesting exceeded")) {
    const message = `nested more than ${MAX_DEPTH} levels deep; flatten it`;
    return { code: "yaml-too-large", message, at };
  }
  return { code: "yaml-syntax", message: `${reason}; ${remedy(reason, text, offset)}`, at };
}

function remedy(reason: string, text: string, offset: number): string {
  // A template's own line often reads as YAML, and what breaks is the line after it.
  const upTo = text.slice(0, offset).split(/\r\n|\r|\n/);
  const rest = text.slice(offset, offset + 500).split(/[\r\n]/, 1)[0] ?? "";
  if (TEMPLATE.test(`${upTo.slice(-2).join("\n")}${rest}`)) {
    return "this looks like a template: render it first";
  }
  if (reason.includes("tab")) return "indent with spaces";
  if (reason.includes("null byte")) return "save the file as UTF-8 text";
  if (reason.includes("indentation")) return "align it with its neighbours";
  if (reason.includes("multiline key") || reason.includes("after a mapping key")) {
    return "write `key: value`, and check the line before";
  }
  return "check the quotes, brackets and indentation here";
}
