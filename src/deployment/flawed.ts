import type { FlawedDocument } from "../yaml/build.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted, type YamlProblem } from "../yaml/problem.ts";
import { isCompose } from "./compose.ts";
import { type Findings, newFindings, placeIn } from "./definition.ts";
import { isKubernetes, readKubernetes } from "./kubernetes.ts";
import type { ReplicaFact, Workload } from "./workload.ts";

/** Why what a document says of replicas is not to be trusted, in words that name both lines. */
export type Flaw = { readonly file: string; readonly problem: YamlProblem };

/**
 * What a document that writes a key twice defines: readers differ on which value stands (kubectl, kustomize
 * and Compose refuse it; others take the last). Its workloads are known by name, so that the error is told
 * of the services that run them; nothing else is taken from it.
 *
 * @param flaws gets what is wrong: by the places of a workload and its replicas, or by the file of Compose services
 */
export function readFlawed(
  { node, problem }: FlawedDocument,
  file: string,
  findings: Findings,
  flaws: Map<string, Flaw>,
): void {
  const flaw = { file, problem };
  if (isKubernetes(node)) {
    readFlawedObject(node, file, findings, flaw, flaws);
  } else if (isCompose(node, file)) {
    findings.composes.push(node);
    flaws.set(file, flaw);
  }
}

function readFlawedObject(
  node: YamlNode,
  file: string,
  findings: Findings,
  flaw: Flaw,
  flaws: Map<string, Flaw>,
): void {
  const said = newFindings();
  readKubernetes(node, file, said);
  for (const definition of said.definitions) {
    findings.definitions.push(definition);
    flaws.set(keyOf(definition.place), flaw);
    flaws.set(keyOf(definition.replicas.place), flaw);
  }
  for (const autoscaler of said.autoscalers) {
    findings.autoscalers.push({ ...autoscaler, minimum: flawedFact(autoscaler.minimum, flaw) });
  }
  for (const custom of said.customs) {
    const numbers = [...custom.numbers].map(
      ([path, fact]) => [path, flawedFact(fact, flaw)] as const,
    );
    findings.customs.push({ ...custom, numbers: new Map(numbers) });
  }
}

/** The workloads, of which those that a flawed document defines cannot be told. */
export function withFlaws(
  workloads: readonly Workload[],
  flaws: ReadonlyMap<string, Flaw>,
): readonly Workload[] {
  if (flaws.size === 0) return workloads;
  return workloads.map((workload) => {
    const { kind, place, replicas, copies, conflicts } = workload;
    const places = [place, replicas.place, ...copies, ...conflicts.map((one) => one.place)];
    const keys = kind === "ComposeService" ? [place.file, replicas.place.file] : places.map(keyOf);
    const flaw = keys.map((key) => flaws.get(key)).find((one) => one !== undefined);
    if (flaw === undefined) return workload;
    return { ...workload, replicas: flawedFact(replicas, flaw), conflicts: [] };
  });
}

function flawedFact({ rule }: ReplicaFact, { file, problem }: Flaw): ReplicaFact {
  const at = placeIn(file, problem.at);
  const message = `cannot tell what ${quoted(file)} says: ${problem.message}`;
  return { count: null, rule, place: at, problem: message };
}

function keyOf({ file, line, column }: Workload["place"]): string {
  return `${file}\0${line}\0${column}`;
}
