import { graphOf, strictClosure } from "./closure.ts";
import type { Placed } from "./document.ts";
import type { Endpoint, MixtureMember, Need, StrictCuts } from "./model.ts";
import type { Spec, SpecEndpoint, SpecNeed, SpecPredicate } from "./spec.ts";

/** Indices by name. */
export type Indices = {
  readonly services: ReadonlyMap<string, number>;
  readonly dependencies: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
};

/** Φ: every endpoint with its predicate lowered to needs over indices. */
export function buildEndpoints(spec: Spec, indices: Indices): readonly Endpoint[] {
  const graph = graphOf(spec.dependencies);
  return [...spec.endpoints.values()].flatMap((endpoint) => {
    const entry = indices.services.get(endpoint.entry.value);
    if (entry === undefined) return [];
    const lower = (predicate: SpecPredicate): Need =>
      predicate.kind === "needs"
        ? lowerNeed(predicate.need, indices)
        : lowerStrict(predicate, endpoint);
    const lowerStrict = (
      { calls, optional }: Extract<SpecPredicate, { kind: "strict" }>,
      { entry: { value }, completion }: SpecEndpoint,
    ): Need => {
      const closure = strictClosure(graph, {
        entry: value,
        completion,
        calls: calls === null ? null : new Set(calls.map((one) => one.value)),
        optional: new Set(optional.map((one) => one.value)),
      });
      return all(closure.map(({ name }) => dependencyNeed(name, indices)));
    };
    return {
      name: endpoint.name,
      entry,
      completion: endpoint.completion,
      mixture: shareOut(endpoint, lower),
      slo: endpoint.slo?.value ?? null,
      under: endpoint.under.flatMap(({ fault: { value, place }, minimum }) => {
        const fault = indices.faults.get(value);
        return fault === undefined ? [] : { fault, minimum, place };
      }),
      was: endpoint.was?.value ?? null,
      place: endpoint.place,
      sloPlace: endpoint.slo?.place ?? null,
    };
  });
}

/** Weights to shares of their sum. */
function shareOut(
  { members }: SpecEndpoint,
  lower: (predicate: SpecPredicate) => Need,
): readonly MixtureMember[] {
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  return members.map(({ weight, predicate }) => ({
    share: weight / total,
    strict: predicate.kind === "strict",
    need: lower(predicate),
    ...(predicate.kind === "strict" ? { cuts: cutsOf(predicate) } : {}),
  }));
}

function cutsOf({ calls, optional }: Extract<SpecPredicate, { kind: "strict" }>): StrictCuts {
  const names = (all: readonly Placed<string>[]) => all.map(({ value }) => value);
  return { calls: calls === null ? null : names(calls), optional: names(optional) };
}

function lowerNeed(need: SpecNeed, indices: Indices): Need {
  switch (need.kind) {
    case "service": {
      const service = indices.services.get(need.name);
      return service === undefined ? never : { kind: "service", service };
    }
    case "dependency":
      return dependencyNeed(need.name, indices);
    case "atLeast":
      return { kind: "atLeast", k: need.k, of: need.of.map((one) => lowerNeed(one, indices)) };
  }
}

function dependencyNeed(name: string, indices: Indices): Need {
  const dependency = indices.dependencies.get(name);
  return dependency === undefined ? never : { kind: "dependency", dependency };
}

function all(of: readonly Need[]): Need {
  return { kind: "atLeast", k: of.length, of };
}

/** What a dangling need is: false. */
const never: Need = { kind: "atLeast", k: 1, of: [] };
