import { markdown } from "./escape.ts";
import type { Phrase } from "./phrase.ts";

/**
 * A part that a reader opens when it matters, or that stands open as it does. Its summary is one of our
 * own, without names.
 */
export function fold(summary: Phrase, body: string, isOpen = false): string {
  return `<details${isOpen ? " open" : ""}><summary>${markdown(summary, 80)}</summary>\n\n${body}\n\n</details>`;
}

/** A fold that stands open, as where its part is what was asked for. */
export function opened(part: string | null): string | null {
  return part === null ? null : part.replace(/^<details>/, "<details open>");
}
