import { createHash } from "node:crypto";

/** A file that the study writes: its name in the folder, and all that is in it. */
export type StudyFile = { readonly name: string; readonly content: string | Uint8Array };

/** What the bytes of the files follow from. */
export type Origin = {
  readonly name: string;
  /** Of availability-gate; it fixes the versions of all that is bundled with it. */
  readonly version: string;
  readonly seed: number;
  readonly samples: number;
  readonly confidence: number;
  /** The configuration's text. */
  readonly configuration: string | Uint8Array;
  /** What the command line set instead of the configuration. */
  readonly overridden: readonly string[];
};

/** SHA-256 in hexadecimal; a text counts as its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * `manifest.json`: what the files were made from, and the hash of each. Neither time nor machine nor
 * the version of Node is in it, because none of them changes a byte.
 */
export function manifestJson(origin: Origin, files: readonly StudyFile[]): string {
  const { name, version, seed, samples, confidence, configuration, overridden } = origin;
  const manifest = {
    version: 1,
    study: name,
    seed,
    samples,
    confidence,
    overridden,
    versions: { "availability-gate": version },
    configuration: { sha256: sha256(configuration) },
    files: files.map(({ name: file, content }) => ({
      name: file,
      bytes: Buffer.byteLength(content),
      sha256: sha256(content),
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
