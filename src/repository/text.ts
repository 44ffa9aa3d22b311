/** Larger files are not manifests; they are left out. 8 MiB. */
export const MAXIMUM_FILE_BYTES = 8 * 1024 * 1024;

/** Text of a file: `null` where it is too large or not UTF-8. A byte order mark is taken off. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.length > MAXIMUM_FILE_BYTES) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * A path as git stores it: bytes without an encoding. What is not UTF-8 is taken for Latin-1, so that
 * no file drops out of a tree because of its name.
 */
export function decodePath(bytes: Uint8Array): string {
  return decodeText(bytes) ?? Buffer.from(bytes).toString("latin1");
}
