import { discoveredOf } from "../draft/discovered.ts";
import type { Matches } from "../model/match.ts";
import type { Model } from "../model/model.ts";
import type { Spec } from "../model/spec.ts";
import type { Observed } from "../traces/observed.ts";
import { missingDependencies, unseenDependencies } from "./check-dependencies.ts";
import { endpointFindings, missingEndpointFindings, unseenEndpoints } from "./check-endpoints.ts";
import { FINDING_KINDS, type Finding } from "./check-finding.ts";
import { driftFindings } from "./check-parameters.ts";
import { replicaFindings } from "./check-replicas.ts";

/** A spec as it is read, beside what is deployed. */
export type Checked = {
  readonly spec: Spec;
  /** Of its own file. */
  readonly text: string;
  /** `null`: it could not be built, and its parameters are not compared. */
  readonly model: Model | null;
  readonly matches: Matches;
};

/**
 * Where a spec and the traces are at odds, what the gate would miss first; the same for the same traces.
 * Aggregates tell of no request, and what needs one to be told is then not.
 */
export function checkSpec(
  observed: Observed,
  { spec, text, model, matches }: Checked,
): readonly Finding[] {
  const discovered = discoveredOf(observed);
  const { traces } = observed.quality;
  const found = [
    ...missingDependencies(discovered, spec),
    ...missingEndpointFindings(discovered, spec, text),
    ...endpointFindings(discovered, spec),
    ...(model === null ? [] : replicaFindings(discovered, model, matches)),
    ...(model === null ? [] : driftFindings(discovered, spec, model)),
    ...unseenDependencies(discovered, spec, traces),
    ...unseenEndpoints(discovered, spec, traces),
  ];
  const rank = ({ kind }: Finding) => FINDING_KINDS.indexOf(kind);
  return found
    .map((one, at) => ({ one, at }))
    .sort((a, b) => rank(a.one) - rank(b.one) || a.at - b.at)
    .map(({ one }) => one);
}

/** Of declared services those that no span, call or request shows. */
export function unseenServices(
  { services, dependencies, endpoints }: Observed,
  declared: readonly string[],
): readonly string[] {
  const shown = new Set([
    ...services.map(({ name }) => name),
    ...dependencies.flatMap(({ from, to }) => [from, to]),
    ...endpoints.map(({ entry }) => entry),
  ]);
  return declared.filter((name) => !shown.has(name));
}
