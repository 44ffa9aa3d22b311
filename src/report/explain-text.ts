import type { EstimatedModel, EstimateResult } from "../gate/result.ts";
import { type Palette, palette } from "./colour.ts";
import { crediblePart } from "./credible-part.ts";
import { visible } from "./escape.ts";
import { estimatedUnderPart } from "./estimate-under.ts";
import { blastWords, explainHeadline } from "./explain-words.ts";
import { plain } from "./plain.ts";
import { TEXT_SIGNS } from "./rows.ts";
import { joined, notes, type TextOptions } from "./text.ts";
import { assumptionsPart } from "./text-assumptions.ts";
import { limitsPart } from "./text-limits.ts";
import { remediesPart } from "./text-remedies.ts";

/** Why an endpoint is as available as it is, for a terminal: a part for each spec that has it. */
export function renderExplainText(result: EstimateResult, options: TextOptions): string {
  const colours = palette(options.color);
  return joined(
    result.models.flatMap((model) => [
      result.models.length === 1 ? [] : [colours.strong(visible(model.path))],
      ...modelParts(model, colours, options.width),
    ]),
  );
}

function modelParts(
  { endpoints, blast = [], diagnostics }: EstimatedModel,
  colours: Palette,
  width: number,
): readonly (readonly string[])[] {
  return [
    ...endpoints.flatMap((one) => {
      const paint = colours.verdict(one.verdict);
      return [
        [colours.strong(`${paint(TEXT_SIGNS[one.verdict])} ${plain(explainHeadline(one))}`)],
        limitsPart(one, colours, width),
        remediesPart(one, colours),
      ];
    }),
    estimatedUnderPart(endpoints, colours, width),
    blastPart(endpoints, blast, colours),
    crediblePart(endpoints, colours),
    ...endpoints.map((one) => assumptionsPart(one, colours)),
    notes(diagnostics, colours),
  ];
}

/** Beside the single points of failure, which are told among the limits: those leave something of it. */
function blastPart(
  endpoints: EstimatedModel["endpoints"],
  blast: NonNullable<EstimatedModel["blast"]>,
  colours: Palette,
): readonly string[] {
  const singles = new Set(
    endpoints.flatMap(({ explained }) =>
      (explained?.limits ?? []).filter(({ single }) => single).map(({ component }) => component),
    ),
  );
  const others = blast.filter(({ fault, kind }) => kind === "fault" || !singles.has(fault));
  if (others.length === 0) return [];
  return [
    colours.strong("What takes it below its SLO by itself"),
    ...others.map((one) => `  ${plain(blastWords(one))}`),
  ];
}
