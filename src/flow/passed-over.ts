import { counted, quote } from "../model/wording.ts";
import { MAXIMUM_FILE_BYTES } from "../repository/text.ts";
import type { Tree } from "../repository/tree.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { ManifestPath } from "./manifest-paths.ts";

const NAMED = 5;

/** That manifests hold nothing that can be read, and why: once, at the first of them. */
export async function passedOver(
  tree: Tree,
  manifests: readonly ManifestPath[],
): Promise<readonly Diagnostic[]> {
  const [first] = manifests;
  if (first === undefined) return [];
  const named = manifests.slice(0, NAMED);
  const bytes = await tree.readBytes(named.map(({ path }) => path));
  const names = named.map(({ path, shown }) => {
    const kind = tree.entries.get(path)?.kind;
    return `${quote(shown)} (${kind === "file" ? whyNoText(bytes.get(path)) : "a link"})`;
  });
  const more = manifests.length > NAMED ? ` and ${manifests.length - NAMED} more` : "";
  const size = MAXIMUM_FILE_BYTES / 2 ** 20;
  const message = `${counted(manifests.length, "manifest")} passed over: ${names.join(", ")}${more}; commit plain UTF-8 text of at most ${size} MiB a file, and name a file itself rather than a link to it`;
  const place = { file: first.shown, line: 1, column: 1 };
  return [diagnostic("warning", "manifests-passed-over", message, place)];
}

/** By the first bytes: RFC 1952, section 2.3.1, and the byte order marks of UTF-16. */
function whyNoText(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return "too large";
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) return "compressed with gzip";
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isWide ? "UTF-16" : "not UTF-8";
}
