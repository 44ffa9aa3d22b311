import type { EstimateResult } from "../gate/result.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { chaosMarkdown, chaosPart } from "./chaos-report.ts";
import { palette } from "./colour.ts";
import { EVERYTHING } from "./detail.ts";
import { markdown, shortCode, visible } from "./escape.ts";
import { explainHeadline } from "./explain-words.ts";
import { noteLines } from "./markdown-notes.ts";
import { blocks } from "./markdown-report.ts";
import { plain } from "./plain.ts";
import { SIGNS, TEXT_SIGNS } from "./rows.ts";
import type { Glyphs } from "./sweep-drawing.ts";
import { sweepMarkdown, sweepPart } from "./sweep-report.ts";
import { dominanceWords } from "./sweep-words.ts";
import { joined, notes, type TextOptions } from "./text.ts";

/** The curves and injections that were asked for, for a terminal: what limits the endpoint is left to `explain` alone. */
export function renderFurtherText(
  result: EstimateResult,
  { color, width, glyphs }: TextOptions & { readonly glyphs: Glyphs },
): string {
  const colours = palette(color);
  const several = result.models.length > 1;
  return joined(
    result.models.flatMap(({ path, endpoints, diagnostics }) => [
      several ? [colours.strong(visible(path))] : [],
      ...endpoints.flatMap((one) => {
        const sign = colours.verdict(one.verdict)(TEXT_SIGNS[one.verdict]);
        return [
          [colours.strong(`${sign} ${plain(explainHeadline(one))}`)],
          ...(one.sweeps ?? []).map((sweep) => sweepPart(sweep, colours, width, glyphs)),
          (one.sweeps ?? []).slice(0, 1).map((sweep) => plain(dominanceWords(sweep))),
          one.chaos === undefined ? [] : chaosPart(one.chaos, colours, width),
        ];
      }),
      notes(diagnostics, colours),
    ]),
  );
}

/** The same as Markdown. */
export function renderFurtherMarkdown(result: EstimateResult): string {
  const { name: length } = EVERYTHING;
  const several = result.models.length > 1;
  const parts = result.models.flatMap(({ path, endpoints, diagnostics }) => [
    ...(several ? [`#### ${shortCode(path, length)}`] : []),
    ...endpoints.flatMap((one) => [
      `### ${SIGNS[one.verdict]} ${markdown(explainHeadline(one), length)}`,
      ...(one.sweeps ?? []).flatMap((sweep) => sweepMarkdown(sweep, length)),
      ...(one.sweeps ?? []).slice(0, 1).map((sweep) => markdown(dominanceWords(sweep), length)),
      ...(one.chaos === undefined ? [] : chaosMarkdown(one.chaos, length)),
    ]),
    ...noteList(diagnostics, result.head.commit),
  ]);
  return `${blocks(parts)}\n`;
}

function noteList(diagnostics: readonly Diagnostic[], commit: string): readonly string[] {
  const { name: length, diagnostics: most } = EVERYTHING;
  const lines = noteLines(diagnostics, { repository: null, commit, length, notes: most });
  return lines.length === 0 ? [] : ["**What these figures rest on**", lines.join("\n")];
}
