import { formatAvailability } from "../availability/figures.ts";
import type { Remedy } from "../gate/explained.ts";
import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import type { Palette } from "./colour.ts";
import { visible } from "./escape.ts";
import { patchLines } from "./patch-block.ts";
import { plain } from "./plain.ts";
import { givesUp, remedyWords, requirementWords } from "./remedy-words.ts";

type Told = EndpointResult | EstimatedEndpoint;

/** Requirements that are told of one endpoint: each alone would do. */
const MOST_REQUIREMENTS = 3;

/** Endpoints of which a way back is told in brief. */
const MOST_ENDPOINTS = 10;

/**
 * The ways back over the SLO, for a terminal, the cheapest first and with its patch, which stands flush
 * left: `git apply` takes it from the report as it is.
 */
export function remediesPart(endpoint: Told, colours: Palette): readonly string[] {
  const { remedies = [], requirements = [] } = endpoint.explained ?? {};
  const [first] = remedies;
  if (first === undefined) {
    if (requirements.length === 0) return [];
    return [colours.strong("Ways back over its SLO"), `  ${needed(endpoint)}`];
  }
  const patch = first.patch === undefined ? null : patchLines(first.patch);
  return [
    colours.strong(
      remedies.length === 1
        ? "A way back over its SLO"
        : "Ways back over its SLO, the cheapest first",
    ),
    ...remedies.map((one) => `  ${wayLine(one, endpoint, colours)}`),
    ...(patch ?? []).map((line) => painted(line, colours)),
  ];
}

/** The cheapest way back of each endpoint that fails, a line each. */
export function briefRemediesPart(endpoints: readonly Told[], colours: Palette): readonly string[] {
  const lines = endpoints
    .filter(({ verdict }) => verdict === "fail")
    .flatMap((one) => {
      const { remedies = [], requirements = [] } = one.explained ?? {};
      const [first] = remedies;
      const name = plain([{ name: one.name }]);
      if (first !== undefined) return [`  ${name}: ${wayLine(first, one, colours)}`];
      return requirements.length === 0 ? [] : [`  ${name}: ${needed(one)}`];
    })
    .slice(0, MOST_ENDPOINTS);
  return lines.length === 0 ? [] : [colours.strong("Cheapest way back"), ...lines];
}

function wayLine(remedy: Remedy, { slo }: Told, colours: Palette): string {
  const { availability, file, line } = remedy;
  const promised = "effective" in slo ? slo.effective : slo.head;
  // The engine found it to keep the SLO: it is not printed as if it did not.
  const after = formatAvailability(availability, {
    thresholds: promised === null ? [] : [promised],
  });
  const noticed = givesUp(remedy) ? ", and users may notice" : "";
  const place = file === undefined ? "" : `  ${colours.faint(visible(`${file}:${line}`))}`;
  return `${plain(remedyWords(remedy))} (${after}${noticed})${place}`;
}

function needed({ explained }: Told): string {
  const ways = (explained?.requirements ?? []).slice(0, MOST_REQUIREMENTS).map(requirementWords);
  const each = ways.map((one) => plain(one)).join(", or ");
  return `no change of replicas, spread or retries does; it would take ${each}`;
}

function painted(line: string, colours: Palette): string {
  if (line.startsWith("+++") || line.startsWith("---")) return colours.strong(line);
  if (line.startsWith("+")) return colours.verdict("pass")(line);
  return line.startsWith("-") ? colours.verdict("fail")(line) : line;
}
