import type { Discovered } from "../draft/discovered.ts";
import { grouped } from "../draft/evidence-text.ts";
import type { Matches } from "../model/match.ts";
import type { Model, Service } from "../model/model.ts";
import { counted, quote } from "../model/wording.ts";
import type { ObservedService } from "../traces/observed.ts";
import type { Finding } from "./check-finding.ts";

/** Where the traces show other numbers of replicas than manifests or spec state. The manifests win in any case. */
export function replicaFindings(
  discovered: Discovered,
  model: Model,
  matches: Matches,
): readonly Finding[] {
  const services = new Map(model.services.map((one) => [one.name, one]));
  return discovered.services.flatMap((one) => {
    const service = services.get(one.name);
    if (service === undefined || one.instances === null || service.external) return [];
    const stated = service.replicas.length;
    const isScaled = (matches.get(one.name) ?? []).some(({ replicas }) =>
      SCALED.has(replicas.rule),
    );
    if (one.instances === stated || (isScaled && one.instances > stated)) return [];
    if (one.instances < stated && !wouldShow(stated, callsInto(one.name, discovered))) return [];
    return [finding(one, one.instances, service, stated)];
  });
}

/** More than the least that these say is what they are for. */
const SCALED: ReadonlySet<string> = new Set(["autoscaler", "keda", "knative"]);

function finding(
  { name, instancesEver }: ObservedService,
  instances: number,
  { origin }: Service,
  stated: number,
): Finding {
  const source = {
    manifest: "the manifest says",
    spec: "the spec says",
    default: "by default it has",
    external: "the spec says",
    missing: "the manifests leave",
  }[origin.replicasFrom];
  const remedy =
    origin.replicasFrom === "manifest"
      ? "the manifest counts; see which of the two is out of date"
      : `write \`replicas: ${instances}\`, or name the \`workload\` that says it`;
  const ever = instancesEver > instances ? ` (${grouped(instancesEver)} in all)` : "";
  return {
    kind: "replica-conflict",
    subject: name,
    message: `the traces show ${counted(instances, "instance")} of ${quote(name)} at once${ever}, and ${source} ${stated}; ${remedy}`,
    place: origin.replicasPlace,
    snippet: origin.replicasFrom === "manifest" ? null : `replicas: ${instances}`,
    counts: { instances, instancesEver, stated },
  };
}

function callsInto(service: string, { lines, requests }: Discovered): number {
  const calls = lines.filter(({ to }) => to === service).reduce((sum, one) => sum + one.calls, 0);
  const asked = requests.filter(({ entry }) => entry === service);
  return calls + asked.reduce((sum, one) => sum + one.traces, 0);
}

/**
 * Whether so many calls, each to any replica alike, miss one of them in fewer than 5 of 100 cases:
 * R(1 - 1/R)^n bounds that from above.
 */
function wouldShow(replicas: number, calls: number): boolean {
  return replicas * (1 - 1 / replicas) ** calls < 0.05;
}
