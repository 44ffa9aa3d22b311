import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Matches } from "./match.ts";
import type { Model } from "./model.ts";
import type { Spec } from "./spec.ts";
import { counted } from "./wording.ts";

/** Tell, in counts, which figures nobody wrote: the built-in defaults that the model rests on. */
export function defaultsNotice(model: Model, matches: Matches, spec: Spec): readonly Diagnostic[] {
  const { replicaAvailability, dependencyAvailability, daemonSetReplicas } = spec.defaults;
  const channels = model.dependencies.flatMap((one) => one.channels);
  const parts = [
    part(
      "1 replica for",
      "service",
      count(model.services, (one) => one.origin.replicasFrom === "default"),
    ),
    daemonSetReplicas === null &&
      part(
        "1 replica for",
        "DaemonSet",
        count([...matches.values()].flat(), (one) => one.replicas.count === null),
      ),
    replicaAvailability === null &&
      part(
        "a replica availability of 99.9% for",
        "service",
        count(model.services, (one) => one.origin.replicaAvailabilityFrom === "default"),
      ),
    dependencyAvailability === null &&
      part(
        "an availability of 99.99% for",
        "dependency",
        count(channels, (one) => one.availabilityFrom === "default"),
        "dependencies",
      ),
  ].filter((one) => typeof one === "string");
  if (parts.length === 0) return [];
  const message = `by default: ${parts.join(", ")}; set \`defaults\` or the services' own to say otherwise`;
  return [diagnostic("notice", "defaulted", message, spec.place)];
}

function part(what: string, one: string, total: number, many = `${one}s`): string | false {
  return total > 0 && `${what} ${counted(total, one, many)}`;
}

function count<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.filter(holds).length;
}
