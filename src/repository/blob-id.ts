import { createHash } from "node:crypto";

/** The object id that git gives these bytes as a blob: gitformat-loose(5), the hash of `blob <size>\0<bytes>`. */
export function blobId(bytes: Uint8Array, objectFormat: "sha1" | "sha256"): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
