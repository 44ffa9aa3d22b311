import { formatAvailability } from "../availability/figures.ts";
import type { Remedy } from "../gate/explained.ts";
import type { EstimatedEndpoint, EstimatedModel, EstimateResult } from "../gate/result.ts";
import { credibleFold } from "./credible-part.ts";
import { EVERYTHING } from "./detail.ts";
import { markdown, shortCode } from "./escape.ts";
import { estimatedUnderFold } from "./estimate-under.ts";
import { explainHeadline } from "./explain-words.ts";
import { fileLink } from "./link.ts";
import { assumptionsFold } from "./markdown-assumptions.ts";
import { blastFold } from "./markdown-blast.ts";
import { opened } from "./markdown-fold.ts";
import { limitsFold } from "./markdown-limits.ts";
import { blocks } from "./markdown-report.ts";
import { patchBlock } from "./patch-block.ts";
import { givesUp, remedyWords, requirementWords } from "./remedy-words.ts";
import { SIGNS } from "./rows.ts";

const LENGTH = EVERYTHING.name;

/** Requirements that are told: each alone would do. */
const MOST_REQUIREMENTS = 3;

/** Why an endpoint is as available as it is, as Markdown: a part for each spec that has it. */
export function renderExplainMarkdown(result: EstimateResult): string {
  const { commit } = result.head;
  const several = result.models.length > 1;
  const parts = result.models.flatMap((model) => [
    ...(several ? [`#### ${shortCode(model.path, LENGTH)}`] : []),
    ...modelParts(model, commit),
  ]);
  return `${blocks(parts)}\n`;
}

function modelParts(model: EstimatedModel, commit: string): readonly (string | null)[] {
  const { endpoints, blast = [], diagnostics } = model;
  const place = { repository: null, commit, length: LENGTH };
  return [
    ...endpoints.flatMap((one) => [
      `### ${SIGNS[one.verdict]} ${markdown(explainHeadline(one), LENGTH)}`,
      ...remedyBlocks(one, commit),
    ]),
    opened(limitsFold(endpoints, { ...place, most: EVERYTHING.limits })),
    estimatedUnderFold(endpoints, LENGTH),
    blastFold(blast, EVERYTHING.blasts, LENGTH),
    credibleFold(endpoints, LENGTH),
    opened(
      assumptionsFold(endpoints, diagnostics, {
        ...place,
        assumptions: EVERYTHING.assumptions,
        notes: EVERYTHING.diagnostics,
      }),
    ),
  ];
}

/** The cheapest way back with its patch, the others in a list below it. */
function remedyBlocks(endpoint: EstimatedEndpoint, commit: string): readonly string[] {
  const { remedies = [], requirements = [] } = endpoint.explained ?? {};
  const [first, ...others] = remedies;
  if (first === undefined) {
    if (requirements.length === 0) return [];
    const ways = requirements.slice(0, MOST_REQUIREMENTS).map(requirementWords);
    const each = ways.map((one) => markdown(one, LENGTH)).join(", or ");
    return [`No change of replicas, spread or retries brings it back. It would take ${each}.`];
  }
  const patch = first.patch === undefined ? null : patchBlock(first.patch);
  const cost = givesUp(first) ? "A way back that users may notice" : "Cheapest way back";
  const heading = `**${cost}:** ${wayLine(first, endpoint, commit)}`;
  const rest = others.map((one) => `- ${wayLine(one, endpoint, commit)}`);
  return [
    patch === null ? heading : `${heading}\n${patch}`,
    ...(rest.length === 0 ? [] : [`**Other ways**\n${rest.join("\n")}`]),
  ];
}

function wayLine(remedy: Remedy, { slo }: EstimatedEndpoint, commit: string): string {
  const { availability, file, line } = remedy;
  const after = formatAvailability(availability, {
    thresholds: slo.head === null ? [] : [slo.head],
  });
  const place = file === undefined ? "" : ` · ${fileLink(null, commit, file, line)}`;
  return `${markdown(remedyWords(remedy), LENGTH)} (${after})${place}`;
}
