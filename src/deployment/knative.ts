import { asSequence, asText, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { labelsFrom, labelsOf, nameOf, namespaceOf, type ObjectReader } from "./definition.ts";
import { numeral } from "./numeral.ts";
import { podOf } from "./pod.ts";
import { awake, statedReplicas } from "./replicas.ts";
import { allowance } from "./rollout.ts";
import type { ReplicaFact } from "./workload.ts";

/** As Knative spells it, and as it did before. */
const MIN_SCALE = ["autoscaling.knative.dev/min-scale", "autoscaling.knative.dev/minScale"];
const CLASS = "autoscaling.knative.dev/class";

/**
 * A Service of Knative Serving, or a Configuration, with the least that each revision is scaled to (Knative,
 * "Configuring scale bounds"). `initial-scale` is no such bound: a revision must reach it once. A new revision
 * gets no calls before it is ready, so that a rollout takes nothing away.
 */
export const readKnativeService: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const { name, place } = named;
  const template = lookup(object, "spec", "template");
  const containers = asSequence(lookup(template, "spec", "containers"));
  const replicas = minimumOf(template, `KnativeService/${name}`, place);
  const namespace = namespaceOf(object);
  findings.definitions.push({
    kind: "KnativeService",
    namespace,
    name,
    labels: labelsOf(lookup(object, "metadata", "labels")),
    podLabels: labelsFrom([
      ...Object.entries(labelsOf(lookup(template, "metadata", "labels"))),
      // Knative itself puts it on each pod.
      ["serving.knative.dev/service", name],
    ]),
    replicas,
    rollout: { allowance: allowance(0, 0, place), stated: false },
    ...podOf(template, file, namespace),
    place,
    partial: containers === null,
  });
};

function minimumOf(
  template: YamlNode | null,
  workload: string,
  place: ReplicaFact["place"],
): ReplicaFact {
  const annotations = lookup(template, "metadata", "annotations");
  for (const key of MIN_SCALE) {
    const node = lookup(annotations, key);
    if (isAbsent(node)) continue;
    const what = `the annotation ${key} of ${quoted(workload)}`;
    const stated = statedReplicas(numeral(node), "knative", place.file, what);
    if (stated !== null) return awake(stated);
  }
  // The autoscaler of Kubernetes, which some revisions ask for, does not go below one.
  const isOfKubernetes = asText(lookup(annotations, CLASS))?.startsWith("hpa.") ?? false;
  return { count: 1, rule: "default", place, ...(isOfKubernetes ? {} : { toZero: true }) };
}
