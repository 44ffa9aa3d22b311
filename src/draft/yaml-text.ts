/** A scalar as people write it: plain where that is safe, else in double quotes. Any text comes back as it was. */
export function scalar(text: string): string {
  const isPlain = /^[A-Za-z_/][\w./-]*$/.test(text) && !KEYWORD.test(text);
  return isPlain ? text : quotedScalar(text);
}

const KEYWORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/**
 * JSON is YAML, but for what must not stand unescaped in it (YAML 1.2, c-printable). The Actions runner obeys
 * `##[` anywhere in a log.
 */
export function quotedScalar(text: string): string {
  const json = JSON.stringify(text).replaceAll("##[", "#\\u0023[");
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A path, as a value: those that begin with a dot are plain, too. */
export function pathScalar(path: string): string {
  return /^[\w./-]*[A-Za-z][\w./-]*$/.test(path) && !KEYWORD.test(path) ? path : quotedScalar(path);
}

/** The column at which remarks begin, if what they stand behind is not longer. */
const REMARKS = 44;

/** A line with a remark behind it. */
export function remarked(line: string, remark: string): string {
  return `${line.padEnd(REMARKS)} # ${oneLine(remark)}`;
}

/** Text of the repository within a comment: one line, nothing invisible, and not without end. */
export function oneLine(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "�").replaceAll("##[", "# #[");
  return plain.length > 300 ? `${plain.slice(0, 299)}…` : plain;
}
