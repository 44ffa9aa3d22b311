import { asMapping, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { labelsOf } from "./definition.ts";
import { placementOf } from "./placement.ts";
import type { PlacementFact, PodFacts } from "./workload.ts";

/**
 * Where the pods of a template go, and what is in them.
 *
 * @param namespace of the workload; `null`: none is written
 */
export function podOf(
  template: YamlNode | null,
  file: string,
  namespace: string | null = null,
): { readonly placement: readonly PlacementFact[]; readonly pod: PodFacts } {
  const spec = asMapping(lookup(template, "spec"));
  const labels = labelsOf(lookup(template, "metadata", "labels"));
  return { placement: placementOf(spec, labels, file, namespace), pod: { containers: [] } };
}
