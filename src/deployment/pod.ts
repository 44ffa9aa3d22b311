import { asMapping, asSequence, asText, entryOf, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { labelsOf, placeIn } from "./definition.ts";
import { placementOf } from "./placement.ts";
import type { ContainerFact, PlacementFact, PodFacts } from "./workload.ts";

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
  return {
    placement: placementOf(spec, labels, file, namespace),
    pod: { containers: containersOf(spec, file) },
  };
}

/**
 * What runs in a pod as long as it does: its containers, and native sidecars, which are init containers
 * with `restartPolicy: Always` (Kubernetes, "Sidecar Containers"). Other init containers come to an end.
 */
function containersOf(spec: YamlNode | null, file: string): readonly ContainerFact[] {
  const of = (key: string) => asSequence(lookup(spec, key))?.items ?? [];
  const sidecars = of("initContainers").filter(
    (one) => asText(lookup(one, "restartPolicy")) === "Always",
  );
  return [
    ...of("containers").flatMap((one) => containerOf(one, false, file) ?? []),
    ...sidecars.flatMap((one) => containerOf(one, true, file) ?? []),
  ];
}

function containerOf(node: YamlNode, sidecar: boolean, file: string): ContainerFact | null {
  const nameNode = lookup(node, "name");
  const name = asText(nameNode);
  // A patch that takes one away names it too.
  if (nameNode === null || name === null || asText(lookup(node, "$patch")) === "delete")
    return null;
  const probe = entryOf(node, "readinessProbe");
  return {
    name,
    image: imageOf(asText(lookup(node, "image"))),
    sidecar,
    readiness: probe === null || isAbsent(probe.value) ? null : placeIn(file, probe.keyAt),
    place: placeIn(file, nameNode.at),
  };
}

/** Without tag and digest, which come and go; a colon before a slash belongs to the registry's port. */
function imageOf(image: string | null): string | null {
  return image?.replace(/@.*$/s, "").replace(/:[^/:]*$/, "") || null;
}
