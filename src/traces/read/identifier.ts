const ANY_CASE = /^[0-9a-f]+$/i;
const ZEROS = /^0+$/;
/** The standard and the URL-safe alphabet, with or without padding. */
const BASE64 = /^[\w+/-]+={0,2}$/;
/** Ids of no known form are kept as they are, up to this. */
const LONGEST = 64;

/**
 * An id in lower-case hexadecimal of `digits` digits: shorter ones are padded on the left, since older
 * tracers leave leading zeros out, and base64 is decoded, which is how protobuf's JSON mapping writes bytes
 * (OTLP itself wants hexadecimal). What is neither stays as it is, so that spans of traces whose ids were
 * masked still join.
 *
 * @returns `null` where there is none: absent, empty, or all zeros, which OpenTelemetry calls invalid
 */
export function identifier(value: unknown, digits: 16 | 32): string | null {
  if (typeof value !== "string") return bytesId(value, digits);
  if (value.length === digits && isHexadecimal(value)) return valid(value);
  const text = value.trim();
  if (text === "") return null;
  if (text.length <= digits && ANY_CASE.test(text)) {
    return valid(text.toLowerCase().padStart(digits, "0"));
  }
  return valid(base64Id(text, digits) ?? text.slice(0, LONGEST));
}

/** Whether an id is one that OpenTelemetry knows: hexadecimal of its full length. */
export function isProperId(id: string, digits: 16 | 32): boolean {
  return id.length === digits && isHexadecimal(id);
}

/** In lower case; letter by letter, since five ids a span are asked, and a pattern takes twice as long. */
function isHexadecimal(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return false;
  }
  return true;
}

function valid(id: string): string | null {
  return id.charCodeAt(0) === 48 && ZEROS.test(id) ? null : id;
}

function base64Id(text: string, digits: number): string | null {
  const bytes = digits / 2;
  const letters = Math.ceil((bytes * 4) / 3);
  if (text.length < letters || text.length > letters + 2 || !BASE64.test(text)) return null;
  const decoded = Buffer.from(text, "base64");
  return decoded.length === bytes ? decoded.toString("hex") : null;
}

/** Protobuf: an id of another length than the protocol's is none. */
function bytesId(value: unknown, digits: number): string | null {
  if (!(value instanceof Uint8Array) || value.length * 2 !== digits) return null;
  return valid(Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex"));
}
