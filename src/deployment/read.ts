import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { parseYaml } from "../yaml/parse.ts";
import { quoted, type YamlProblem } from "../yaml/problem.ts";
import type { Dialect } from "../yaml/scalar.ts";
import { applyAutoscalers } from "./apply-autoscalers.ts";
import { applyBudgets } from "./apply-budgets.ts";
import { adoptTemplates } from "./argo-rollout.ts";
import { combineDefinitions } from "./combine.ts";
import { composeDefinitions, dormantNotice, isCompose } from "./compose.ts";
import type { ComposeProjects } from "./compose-project.ts";
import { readComposeProjects } from "./compose-read.ts";
import type { ComposeService } from "./compose-service.ts";
import { type Findings, newFindings, placeIn } from "./definition.ts";
import { composeEntrances, withWorkloads } from "./entrances.ts";
import { type Flaw, readFlawed, withFlaws } from "./flawed.ts";
import { readGenerators } from "./hint-generators.ts";
import { clusterHosts } from "./hint-hosts.ts";
import { hintsOf } from "./hints.ts";
import { isKubernetes, readKubernetes } from "./kubernetes.ts";
import { applyScalings, patchWarning, readKustomization } from "./kustomization.ts";
import { readRemotes, remoteWarning, withoutDefaults } from "./remote-bases.ts";
import { dialectOf, mayMatter } from "./triage.ts";
import type { Deployment, ManifestFile, Workload } from "./workload.ts";

/** Unread files that a diagnostic names before it only counts. */
const NAMED = 5;

type Unread = { readonly place: Place; readonly problem: YamlProblem };

/** What one file defines, whatever the others say. */
type FileReading = {
  readonly findings: Findings;
  /** Of documents that write a key twice. */
  readonly flaws: ReadonlyMap<string, Flaw>;
  readonly dialect: Dialect;
  readonly problem: YamlProblem | null;
};

/**
 * Readings by path and object id, or by path with the text that each is of. Two commits share most of their
 * manifests: the caller that keeps this map for both has those parsed once.
 */
export type KnownReadings = Map<string, { readonly text: string; readonly reading: FileReading }>;

/**
 * The file as it is to be handed in, its reading known. Its text is let go, but for those of Compose, which
 * are merged later on, and those that are needed besides.
 */
export function readAhead(
  file: ManifestFile & { readonly id: string },
  known: KnownReadings,
  isNeeded: (text: string) => boolean,
): ManifestFile {
  const reading = readOnce(file, known);
  const isKept = reading.findings.composes.length > 0 || reading.dialect === "compose";
  const text = isKept || isNeeded(file.text) ? file.text : "";
  known.set(keyOf(file), { text, reading });
  return { ...file, text };
}

/** A file that `readAhead` took, for those who have its id. */
export function knownFile(
  file: Omit<ManifestFile, "text"> & { readonly id: string },
  known: KnownReadings,
): ManifestFile | null {
  const before = known.get(keyOf(file));
  return before === undefined ? null : { ...file, text: before.text };
}

/**
 * R, as the manifests of one commit state it (contract §1, `manifests`). Files are recognised by content;
 * what defines no workload is passed over. The result follows the order of the files. Files that are not
 * YAML end in `unread` and in one warning; whatever else of them can be read counts. Nothing here is an
 * error: conflicts and problems of replicas become one when a service claims the workload.
 *
 * @param known is read and added to; without it every file is parsed.
 * @param companions texts of what `companionPaths` tells, by path
 */
export function readDeployment(
  files: readonly ManifestFile[],
  known: KnownReadings = new Map(),
  companions: ReadonlyMap<string, string> = new Map(),
): Deployment {
  const readings = files.map((file) => readOnce(file, known));
  const unread = files.flatMap(({ path }, i): Unread[] => {
    const { problem } = readings[i]!;
    return problem === null ? [] : [{ place: placeIn(path, problem.at), problem }];
  });
  const remotes = readings.flatMap(({ findings }) => findings.remotes);
  const compose = composeOf(files, readings, companions);
  const services = new Map(compose.projects.map((one) => [one.path, composeDefinitions(one)]));
  const definitions = readings.flatMap(({ findings }, i) => [
    ...findings.definitions,
    ...(services.get(files[i]!.path) ?? []),
  ]);
  const combined = combineDefinitions(
    withoutDefaults(definitions, remotes),
    readings.flatMap(({ findings }) => findings.selectors),
  );
  const scaled = applyScalings(
    combined,
    readings.flatMap(({ findings }) => findings.scalings),
  );
  const customs = readings.flatMap(({ findings }) => findings.customs);
  const { workloads, diagnostics } = applyAutoscalers(
    scaled,
    readings.flatMap(({ findings }) => findings.autoscalers),
    customs,
  );
  const adopted = adoptTemplates(
    workloads,
    readings.flatMap(({ findings }) => findings.templateRefs),
  );
  // After the autoscalers: a budget's percentage is of what its workloads run with.
  const budgeted = applyBudgets(
    adopted.workloads,
    readings.flatMap(({ findings }) => findings.budgets),
  );
  const flaws = new Map(readings.flatMap((one) => [...one.flaws]));
  return {
    workloads: withFlaws(budgeted.workloads, flaws),
    unread: unread.map((one) => one.place.file),
    routes: readings.flatMap(({ findings }) => findings.routes),
    ...knowledgeOf(budgeted.workloads, readings, compose),
    customs,
    remotes,
    applied: readings.flatMap(({ findings }) => findings.applied),
    idleBudgets: budgeted.idle,
    diagnostics: [
      ...unreadDiagnostic(unread),
      ...remoteWarning(remotes),
      ...patchWarning(readings.flatMap(({ findings }) => findings.patches)),
      ...compose.diagnostics,
      ...dormantNotice(compose.projects),
      ...diagnostics,
      ...adopted.diagnostics,
    ],
  };
}

