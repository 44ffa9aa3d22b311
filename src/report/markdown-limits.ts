import { formatAvailability } from "../availability/figures.ts";
import type { Explained, Limit } from "../gate/explained.ts";
import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import { markdown, shortCode } from "./escape.ts";
import {
  ceilingWords,
  cutWords,
  lossText,
  moreCuts,
  shareText,
  singlesWords,
} from "./limit-words.ts";
import { fileLink } from "./link.ts";
import { fold } from "./markdown-fold.ts";
import { cells, NONE } from "./markdown-tables.ts";
import { count, list, type Phrase, say } from "./phrase.ts";
import { toldEndpoints } from "./rows.ts";
import type { ReportContext, Scope } from "./scope.ts";

/** Of one endpoint: components, single points of failure and pairs that are told. */
const MOST_LIMITS = 5;
const MOST_SINGLES = 6;
const MOST_CUTS = 3;

/** Where limits are told, and how long their names may be. */
export type LimitsPlace = {
  readonly repository: ReportContext["repository"];
  readonly commit: string;
  readonly length: number;
  /** Endpoints of which they are told. */
  readonly most: number;
};

/** What holds each endpoint that changed back now, folded. */
export function limitsSection({ result, model, context, detail }: Scope): string | null {
  return limitsFold(toldEndpoints(model), {
    repository: context.repository,
    commit: result.head.commit,
    length: detail.name,
    most: detail.limits,
  });
}

/** The same of any endpoints that were explained; `null` where none was. */
export function limitsFold(
  endpoints: readonly (EndpointResult | EstimatedEndpoint)[],
  place: LimitsPlace,
): string | null {
  const all = endpoints.flatMap((one) => {
    const { explained } = one;
    return explained === undefined || explained.limits.length === 0 ? [] : [{ one, explained }];
  });
  const shown = all.slice(0, place.most);
  if (shown.length === 0) return null;
  const parts = shown.map(({ one, explained }) => limitsOf(one, explained, place));
  const rest = all.length - shown.length;
  const more =
    rest === 0 ? [] : [`The JSON and the HTML report tell of ${count(rest, "more endpoint")}.`];
  const each = all.length === 1 ? "the endpoint" : "each endpoint";
  return fold([`What limits ${each} now`], [...parts, ...more].join("\n\n"));
}

function limitsOf(
  { name, slo }: EndpointResult | EstimatedEndpoint,
  explained: Explained,
  place: LimitsPlace,
): string {
  const { length } = place;
  const ceiling = ceilingWords(explained, slo.head);
  const heading = `**${shortCode(name, length)}**`;
  const shown = explained.limits.slice(0, MOST_LIMITS);
  const lines = [singlesLine(explained), cutsLine(explained)].filter((one) => one !== null);
  return [
    ceiling === null ? heading : `${heading}: ${markdown(ceiling, length)}.`,
    [
      "| Component | Of the downtime | While it is down | At most, as it is | |",
      "| :-- | --: | --: | --: | :-- |",
      ...shown.map((one) => line(one, slo.head, place)),
    ].join("\n"),
    ...lines.map((one) => markdown(one, length)),
  ].join("\n\n");
}

function line(
  limit: Limit,
  slo: number | null,
  { repository, commit, length }: LimitsPlace,
): string {
  const { component, ceiling, file, line: at } = limit;
  const thresholds = slo === null ? [] : [slo];
  return cells([
    shortCode(component, length),
    shareText(limit),
    lossText(limit),
    ceiling >= 1 ? NONE : formatAvailability(ceiling, { thresholds }),
    file === undefined ? "" : fileLink(repository, commit, file, at),
  ]);
}

function singlesLine(explained: Explained): Phrase | null {
  const singles = singlesWords(explained, MOST_SINGLES);
  return singles === null ? null : say`Each of these alone takes it down: ${singles}.`;
}

function cutsLine({ cuts }: Explained): Phrase | null {
  if (cuts.length === 0) return null;
  const told = cuts.slice(0, MOST_CUTS).map(cutWords);
  const rest = cuts.length - told.length;
  return say`Two together do: ${list(rest === 0 ? told : [...told, [moreCuts(rest)]])}.`;
}
