import type { ModelResult, Result } from "../gate/result.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { Detail } from "./detail.ts";
import { noteLines } from "./markdown-notes.ts";
import type { ReportContext, Scope } from "./scope.ts";
import { isUnseen } from "./unseen.ts";

/** Lines that stand open; what is more is told with the notes. */
const MOST = 5;

/** What this change touches and no figure follows. It stands open, as no other note does. */
export function unseenSection({ result, model, context, detail }: Scope): string | null {
  return unseenLines(result, model, context, detail);
}

/** The same of all specs, for a report without parts. */
export function unseenOf(result: Result, context: ReportContext, detail: Detail): string | null {
  const parts = result.models.map((model) => unseenLines(result, model, context, detail));
  return parts.filter((one) => one !== null).join("\n") || null;
}

function unseenLines(
  result: Result,
  { diagnostics }: ModelResult,
  { repository }: ReportContext,
  detail: Detail,
): string | null {
  const place = { repository, commit: result.head.commit, length: detail.name, notes: MOST };
  const lines =
    detail.models === 0 ? [] : noteLines(diagnostics.filter(isUnseen).slice(0, MOST), place);
  return lines.length === 0 ? null : lines.join("\n");
}

/** The other notes. */
export function withoutUnseen(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const open = new Set(diagnostics.filter(isUnseen).slice(0, MOST));
  return diagnostics.filter((one) => !open.has(one));
}
