import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import type { Palette } from "./colour.ts";
import { credibleLines } from "./credible-words.ts";
import { markdown } from "./escape.ts";
import { fold } from "./markdown-fold.ts";
import { count } from "./phrase.ts";
import { plain } from "./plain.ts";
import { toldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";

type Told = EndpointResult | EstimatedEndpoint;

const HEADING = "What the evidence leaves open";

/** What figures may be by what was observed, for a terminal; no line where nothing was. */
export function crediblePart(endpoints: readonly Told[], colours: Palette): readonly string[] {
  const lines = credibleLines(endpoints).map((line) => `  ${plain(line)}`);
  return lines.length === 0 ? [] : [`${colours.strong(HEADING)} (95%)`, ...lines];
}

/** The same as Markdown, folded: the interval stands beside the figure. `null` where nothing was. */
export function credibleFold(
  endpoints: readonly Told[],
  length: number,
  most = Number.POSITIVE_INFINITY,
): string | null {
  const lines = credibleLines(endpoints)
    .slice(0, most)
    .map((line) => `- ${markdown(line, length)}`);
  if (lines.length === 0) return null;
  return fold([`${HEADING} (${count(lines.length, "endpoint")})`], lines.join("\n"));
}

/** Of the endpoints that a comment tells of. */
export function credibleSection({ model, detail }: Scope): string | null {
  return credibleFold(toldEndpoints(model), detail.name, detail.reasons);
}
