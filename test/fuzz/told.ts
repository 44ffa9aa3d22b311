import type { Diagnostic } from "../../src/yaml/diagnostic.ts";

/** What a case must not do, in words; it fails the case. */
export function broken(what: string, detail: unknown = ""): never {
  const text = typeof detail === "string" ? detail : JSON.stringify(detail);
  throw new Error(`${what}: ${text?.slice(0, 2000) ?? "nothing"}`);
}

/** Texts of the files that diagnostics may point into, by the names that they are told by. */
export type Texts = ReadonlyMap<string, string>;

/** Far beyond what a person reads, and below what would flood a log. */
const LONGEST_MESSAGE = 4000;

/** Where a message says what to do: after a semicolon or colon, or by saying what there must be. */
const REMEDY = /[;:] .|\bmust (?:be|have|not|name|say)\b/;

/** What only a slip of ours puts into a message, unless the input has it. */
const SLIPS = [
  "undefined",
  "[object Object]",
  "NaN",
  "Infinity",
  "    at ",
  "TypeError",
  "RangeError",
];

/**
 * Every rejection and remark is one line that says what is wrong and what to do, at a place that is there.
 *
 * @throws where one does not
 */
export function checkTold(diagnostics: readonly Diagnostic[], texts: Texts): void {
  for (const one of diagnostics) {
    checkMessage(one.message, texts);
    if (one.severity === "error" && !REMEDY.test(one.message)) broken("no remedy", one);
    if (!/^[a-z][a-z0-9-]*$/.test(one.code)) broken("no code", one);
    checkPlace(one, texts);
  }
}

export function checkMessage(message: string, texts: Texts): void {
  if (typeof message !== "string" || message.trim() === "") broken("no message", message);
  if (/[\n\r]/.test(message)) broken("not one line", message);
  if (message.length > LONGEST_MESSAGE) broken("a message too long", message);
  for (const slip of SLIPS) {
    if (!message.includes(slip)) continue;
    if (![...texts.values(), ...texts.keys()].some((text) => text.includes(slip.trim()))) {
      broken("a slip in a message", message);
    }
  }
}

function checkPlace(one: Diagnostic, texts: Texts): void {
  const { file, line, column } = one;
  if (line !== undefined && file === undefined) broken("a line of no file", one);
  if (file === undefined || line === undefined) return;
  const text = texts.get(file);
  if (text === undefined) broken("a line of a file that is not there", one);
  const lines = /^traces\b/.test(file) ? text!.split("\n") : linesOf(text!);
  const isLine = Number.isSafeInteger(line) && line >= 1 && line <= Math.max(1, lines.length);
  if (!isLine) broken(`a line beyond the ${lines.length} of its file`, one);
  if (column === undefined) return;
  const isColumn = Number.isSafeInteger(column) && column >= 1;
  if (!isColumn || column > lines[line - 1]!.length + 1) broken("a column beyond its line", one);
}

/** As YAML parts them (1.2, section 5.4); to what reads traces a lone carriage return is white space (RFC 8259). */
function linesOf(text: string): readonly string[] {
  return text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
}

/** An error without a file tells nobody where to look; these concern no single file. */
export function checkPlaced(errors: readonly Diagnostic[], placeless: ReadonlySet<string>): void {
  for (const one of errors) {
    if (one.severity !== "error" || placeless.has(one.code)) continue;
    if (one.file === undefined || one.line === undefined) broken("an error without a place", one);
  }
}

/** Whether a key of the input became a property of every object. */
export function checkPrototypes(): void {
  const extra = [Object.prototype, Array.prototype, Function.prototype].flatMap((one) =>
    Object.keys(one),
  );
  if (extra.length > 0 || "polluted" in {}) broken("a prototype was written to", extra);
}