/** Who knows whom, and where calls come in: both take the objects of all files together. */
function knowledgeOf(
  workloads: readonly Workload[],
  readings: readonly FileReading[],
  { projects }: ComposeProjects,
): Pick<Deployment, "hints" | "thirdParties" | "entrances"> {
  const selectors = readings.flatMap(({ findings }) => findings.selectors);
  const compose = byFolder(projects.flatMap(({ views }) => views));
  const doorways = readings.flatMap(({ findings }) => findings.entrances);
  return {
    ...hintsOf({
      workloads,
      selectors,
      configured: readings.flatMap(({ findings }) => findings.configured),
      configs: readings.flatMap(({ findings }) => findings.configs),
      compose,
    }),
    entrances: [
      ...withWorkloads(doorways, clusterHosts(workloads, selectors)),
      ...compose.flatMap(composeEntrances),
    ],
  };
}

/** Files of one folder that are not merged make up one project all the same once they run: they share its network. */
function byFolder(services: readonly ComposeService[]): readonly (readonly ComposeService[])[] {
  const folders = new Map<string, ComposeService[]>();
  for (const service of services) {
    const before = folders.get(service.project);
    if (before === undefined) folders.set(service.project, [service]);
    else before.push(service);
  }
  return [...folders.values()];
}

/**
 * Paths beside the manifests that Compose files among them name: their env files, and what they include or
 * extend. Those that are not in `companions` yet may name more, once they are.
 */
export function companionPaths(
  files: readonly ManifestFile[],
  known: KnownReadings,
  companions: ReadonlyMap<string, string>,
): readonly string[] {
  const readings = files.map((file) =>
    dialectOf(file.text) === "compose" ? readOnce(file, known) : null,
  );
  const { asked } = composeOf(files, readings, companions);
  for (const { path } of files) asked.delete(path);
  return [...asked].sort();
}

function composeOf(
  files: readonly ManifestFile[],
  readings: readonly (FileReading | null)[],
  companions: ReadonlyMap<string, string>,
): ComposeProjects {
  const inputs = files.map((file, i) => ({
    file,
    documents: readings[i]?.findings.composes ?? [],
  }));
  return readComposeProjects(inputs, companions);
}

function readOnce(file: ManifestFile, known: KnownReadings): FileReading {
  const key = keyOf(file);
  const before = known.get(key);
  if (before !== undefined && (file.id !== undefined || before.text === file.text)) {
    return before.reading;
  }
  const reading = readFile(file);
  known.set(key, { text: file.text, reading });
  return reading;
}

function keyOf({ path, id }: Omit<ManifestFile, "text">): string {
  return id === undefined ? path : `${path}\0${id}`;
}

function readFile({ path, text }: ManifestFile): FileReading {
  const findings = newFindings();
  const flaws = new Map<string, Flaw>();
  // What may be Compose matters: most files need not be searched for it twice.
  if (!mayMatter(text)) return { findings, flaws, dialect: "kubernetes", problem: null };
  const dialect = dialectOf(text);
  const { documents, flawed, problem } = parseYaml(text, dialect, mayMatter);
  for (const document of documents) {
    readKustomization(document, path, findings);
    readRemotes(document, path, findings);
    readGenerators(document, path, findings);
    if (isKubernetes(document)) readKubernetes(document, path, findings);
    else if (isCompose(document, path)) findings.composes.push(document);
  }
  for (const document of flawed) readFlawed(document, path, findings, flaws);
  return { findings, flaws, dialect, problem };
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
