import { asText, lookup } from "../yaml/access.ts";
import { quoted } from "../yaml/problem.ts";
import { nameOf, namespaceOf, type ObjectReader } from "./definition.ts";
import { awake, statedReplicas } from "./replicas.ts";

/**
 * A HorizontalPodAutoscaler: `minReplicas` absent means 1 (HorizontalPodAutoscalerSpec, autoscaling/v1 and
 * v2). It may be 0 where a metric is of an object or external, and then the target is woken as KEDA would.
 */
export const readAutoscaler: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const { name, place } = named;
  const target = lookup(object, "spec", "scaleTargetRef");
  const [targetKind, targetName] = [asText(lookup(target, "kind")), asText(lookup(target, "name"))];
  const what = `spec.minReplicas of ${quoted(`HorizontalPodAutoscaler/${name}`)}`;
  const stated = statedReplicas(lookup(object, "spec", "minReplicas"), "autoscaler", file, what);
  const isPatch = targetKind === null || targetName === null;
  if (isPatch && stated === null) return;
  findings.autoscalers.push({
    kind: "HorizontalPodAutoscaler",
    namespace: namespaceOf(object),
    name,
    target: isPatch ? null : { kind: targetKind, name: targetName },
    minimum: awake(stated ?? { count: 1, rule: "autoscaler", place }),
    wakes: stated?.count === 0,
    paused: false,
    place,
  });
};
