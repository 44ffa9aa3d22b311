import { diagnostic, type Place } from "../yaml/diagnostic.ts";
import { entriesOf, type Placed, type SpecEntry, type SpecNode } from "./document.ts";
import { type Report, readCount, readProbability } from "./figures.ts";
import type { Probability } from "./model.ts";
import { readEvidence } from "./read-evidence.ts";
import { readPlacement } from "./read-placement.ts";
import { readWorkloads } from "./read-workload.ts";
import type { SpecService } from "./spec.ts";
import { quote } from "./wording.ts";

/** A service of which the spec says nothing. */
export function unsetService(name: string, place: Place): SpecService {
  return {
    name,
    place,
    workload: null,
    replicas: null,
    replicaAvailability: null,
    quorum: null,
    external: null,
    placement: null,
    evidence: null,
  };
}

/** One entry of `services`. */
export function readService({ key, keyPlace, value }: SpecEntry, report: Report): SpecService {
  const part = (name: string): SpecNode | undefined => entriesOf(value).get(name)?.value;
  refuseContradictions(value, report);
  return {
    name: key,
    place: keyPlace,
    workload: readWorkloads(part("workload"), report),
    replicas: readCount(part("replicas")),
    replicaAvailability: readReplicaAvailability(part("replicaAvailability"), report),
    quorum: readQuorum(part("quorum")),
    external: readProbability("external", part("external"), report),
    placement: readPlacement(part("placement")),
    evidence: readEvidence(part("evidence"), report),
  };
}

function refuseContradictions(service: SpecNode, report: Report): void {
  const entries = entriesOf(service);
  if (entries.has("external")) {
    for (const key of ["workload", "replicas", "replicaAvailability", "quorum", "placement"]) {
      const entry = entries.get(key);
      if (entry === undefined) continue;
      const why = key === "placement" ? "in no domain" : "one unit";
      const message = `${quote(key)} beside \`external\`: a third party is ${why}; remove one of the two`;
      report(diagnostic("error", "contradiction", message, entry.keyPlace));
    }
  }
  const replicas = entries.get("replicas");
  if (replicas !== undefined && entries.has("workload")) {
    const message = "`replicas` beside `workload`: the manifest says how many; remove `replicas`";
    report(diagnostic("error", "contradiction", message, replicas.keyPlace));
  }
}

function readReplicaAvailability(
  node: SpecNode | undefined,
  report: Report,
): Placed<Probability | readonly Probability[]> | null {
  if (node?.kind !== "list") return readProbability("replicaAvailability", node, report);
  const each = node.items.flatMap(
    (item) => readProbability("replicaAvailability", item, report)?.value ?? [],
  );
  return { value: each, place: node.place };
}

function readQuorum(node: SpecNode | undefined): Placed<number | "majority"> | null {
  if (node?.kind !== "scalar") return null;
  if (node.value === "majority") return { value: "majority", place: node.place };
  return readCount(node);
}
