import { asInteger, asSequence, asText, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { placeIn } from "./definition.ts";
import { type OwnPods, selectsOwn } from "./own-pods.ts";
import type { PlacementFact } from "./workload.ts";

/** The `topologySpreadConstraints` of a pod (core/v1). */
export function spreadConstraints(spec: YamlMapping, pods: OwnPods): readonly PlacementFact[] {
  const constraints = asSequence(lookup(spec, "topologySpreadConstraints"))?.items ?? [];
  return constraints.flatMap((constraint) => {
    const topologyKey = asText(lookup(constraint, "topologyKey")) ?? "";
    if (topologyKey === "") return [];
    const idle = idleReason(constraint, topologyKey, pods);
    const fact: PlacementFact = {
      topologyKey,
      rule: "spread",
      soft: isSoft(constraint),
      values: [],
      place: placeIn(pods.file, constraint.at),
    };
    return [idle === null ? fact : { ...fact, idle }];
  });
}

/**
 * `DoNotSchedule` is the default. A `maxSkew` above 1 lets that many more pods onto one value than onto
 * another, and so two on the same: the scheduler need not spread them evenly. `minDomains` only delays it.
 */
function isSoft(constraint: YamlNode): boolean {
  const action = lookup(constraint, "whenUnsatisfiable");
  if (!isAbsent(action) && asText(action) !== "DoNotSchedule") return true;
  return (asInteger(lookup(constraint, "maxSkew")) ?? 1) > 1;
}

function idleReason(constraint: YamlNode, topologyKey: string, pods: OwnPods): string | null {
  if (selectsOwn(constraint, pods)) return null;
  const what = `the spread constraint over ${quoted(topologyKey)}`;
  return isAbsent(lookup(constraint, "labelSelector"))
    ? `${what} has no \`labelSelector\`, which selects no pod, and spreads nothing; give it the labels of its pods`
    : `${what} selects none of the pods that it is written for, and spreads nothing; correct its \`labelSelector\``;
}
