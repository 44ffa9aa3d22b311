/** One field: `null` is left empty. */
export type Field = string | number | null;

/**
 * A table as CSV: quoted as RFC 4180 says, numbers with twelve significant digits. Lines end in a
 * plain line feed, as those of the published files do, so that `diff` and `join` see no difference.
 */
export function csvText(header: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [header, ...rows].map((fields) => `${fields.map(fieldText).join(",")}\n`).join("");
}

function fieldText(field: Field): string {
  if (field === null) return "";
  if (typeof field === "number") return twelveDigits(field);
  return NOT_PLAIN.test(field) ? quoted(inert(field)) : field;
}

/** What a spreadsheet may run as a formula, or a reader take for a separator. */
const NOT_PLAIN = /^[\s=+\-@]|[",\r\n]/;

/** A text that a spreadsheet would run as a formula is made plain by an apostrophe. */
function inert(text: string): string {
  return /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const DIGITS = 12;

/**
 * A finite number to twelve significant digits, without trailing zeros: `0.82`, `8.2e-06`. Written
 * with an exponent below 1e-4 and from 1e12, as C's `%.12g` does, so that equal figures are equal texts.
 */
export function twelveDigits(value: number): string {
  const text = value.toPrecision(DIGITS);
  // JavaScript writes the exponent below 1e-6 only.
  const isShort = !text.includes("e") && Math.abs(Number(text)) >= 1e-4;
  if (isShort) return withoutZeros(text);
  if (value === 0) return "0";
  const [mantissa = "", exponent = "0"] = value.toExponential(DIGITS - 1).split("e");
  const power = Number(exponent);
  const size = String(Math.abs(power)).padStart(2, "0");
  return `${withoutZeros(mantissa)}e${power < 0 ? "-" : "+"}${size}`;
}

/** Zeros at the end of a decimal fraction go, and the point with them. */
function withoutZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}
