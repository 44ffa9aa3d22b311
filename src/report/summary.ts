import type { Result } from "../gate/result.ts";
import { type Detail, EVERYTHING, mostDetailed } from "./detail.ts";
import { report } from "./markdown-report.ts";
import type { ReportContext } from "./scope.ts";

/** GitHub's limit of the summary of one step: 1 MiB, in bytes of UTF-8. */
export const SUMMARY_LIMIT = 1_048_576;

/** The job summary: the full report, at most `limit` bytes of UTF-8, 1 MiB by default. */
export function renderSummary(result: Result, context: ReportContext): string {
  const limit = context.limit ?? SUMMARY_LIMIT;
  return mostDetailed(
    (detail) => whole(result, context, detail),
    (text) => Buffer.byteLength(text, "utf8") <= limit,
  );
}

/** The report of `--format markdown`: all of it, whatever its length. */
export function renderMarkdown(result: Result, context: ReportContext): string {
  return whole(result, context, EVERYTHING);
}

function whole(result: Result, context: ReportContext, detail: Detail): string {
  // The summary is the page that the comment's links lead to.
  return `${report(result, { ...context, runUrl: null }, { detail, whole: true, lost: [] })}\n`;
}
