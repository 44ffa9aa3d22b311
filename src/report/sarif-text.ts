import { createHash } from "node:crypto";
import type { Phrase } from "./phrase.ts";
import { plain } from "./plain.ts";

/**
 * A phrase as a message that has embedded links: a backslash and square brackets are its syntax
 * (SARIF 2.1.0, 3.11.6).
 */
export function sarifText(phrase: Phrase): string {
  return plain(phrase).replace(/[\\[\]]/g, "\\$&");
}

/** A link to the related location with that id (SARIF 2.1.0, 3.11.6). */
export function sarifLink(phrase: Phrase, id: number): string {
  return `[${sarifText(phrase)}](${id})`;
}

/** A path from the root of the repository as a relative reference (RFC 3986): each segment percent-encoded. */
export function sarifUri(path: string): string {
  return path
    .replace(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map((segment) =>
      encodeURIComponent(segment).replace(
        /[!'()*]/g,
        (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");
}

/** The same for the same parts, on whatever line they stand. */
export function fingerprint(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
