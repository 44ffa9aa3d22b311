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
  const size = Math.abs(value);
  if (size < 1e12 && Number.isInteger(value)) return String(value);
  // JavaScript writes the exponent below 1e-6 only. What is rounded up to 1e-4 has none either.
  if (size >= 9.99999999999e-5 && size < 999_999_999_999) {
    const text = value.toPrecision(DIGITS);
    if (size >= 1e-4 || Math.abs(Number(text)) >= 1e-4) return withoutZeros(text);
  }
  const [mantissa = "", exponent = "0"] = value.toExponential(DIGITS - 1).split("e");
  const power = Number(exponent);
  return `${withoutZeros(mantissa)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Zeros at the end of a decimal fraction go, and the point with them. */
function withoutZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}
