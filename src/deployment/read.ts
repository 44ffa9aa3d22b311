import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { parseYaml } from "../yaml/parse.ts";
import { quoted, type YamlProblem } from "../yaml/problem.ts";
import { applyAutoscalers } from "./autoscaler.ts";
import { combineDefinitions } from "./combine.ts";
import { isCompose, readCompose } from "./compose.ts";
import { type Findings, placeIn } from "./definition.ts";
import { isKubernetes, readKubernetes } from "./kubernetes.ts";
import { dialectOf, mayMatter } from "./triage.ts";
import type { Deployment, ManifestFile } from "./workload.ts";

/** Unread files that a diagnostic names before it only counts. */
const NAMED = 5;

type Unread = { readonly place: Place; readonly problem: YamlProblem };

/**
 * R, as the manifests of one commit state it (contract §1, `manifests`). Files are recognised by content;
 * what defines no workload is passed over. The result follows the order of the files. Files that are not
 * YAML end in `unread` and in one warning; whatever else of them can be read counts. Nothing here is an
 * error: conflicts and problems of replicas become one when a service claims the workload.
 */
export function readDeployment(files: readonly ManifestFile[]): Deployment {
  const findings: Findings = { definitions: [], autoscalers: [], selectors: [] };
  const unread: Unread[] = [];
  for (const file of files) {
    const problem = readFile(file, findings);
    if (problem !== null) unread.push({ place: placeIn(file.path, problem.at), problem });
  }
  const combined = combineDefinitions(findings.definitions, findings.selectors);
  const { workloads, diagnostics } = applyAutoscalers(combined, findings.autoscalers);
  return {
    workloads,
    unread: unread.map((one) => one.place.file),
    diagnostics: [...unreadDiagnostic(unread), ...diagnostics],
  };
}

function readFile({ path, text }: ManifestFile, findings: Findings): YamlProblem | null {
  if (!mayMatter(text)) return null;
  const { documents, problem } = parseYaml(text, dialectOf(text), mayMatter);
  for (const document of documents) {
    if (isKubernetes(document)) readKubernetes(document, path, findings);
    else if (isCompose(document)) readCompose(document, path, findings);
  }
  return problem;
}

function unreadDiagnostic(unread: readonly Unread[]): readonly Diagnostic[] {
  const first = unread[0];
  if (first === undefined) return [];
  const names = unread.slice(0, NAMED).map(({ place }) => quoted(`${place.file}:${place.line}`));
  const more = unread.length > NAMED ? [`and ${unread.length - NAMED} more`] : [];
  const files = unread.length === 1 ? "1 manifest" : `${unread.length} manifests`;
  const message = `${files} could not be read as YAML, so workloads in them are missing: ${[...names, ...more].join(", ")} (first: ${first.problem.message}); mend or render them, or narrow \`manifests\``;
  return [diagnostic("warning", "unread-manifests", message, first.place)];
}
