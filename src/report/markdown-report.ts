import type { ModelResult, Result } from "../gate/result.ts";
import { calmLines } from "./calm.ts";
import { credibleSection } from "./credible-part.ts";
import { type Detail, leftOut } from "./detail.ts";
import { markdown, message, shortCode } from "./escape.ts";
import { headline } from "./headline.ts";
import { webLink } from "./link.ts";
import { assumptionsSection } from "./markdown-assumptions.ts";
import { blastSection } from "./markdown-blast.ts";
import { causesSection, otherCausesFold } from "./markdown-causes.ts";
import { footer } from "./markdown-footer.ts";
import { graphSection } from "./markdown-graph.ts";
import { limitsSection } from "./markdown-limits.ts";
import { changesSection, evidenceSection, openReasons, reasonsFold } from "./markdown-lists.ts";
import { otherRemediesFold, remediesSection } from "./markdown-remedies.ts";
import { endpointsSection, unchangedSection } from "./markdown-tables.ts";
import { underFold } from "./markdown-under.ts";
import { unseenSection } from "./markdown-unseen.ts";
import { count } from "./phrase.ts";
import { SIGNS, worstModels } from "./rows.ts";
import type { ReportContext, Scope, Section } from "./scope.ts";
import { isQuiet } from "./under-rows.ts";
import { hasUnseen } from "./unseen.ts";

/** In the order of reading: what matters, what it comes from, then what is folded. */
const SECTIONS: readonly Section[] = [
  unseenSection,
  endpointsSection,
  openReasons,
  causesSection,
  changesSection,
  evidenceSection,
  remediesSection,
  graphSection,
  unchangedSection,
  otherCausesFold,
  otherRemediesFold,
  limitsSection,
  underFold,
  blastSection,
  credibleSection,
  assumptionsSection,
  reasonsFold,
];

export type ReportOptions = {
  readonly detail: Detail;
  /** Also tell of specs about which there is nothing to say. */
  readonly whole: boolean;
  /** What the report lacks beside what `detail` leaves out. */
  readonly lost: readonly string[];
};

/** The verdict, a part for each spec (the worst first), and where the figures come from. */
export function report(result: Result, context: ReportContext, options: ReportOptions): string {
  const { detail, whole, lost } = options;
  const models = worstModels(result);
  const told = models.filter(
    (one) => whole || models.length === 1 || !isQuiet(one) || hasUnseen(one),
  );
  const missing = [...leftOut(result, told, detail), ...lost];
  return blocks([
    title(result, detail),
    acceptance(result, detail),
    result.models.length === 0 ? markdown(calmLines(result), detail.name) : null,
    ...told.slice(0, detail.models).map((model) => {
      const scope: Scope = { result, model, context, detail };
      const heading = models.length === 1 ? null : modelHeading(model, detail);
      return blocks([heading, ...SECTIONS.map((section) => section(scope))]);
    }),
    quietLine(models.length - told.length),
    missing.length === 0 ? null : leftOutLine(missing, context),
    footer(result, context, detail),
  ]);
}

/** The verdict as a heading. */
export function title(result: Result, detail: Detail): string {
  return `### ${SIGNS[result.verdict]} Availability gate: ${markdown(headline(result), detail.name)}`;
}

function acceptance({ acceptedBy, acceptanceLapsed }: Result, detail: Detail): string | null {
  if (acceptedBy === null) {
    return acceptanceLapsed === undefined ? null : message(acceptanceLapsed, detail.name);
  }
  return `Accepted by ${shortCode(acceptedBy.by, detail.name)} with ${shortCode(acceptedBy.how, detail.name)}. This holds for the figures below and lapses when one of them gets worse.`;
}

function modelHeading(model: ModelResult, detail: Detail): string {
  return `#### ${SIGNS[model.verdict]} ${shortCode(model.path, detail.name)}`;
}

function quietLine(quiet: number): string | null {
  return quiet === 0 ? null : `${count(quiet, "spec")} unchanged.`;
}

function leftOutLine(missing: readonly string[], context: ReportContext): string {
  const summary = webLink("job summary", context.runUrl);
  const where = summary === null ? "JSON result" : `${summary} (or the JSON result)`;
  return `_Left out here for length: ${missing.join(", ")}. The ${where} has everything._`;
}

/** Blocks of Markdown, those that there are, one below the other. */
export function blocks(parts: readonly (string | null)[]): string {
  return parts.filter((one) => one !== null && one !== "").join("\n\n");
}
