import type { Place } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";

/** A variable of a project, and the line that sets it. */
export type Variable = { readonly value: string; readonly place: Place };

/** Variables by name. */
export type Variables = ReadonlyMap<string, Variable>;

/** Finds a variable; `undefined`: it is set nowhere. */
export type Lookup = (name: string) => Variable | undefined;

/** What became of a text with variables in it. */
export type Substitution = {
  readonly text: string;
  /** Where its value is set, if the text is nothing but one variable; else `null`. */
  readonly place: Place | null;
  /** Variables that are set nowhere and have no default: each stands for an empty text. */
  readonly unset: readonly string[];
  /** Why Compose refuses the text, in words that stand behind "which"; else `null`. */
  readonly refused: string | null;
};

/** Variables within defaults within defaults. */
const MOST_NESTED = 20;
/** UTF-16 units that a text may come to: variables that double each other stop here. */
const MAX_TEXT = 1 << 17;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /:?[-?+]/y;

/**
 * Fill in the variables of a text (https://docs.docker.com/reference/compose-file/interpolation/): `$NAME`,
 * `${NAME}`, and with `:-`, `-`, `:?`, `?`, `:+`, `+` before a text that may hold variables itself. `$$` is
 * a dollar sign; a dollar sign before anything else stays as it is.
 */
export function substitute(text: string, lookup: Lookup, nested = 0): Substitution {
  if (!text.includes("$")) return { text, place: null, unset: [], refused: null };
  if (nested > MOST_NESTED) return refusal("has too many variables within variables");
  const parts: Substitution[] = [];
  let at = 0;
  while (at < text.length) {
    const dollar = text.indexOf("$", at);
    if (dollar === -1) break;
    const read = readVariable(text, dollar, lookup, nested);
    if (dollar > at) parts.push(literal(text.slice(at, dollar)));
    parts.push(read.result);
    at = read.end;
  }
  if (at < text.length) parts.push(literal(text.slice(at)));
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return first;
  if (parts.reduce((sum, part) => sum + part.text.length, 0) > MAX_TEXT) {
    return refusal(`comes to more than ${MAX_TEXT} characters`);
  }
  return {
    text: parts.map((part) => part.text).join(""),
    place: null,
    unset: parts.flatMap((part) => part.unset),
    refused: parts.find((part) => part.refused !== null)?.refused ?? null,
  };
}

function literal(text: string): Substitution {
  return { text, place: null, unset: [], refused: null };
}

/** A text that Compose refuses, or we do. */
export function refusal(refused: string): Substitution {
  return { text: "", place: null, unset: [], refused };
}

type Read = { readonly result: Substitution; readonly end: number };

/** What stands at a dollar sign, and where it ends. */
function readVariable(text: string, dollar: number, lookup: Lookup, nested: number): Read {
  const next = text[dollar + 1];
  if (next === "$") return { result: literal("$"), end: dollar + 2 };
  if (next !== "{") {
    const name = match(NAME, text, dollar + 1);
    if (name === null) return { result: literal("$"), end: dollar + 1 };
    return { result: plain(name, lookup), end: dollar + 1 + name.length };
  }
  const close = closingBrace(text, dollar + 1);
  const name = match(NAME, text, dollar + 2);
  if (close === -1 || name === null) return invalid(text, dollar);
  const afterName = dollar + 2 + name.length;
  if (afterName === close) return { result: plain(name, lookup), end: close + 1 };
  const operator = match(OPERATOR, text, afterName);
  if (operator === null) return invalid(text, dollar);
  const word = text.slice(afterName + operator.length, close);
  return { result: operated(name, operator, word, lookup, nested), end: close + 1 };
}

function plain(name: string, lookup: Lookup): Substitution {
  const known = lookup(name);
  return known === undefined
    ? { text: "", place: null, unset: [name], refused: null }
    : { text: known.value, place: known.place, unset: [], refused: null };
}

function operated(
  name: string,
  operator: string,
  word: string,
  lookup: Lookup,
  nested: number,
): Substitution {
  const known = lookup(name);
  const counts = known !== undefined && (operator.length === 1 || known.value !== "");
  const own = known === undefined ? literal("") : plain(name, lookup);
  const other = () => substitute(word, lookup, nested + 1);
  switch (operator.at(-1)) {
    case "-":
      return counts ? own : other();
    case "+":
      return counts ? other() : own;
    default: {
      if (counts) return own;
      const why = other().text;
      return refusal(`needs ${quoted(name)}${why === "" ? "" : ` (${quoted(why)})`}`);
    }
  }
}

/** Compose refuses what looks like a variable and is none; nothing of the text can be told. */
function invalid(text: string, dollar: number): Read {
  const what = quoted(text.slice(dollar));
  return {
    result: refusal(`holds ${what}, which is no variable: write \`$$\` for a dollar sign`),
    end: text.length,
  };
}

/** The brace that closes the one at `open`; -1: none does. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
