import type { Place } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { type Lookup, substitute, type Variable, type Variables } from "./compose-template.ts";

/** The variables that an env file sets, and where it stops making sense. */
export type EnvFile = {
  readonly variables: Variables;
  /** What is wrong, in one line with its remedy; Compose then refuses the file. */
  readonly problem: { readonly message: string; readonly place: Place } | null;
};

type Cursor = { readonly text: string; at: number; line: number; lineStart: number };

/** In UTF-16 units. */
const MAX_TEXT = 1 << 20;
/** What all variables of a file may come to, those that they hold filled in. */
const MAX_VALUES = 1 << 21;
const BLANK = /(?:\s|#[^\n]*)*/y;
const NAME = /(?:export[ \t]+)?([\p{L}\p{N}_.\-[\]]*)[ \t]*(?:[=:][ \t]*|\r?\n|$)/uy;
const LINE = /[^\n]*/y;
const IN_DOUBLE = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y;
const IN_SINGLE = /'([^'\\]*(?:\\[\s\S][^'\\]*)*)'/y;
const ESCAPE = /\\(?:[abcfnrtv$"\\]|0[0-7]{0,3})/g;
const ESCAPED: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  $: "$$",
  '"': '"',
  "\\": "\\",
};

/**
 * Read an env file (https://docs.docker.com/compose/how-tos/environment-variables/variable-interpolation/#env-file-syntax).
 * Values may hold variables, but for those in single quotes: of the project first (`outer`), else of the
 * lines above. A name alone stands for the project's variable of that name.
 */
export function readEnvFile(text: string, file: string, outer: Lookup): EnvFile {
  const variables = new Map<string, Variable>();
  const lookup: Lookup = (name) => outer(name) ?? variables.get(name);
  const cursor: Cursor = { text, at: text.startsWith("\uFEFF") ? 1 : 0, line: 1, lineStart: 0 };
  if (text.length > MAX_TEXT) {
    const message = `${quoted(file)} is larger than 1 MiB of text; split it`;
    return { variables, problem: { message, place: { file, line: 1, column: 1 } } };
  }
  let total = 0;
  for (;;) {
    advance(cursor, match(BLANK, cursor)?.[0].length ?? 0);
    if (cursor.at >= text.length) return { variables, problem: null };
    const place = { file, line: cursor.line, column: cursor.at - cursor.lineStart + 1 };
    const found = match(NAME, cursor);
    const name = found?.[1] ?? "";
    if (found === null || name === "") return { variables, problem: noVariable(cursor, place) };
    advance(cursor, found[0].length);
    const isSet = /[=:][ \t]*$/.test(found[0]);
    const read = isSet ? readValue(cursor, lookup) : { value: outer(name)?.value };
    if ("reason" in read) {
      const message = `the value of ${quoted(name)} ${read.reason}; mend it`;
      return { variables, problem: { message, place } };
    }
    const { value } = read;
    total += value?.length ?? 0;
    if (total > MAX_VALUES) {
      const message = `with their variables filled in, the values of ${quoted(file)} come to more than ${MAX_VALUES} characters; shorten them`;
      return { variables, problem: { message, place } };
    }
    // Compose passes over names that start with a digit.
    if (value !== undefined && !/^[0-9]/.test(name)) variables.set(name, { value, place });
  }
}

type Value = { readonly value: string } | { readonly reason: string };

function readValue(cursor: Cursor, lookup: Lookup): Value {
  const quote = cursor.text[cursor.at];
  if (quote !== '"' && quote !== "'") {
    const line = match(LINE, cursor)?.[0] ?? "";
    advance(cursor, line.length);
    return filled(line.split(" #", 1)[0]!.trimEnd(), lookup);
  }
  const found = match(quote === '"' ? IN_DOUBLE : IN_SINGLE, cursor);
  if (found === null) return { reason: "has quotes that are never closed" };
  advance(cursor, found[0].length);
  const inside = found[1]!.replaceAll(`\\${quote}`, quote);
  return quote === "'" ? { value: inside } : filled(inside.replace(ESCAPE, unescaped), lookup);
}

function filled(text: string, lookup: Lookup): Value {
  const { text: value, refused } = substitute(text, lookup);
  return refused === null ? { value } : { reason: refused };
}

function unescaped(sequence: string): string {
  const letter = sequence[1]!;
  if (letter === "0") return String.fromCodePoint(Number.parseInt(sequence.slice(1), 8));
  return ESCAPED[letter] ?? sequence;
}

function noVariable({ text, at }: Cursor, place: Place): EnvFile["problem"] {
  const line = text.slice(at, at + 100).split("\n", 1)[0]!;
  return { message: `${quoted(line)} is no \`NAME=value\`; correct it`, place };
}

function match(pattern: RegExp, { text, at }: Cursor): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function advance(cursor: Cursor, length: number): void {
  const end = cursor.at + length;
  for (let at = cursor.text.indexOf("\n", cursor.at); at !== -1 && at < end; ) {
    cursor.line++;
    cursor.lineStart = at + 1;
    at = cursor.text.indexOf("\n", at + 1);
  }
  cursor.at = end;
}
