import type { Deployment } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Claim } from "./claim.ts";
import type { Spec } from "./spec.ts";
import { quote } from "./wording.ts";

/**
 * Services that would count as one replica for want of a workload, where manifests build on what is not in
 * the repository: theirs may come from there, and then one is a guess.
 */
export function unknownReplicas(
  claims: ReadonlyMap<string, Claim>,
  { remotes }: Deployment,
  spec: Spec,
): readonly Diagnostic[] {
  const [first] = remotes;
  if (first === undefined) return [];
  return [...claims].flatMap(([name, { from }]) => {
    if (from !== "default") return [];
    const { file, line } = first.place;
    const message = `how many replicas ${quote(name)} has is unknown: no manifest says, and ${quote(first.url)} (${file}:${line}) is not fetched; give it \`replicas\`, or commit a copy of what is fetched`;
    const place = spec.services.get(name)?.place ?? null;
    return [diagnostic("error", "unknown-replicas", message, place)];
  });
}
