import { isAscii, isUtf8 } from "node:buffer";

/** Larger files are not manifests; they are left out. 8 MiB. */
export const MAXIMUM_FILE_BYTES = 8 * 1024 * 1024;

/** Text of a file: `null` where it is too large or not UTF-8. A byte order mark is taken off. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.length > MAXIMUM_FILE_BYTES) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Most manifests are ASCII, which takes no decoding; a strict TextDecoder takes ten times as long.
  if (isAscii(buffer)) return buffer.toString("latin1");
  if (!isUtf8(buffer)) return null;
  return buffer.toString("utf8", startsWithMark(buffer) ? 3 : 0);
}

/** U+FEFF in UTF-8. */
function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/**
 * A path as git stores it: bytes without an encoding. What is not UTF-8 is taken for Latin-1, so that
 * no file drops out of a tree because of its name.
 */
export function decodePath(bytes: Uint8Array): string {
  return decodeText(bytes) ?? Buffer.from(bytes).toString("latin1");
}
