import type { Deployment } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Claim } from "./claim.ts";
import type { Spec } from "./spec.ts";
import { quote } from "./wording.ts";

/** Definitions of custom resources, which are the most fetched of all, run nowhere. */
const DEFINES_TYPES = /(?:^|[^a-z])(?:crds?|custom-?resource-?definitions?)(?:[^a-z]|$)/i;

/**
 * Services that would count as one replica for want of a workload, where manifests build on what nobody
 * could read: theirs may come from there, and then one is a guess.
 */
export function unknownReplicas(
  claims: ReadonlyMap<string, Claim>,
  { remotes }: Deployment,
  spec: Spec,
): readonly Diagnostic[] {
  const [first] = remotes.filter(({ url }) => !DEFINES_TYPES.test(url));
  if (first === undefined) return [];
  return [...claims].flatMap(([name, { from }]) => {
    if (from !== "default") return [];
    const { file, line } = first.place;
    const message = `how many replicas ${quote(name)} has is unknown: no manifest says, and ${quote(first.url)} (${file}:${line}) ${first.why}; give it \`replicas\`, or see to it that all manifests can be read`;
    const place = spec.services.get(name)?.place ?? null;
    return [diagnostic("error", "unknown-replicas", message, place)];
  });
}
