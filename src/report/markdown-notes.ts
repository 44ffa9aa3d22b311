import type { Diagnostic } from "../yaml/diagnostic.ts";
import { message } from "./escape.ts";
import { fileLink, type Repository } from "./link.ts";

export type NotesPlace = {
  readonly repository: Repository | null;
  /** The commit that links lead to. */
  readonly commit: string;
  /** Characters of a name. */
  readonly length: number;
  /** How many notes are told. */
  readonly notes: number;
};

/** What reading had to tell, as lines of a list; warnings before notices. */
export function noteLines(
  diagnostics: readonly Diagnostic[],
  { repository, commit, length, notes }: NotesPlace,
): readonly string[] {
  const order = ["error", "warning", "notice"];
  return diagnostics
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, notes)
    .map((one) => {
      const { severity, file, line } = one;
      const sign = severity === "notice" ? "" : "⚠️ ";
      const text = `${sign}${message(one.message, length)}`;
      if (file === undefined) return `- ${text}`;
      return `- ${text} · ${fileLink(repository, commit, file, line)}`;
    });
}
