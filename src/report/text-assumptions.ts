import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import { sharedAssumptions } from "./assumption-words.ts";
import type { Palette } from "./colour.ts";
import { visible } from "./escape.ts";
import { phraseOf } from "./phrase.ts";
import { plain } from "./plain.ts";
import { TEXT_SIGNS } from "./rows.ts";

/**
 * What nobody measured and the figure of an endpoint rests on, for a terminal, with the figures between
 * which that leaves it: at odds with the SLO first.
 */
export function assumptionsPart(
  endpoint: EndpointResult | EstimatedEndpoint,
  colours: Palette,
): readonly string[] {
  const lines = sharedAssumptions([endpoint]).map(({ assumption, endpoints: [own] }) => {
    const { message, file, line } = assumption;
    const sign = own?.decisive === true ? `${colours.verdict("warn")(TEXT_SIGNS.warn)} ` : "";
    const perhaps = own?.undecided === true ? ", perhaps on either side of its SLO" : "";
    const sides = own?.decisive === true ? ", on either side of its SLO" : perhaps;
    const range = own === undefined || own.range === null ? "" : ` (${own.range}${sides})`;
    const place = file === undefined ? "" : `  ${colours.faint(visible(`${file}:${line}`))}`;
    return `  ${sign}${plain(phraseOf(message))}${range}${place}`;
  });
  return lines.length === 0 ? [] : [colours.strong("What it assumes"), ...lines];
}
