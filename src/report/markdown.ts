import type { Result } from "../gate/result.ts";
import { calmLines, isCalm } from "./calm.ts";
import { type Detail, mostDetailed } from "./detail.ts";
import { markdown } from "./escape.ts";
import { footer } from "./markdown-footer.ts";
import { blocks, report, title } from "./markdown-report.ts";
import { unseenOf } from "./markdown-unseen.ts";
import { encodeMarker } from "./marker.ts";
import type { ReportContext } from "./scope.ts";

/**
 * GitHub's limit of a comment, in characters. We count UTF-16 units, of which a character has at
 * least one and which take at most three bytes each as UTF-8: the bytes stay below four for each
 * of GitHub's characters, too.
 */
export const COMMENT_LIMIT = 65_536;

/** The comment on a pull request, marker included: at most `limit` UTF-16 units, 65,536 by default. */
export function renderComment(result: Result, context: ReportContext): string {
  const limit = context.limit ?? COMMENT_LIMIT;
  const { marker, lost } = markerWithin(context, limit / 2);
  const render = (detail: Detail): string =>
    isCalm(result)
      ? calmReport(result, context, detail)
      : report(result, context, { detail, whole: false, lost });
  return mostDetailed(
    (detail) => `${marker}\n${render(detail)}\n`,
    (text) => text.length <= limit,
  );
}

/** What becomes of a comment that told of trouble when the trouble is gone. */
export function renderCalm(context: ReportContext): string {
  const { marker } = markerWithin(context, (context.limit ?? COMMENT_LIMIT) / 2);
  return `${marker}\n✅ Availability gate: what was wrong here is mended.\n`;
}

function calmReport(result: Result, context: ReportContext, detail: Detail): string {
  return blocks([
    title(result, detail),
    markdown(calmLines(result), detail.name),
    unseenOf(result, context, detail),
    footer(result, context, detail),
  ]);
}

/** The marker with its state, or without where it alone is longer than `limit`. */
function markerWithin(
  context: ReportContext,
  limit: number,
): { readonly marker: string; readonly lost: readonly string[] } {
  const marker = encodeMarker(context.commentId, context.state, context.origin);
  if (marker.length <= limit) return { marker, lost: [] };
  return {
    marker: encodeMarker(context.commentId, null, context.origin),
    lost: ["what the next run would compare an acceptance with"],
  };
}
