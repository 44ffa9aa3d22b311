/**
 * What takes a token out of text that GitHub, or a proxy before it, sent back: as it stands, as part of a URL,
 * and in base64 (RFC 4648), as `Authorization: Basic` holds it behind a name (RFC 7617).
 *
 * The runner masks the secrets that it knows as they stand, and no other form of them.
 */
export function redactor(token: string): (text: string) => string {
  if (token === "") return (text) => text;
  const hidden = [0, 1, 2].flatMap((place) => encodings(token, place));
  return (text) => {
    const shown = hidden.reduce(withoutWord, text);
    return shown.replaceAll(token, "***").replaceAll(encodeURIComponent(token), "***");
  };
}

/** A token in base64 where it begins `place` bytes after a group of three: the groups that it fills alone. */
function encodings(token: string, place: number): readonly string[] {
  const bytes = Buffer.from(token).subarray(place === 0 ? 0 : 3 - place);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  if (whole.length < 12) return [];
  return [...new Set([whole.toString("base64"), whole.toString("base64url")])];
}

/** Every word of base64 that holds a part, whole: its edges are of the token, too. */
function withoutWord(text: string, part: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, from)) {
    let start = at;
    while (start > from && WORD.test(text.charAt(start - 1))) start -= 1;
    let end = at + part.length;
    while (end < text.length && WORD.test(text.charAt(end))) end += 1;
    pieces.push(text.slice(from, start), "***");
    from = end;
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(from);
}

const WORD = /[\w+/=-]/;
