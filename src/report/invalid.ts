import type { ModelResult } from "../gate/result.ts";
import { message } from "./escape.ts";
import { fileLink, webLink } from "./link.ts";
import { encodeMarker } from "./marker.ts";
import { count } from "./phrase.ts";
import type { ReportContext } from "./scope.ts";

type Diagnostics = ModelResult["diagnostics"];

/** Lines that are told before the rest is only counted: a comment holds them whatever their length. */
const MOST = 40;

/** What stands in place of a report where head cannot be judged: every error with its place. */
export function renderInvalid(
  diagnostics: Diagnostics,
  commit: string,
  context: ReportContext,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.slice(0, MOST).map(({ message: text, file, line }) => {
    const told = `- ${message(text, 100)}`;
    return file === undefined
      ? told
      : `${told} · ${fileLink(context.repository, commit, file, line)}`;
  });
  const more = errors.length - lines.length;
  const parts = [
    `### ❌ Availability gate: cannot judge this, ${count(errors.length, "error")}`,
    lines.join("\n"),
    more === 0 ? null : `… and ${more} more, in the log of the run.`,
    footer(context),
  ];
  return `${parts.filter((one) => one !== null).join("\n\n")}\n`;
}

/** The same as a comment, which replaces one that tells of an earlier head. */
export function renderInvalidComment(
  diagnostics: Diagnostics,
  commit: string,
  context: ReportContext,
): string {
  const marker = encodeMarker(context.commentId, context.state, context.origin);
  return `${marker}\n${renderInvalid(diagnostics, commit, context)}`;
}

function footer({ runUrl }: ReportContext): string | null {
  const link = webLink("this run", runUrl);
  return link === null ? null : `<sub>${link}</sub>`;
}
