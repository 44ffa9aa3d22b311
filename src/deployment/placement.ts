import type { YamlMapping } from "../yaml/node.ts";
import type { Labels } from "./definition.ts";
import { nodeChoices } from "./node-affinity.ts";
import { podAffinities } from "./pod-affinity.ts";
import { spreadConstraints } from "./spread-constraints.ts";
import type { PlacementFact } from "./workload.ts";

/**
 * Where the scheduler puts the pods of a template: its spread constraints, affinities and node selectors.
 *
 * @param spec of the pod; `null`: there is none
 * @param labels of the pod, which its own selectors must match to mean it
 * @param namespace of the pod, which terms that name namespaces must name to mean it; `null`: none is written
 */
export function placementOf(
  spec: YamlMapping | null,
  labels: Labels,
  file: string,
  namespace: string | null = null,
): readonly PlacementFact[] {
  if (spec === null) return [];
  const pods = { labels, namespace, file };
  return [
    ...spreadConstraints(spec, pods),
    ...podAffinities(spec, pods),
    ...nodeChoices(spec, file),
  ];
}
