import { asText, lookup } from "../yaml/access.ts";
import type { YamlMapping } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { nameOf, namespaceOf, type ObjectReader } from "./definition.ts";
import { numeral } from "./numeral.ts";
import { awake, statedReplicas } from "./replicas.ts";
import type { ReplicaFact } from "./workload.ts";

const PAUSED = "autoscaling.keda.sh/paused";
const PAUSED_REPLICAS = "autoscaling.keda.sh/paused-replicas";

/**
 * KEDA's ScaledObject (its "ScaledObject specification"): it wakes a target that has no replicas, whatever
 * `spec.replicas` of that says. `paused-replicas` scales to a number and stays there; `paused` stays where it is.
 */
export const readScaledObject: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const { name, place } = named;
  const what = (field: string) => `${field} of ${quoted(`ScaledObject/${name}`)}`;
  const target = lookup(object, "spec", "scaleTargetRef");
  const targetName = asText(lookup(target, "name"));
  const held = statedReplicas(
    numeral(annotation(object, PAUSED_REPLICAS)),
    "keda",
    file,
    what(`the annotation ${PAUSED_REPLICAS}`),
  );
  const stated = statedReplicas(
    lookup(object, "spec", "minReplicaCount"),
    "keda",
    file,
    what("spec.minReplicaCount"),
  );
  if (targetName === null && held === null && stated === null) return;
  const idle = statedReplicas(
    lookup(object, "spec", "idleReplicaCount"),
    "keda",
    file,
    what("spec.idleReplicaCount"),
  );
  findings.autoscalers.push({
    kind: "ScaledObject",
    namespace: namespaceOf(object),
    name,
    target:
      targetName === null
        ? null
        : { kind: asText(lookup(target, "kind")) ?? "Deployment", name: targetName },
    minimum: held ?? atLeast(stated ?? { count: 0, rule: "keda", place }, idle),
    wakes: true,
    paused: held === null && asText(annotation(object, PAUSED))?.toLowerCase() === "true",
    place,
  });
};

/** With no trigger active it has the idle number, which is smaller, and 0 as KEDA has it now. */
function atLeast(minimum: ReplicaFact, idle: ReplicaFact | null): ReplicaFact {
  if (minimum.problem !== undefined || idle === null) return awake(minimum);
  if (idle.problem !== undefined) return idle;
  if (idle.count === 0) return { ...awake(minimum), toZero: true };
  return (idle.count ?? 0) < (minimum.count ?? 0) ? idle : awake(minimum);
}

function annotation(object: YamlMapping, key: string) {
  return lookup(object, "metadata", "annotations", key);
}
