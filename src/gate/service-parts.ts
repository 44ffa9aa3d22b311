import type { Service } from "../model/model.ts";
import type { DisruptionOrigin, ServicePart } from "../model/origin.ts";
import type { Place } from "../yaml/diagnostic.ts";

/** The line that changed the replicas of a service: of several workloads, that of the first that gives others. */
export function replicasPlace(base: Service, head: Service): Place {
  const before = partsOf(base);
  const changed = partsOf(head).find((part) => partIn(before, part)?.replicas !== part.replicas);
  return changed?.place ?? head.origin.replicasPlace;
}

/**
 * What says how many may go at once, at base and at head. Of several workloads all say so together, at the line
 * of the first that says another thing than before.
 */
export function disruptionOrigins(
  base: Service,
  head: Service,
  how: "rollout" | "drain",
): readonly [DisruptionOrigin | null, DisruptionOrigin | null] {
  const [was, now] = [base.origin.disruption?.[how] ?? null, head.origin.disruption?.[how] ?? null];
  const before = partsOf(base);
  const changed = partsOf(head).find(
    (part) => partIn(before, part)?.disruption[how]?.rule !== part.disruption[how]?.rule,
  );
  const place = changed?.disruption[how]?.place;
  return [was, now === null || place === undefined ? now : { ...now, place }];
}

/** Those of one workload alone are those of the service. */
function partsOf({ origin, replicas }: Service): readonly ServicePart[] {
  const { workload, parts, replicasPlace: place, disruption } = origin;
  if (parts !== undefined) return parts;
  const says = disruption ?? { rollout: null, drain: null };
  return workload === null
    ? []
    : [{ workload, replicas: replicas.length, place, disruption: says }];
}

function partIn(parts: readonly ServicePart[], { workload }: ServicePart): ServicePart | undefined {
  return parts.find((one) => one.workload === workload);
}
