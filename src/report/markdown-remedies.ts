import { formatAvailability } from "../availability/figures.ts";
import type { Remedy } from "../gate/explained.ts";
import type { EndpointResult } from "../gate/result.ts";
import { escapeText, markdown } from "./escape.ts";
import { fileLink } from "./link.ts";
import { fold } from "./markdown-fold.ts";
import { patchBlock } from "./patch-block.ts";
import { count, list, name, type Phrase, say } from "./phrase.ts";
import { givesUp, remedyWords, requirementWords } from "./remedy-words.ts";
import { toldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";

/** Requirements that are told of one endpoint: each alone would do. */
const MOST_REQUIREMENTS = 3;

/** One way out, and the endpoints that it brings back. */
type Way = { readonly remedy: Remedy; readonly endpoints: readonly EndpointResult[] };

/** The cheapest way back of each endpoint that fails, with its patch; open, for it is what to do. */
export function remediesSection(scope: Scope): string | null {
  const { model, detail } = scope;
  const failing = toldEndpoints(model).filter((one) => one.verdict === "fail");
  const blocks = [
    ...waysOf(failing).map((way) => wayBlock(way, failing.length > 1, scope)),
    ...failing.flatMap((one) => requirementsLine(one, scope)),
  ].slice(0, detail.remedies);
  return blocks.length === 0 ? null : blocks.join("\n\n");
}

/** Other ways, and those of endpoints that only warn, folded. */
export function otherRemediesFold(scope: Scope): string | null {
  const { model, detail } = scope;
  const lines = toldEndpoints(model)
    .slice(0, detail.remedies)
    .flatMap((one) => {
      const all = one.explained?.remedies ?? [];
      const rest = one.verdict === "fail" ? all.slice(1) : all;
      const told = rest.map((remedy) => `- ${wayLine(remedy, one, scope)}`);
      const needed = one.verdict === "fail" ? [] : requirementsLine(one, scope);
      return [...told, ...needed.map((line) => `- ${line}`)];
    });
  if (lines.length === 0) return null;
  const more = waysOf(toldEndpoints(model).filter((one) => one.verdict === "fail")).length > 0;
  return fold([`${count(lines.length, more ? "other way" : "way")} back`], lines.join("\n"));
}

/** The first remedy of each, endpoints with the same one together; the order is that of the endpoints. */
function waysOf(endpoints: readonly EndpointResult[]): readonly Way[] {
  const ways = new Map<string, Way>();
  for (const one of endpoints) {
    const remedy = one.explained?.remedies[0];
    if (remedy === undefined) continue;
    const known = ways.get(remedy.change);
    ways.set(remedy.change, { remedy, endpoints: [...(known?.endpoints ?? []), one] });
  }
  return [...ways.values()];
}

function wayBlock({ remedy, endpoints }: Way, several: boolean, scope: Scope): string {
  const { detail } = scope;
  const who = list(endpoints.slice(0, 3).map((one) => [name(one.name)]));
  const more = endpoints.length > 3 ? ` and ${count(endpoints.length - 3, "more endpoint")}` : "";
  const whom: Phrase = several ? say` for ${who}${more}` : [];
  const cost = givesUp(remedy) ? "A way back that users may notice" : "Cheapest way back";
  const figures = several ? "" : ` (${after(remedy, endpoints[0]!)})`;
  const words = say`${cost}${whom}: ${remedyWords(remedy)}`;
  const heading = `**${markdown(words, detail.name)}**${figures}`;
  const patch = remedy.patch === undefined ? null : patchBlock(remedy.patch);
  const place = placeOf(remedy, scope);
  if (patch !== null) return `${heading}\n${patch}`;
  return place === null ? heading : `${heading} · ${place}`;
}

function wayLine(remedy: Remedy, endpoint: EndpointResult, scope: Scope): string {
  const words = say`${name(endpoint.name)}: ${remedyWords(remedy)} (${after(remedy, endpoint)})`;
  const place = placeOf(remedy, scope);
  const text = markdown(words, scope.detail.name);
  return place === null ? text : `${text} · ${place}`;
}

/** Verified by the engine: the endpoint keeps its SLO then, and is not printed as if it did not. */
function after({ availability }: Remedy, { slo }: EndpointResult): string {
  return formatAvailability(availability, {
    thresholds: slo.effective === null ? [] : [slo.effective],
  });
}

function placeOf({ file, line }: Remedy, { result, context }: Scope): string | null {
  return file === undefined ? null : fileLink(context.repository, result.head.commit, file, line);
}

function requirementsLine(endpoint: EndpointResult, { detail }: Scope): readonly string[] {
  const needed = (endpoint.explained?.requirements ?? []).slice(0, MOST_REQUIREMENTS);
  if (needed.length === 0) return [];
  const ways = needed.map((one) => markdown(requirementWords(one), detail.name)).join(", or ");
  const who = markdown([name(endpoint.name)], detail.name);
  const close = escapeText("No change of replicas, spread or retries brings it back");
  return [`**${who}:** ${close}. It would take ${ways}.`];
}
