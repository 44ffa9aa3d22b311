import type { EstimateResult, Result } from "../gate/result.ts";
import { quietJson } from "./json-text.ts";
import { count } from "./phrase.ts";
import { diagnosticFinding, type Finding, reasonFinding, sarifLocation } from "./sarif-results.ts";
import { DIAGNOSTIC_HELP, REASON_RULES } from "./sarif-rules.ts";

/** Code scanning shows the first 5,000 results of a run, and refuses files with more than 25,000. */
const MOST_RESULTS = 5_000;

const ORDER: readonly Finding["level"][] = ["error", "warning", "note"];

/**
 * A result as SARIF 2.1.0, for code scanning: a result for each reason of the gate and each warning about
 * what was read, the worst first. Notices are told in reports alone: as alerts nobody could close them.
 *
 * @param version of this program, semantic: viewers tell results of one release from those of another by it
 */
export function renderSarif(result: Result | EstimateResult, version: string): string {
  const models = new Map(result.models.map((one) => [one.path, one]));
  const all = [
    ...result.reasons.map((one) => reasonFinding(one, models.get(one.model))),
    ...result.models.flatMap(({ path, diagnostics }) =>
      diagnostics
        .filter(({ severity }) => severity !== "notice")
        .map((one) => diagnosticFinding(path, one)),
    ),
  ].toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  const shown = all.slice(0, MOST_RESULTS);
  const rules = [...new Set(shown.map(({ rule }) => rule))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "availability-gate",
            version,
            semanticVersion: version,
            rules: rules.map((id) => rule(id, shown)),
          },
        },
        invocations: [{ executionSuccessful: true, ...leftOut(all.length - shown.length) }],
        originalUriBaseIds: {
          "%SRCROOT%": { description: { text: "The root of the repository." } },
        },
        columnKind: "utf16CodeUnits",
        results: numbered(shown).map(([one, print]) => sarifResult(one, print, rules)),
      },
    ],
  };
  return `${quietJson(JSON.stringify(log, null, 2))}\n`;
}

function rule(id: string, findings: readonly Finding[]): object {
  const own = new Map(Object.entries(REASON_RULES)).get(id);
  if (own === undefined) {
    const level = findings.find((one) => one.rule === id)?.level ?? "warning";
    const text = `The spec or a manifest: ${id.replaceAll("-", " ")}`;
    return {
      id,
      shortDescription: { text },
      fullDescription: { text },
      help: { text: DIAGNOSTIC_HELP },
      defaultConfiguration: { level },
      properties: { tags: ["availability"] },
    };
  }
  return {
    id,
    name: own.name,
    shortDescription: { text: own.short },
    fullDescription: { text: own.short },
    help: { text: own.help, markdown: own.help },
    defaultConfiguration: { level: own.level },
    properties: { tags: ["availability"] },
  };
}

/** Code scanning takes two results with one fingerprint for the same alert: the second is numbered. */
function numbered(findings: readonly Finding[]): readonly (readonly [Finding, string])[] {
  const seen = new Map<string, number>();
  return findings.map((one) => {
    const times = (seen.get(one.fingerprint) ?? 0) + 1;
    seen.set(one.fingerprint, times);
    return [one, `${one.fingerprint}:${times}`];
  });
}

function sarifResult(finding: Finding, print: string, rules: readonly string[]): object {
  const { related, about } = finding;
  const beside = related.map((one, at) => ({ id: at + 1, ...sarifLocation(one) }));
  return {
    ruleId: finding.rule,
    ruleIndex: rules.indexOf(finding.rule),
    level: finding.level,
    message: { text: finding.message },
    locations: [sarifLocation(finding.place)],
    ...(beside.length === 0 ? {} : { relatedLocations: beside }),
    partialFingerprints: { primaryLocationLineHash: print },
    properties: about,
  };
}

function leftOut(missing: number): object {
  if (missing === 0) return {};
  const text = `Left out, as code scanning would: ${count(missing, "result")} that weigh less.`;
  return { toolExecutionNotifications: [{ level: "warning", message: { text } }] };
}
