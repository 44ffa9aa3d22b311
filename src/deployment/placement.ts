import type { YamlMapping } from "../yaml/node.ts";
import type { Labels } from "./definition.ts";
import type { PlacementFact } from "./workload.ts";

/**
 * Where the scheduler puts the pods of a template: its spread constraints, affinities and node selectors.
 *
 * @param spec of the pod; `null`: there is none
 * @param labels of the pod, which its own selectors must match to mean it
 */
export function placementOf(
  _spec: YamlMapping | null,
  _labels: Labels,
  _file: string,
): readonly PlacementFact[] {
  return [];
}
