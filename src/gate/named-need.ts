import type { Model, Need } from "../model/model.ts";

/** A need by names, which another model can be asked for. */
export type NamedNeed =
  | { readonly kind: "service" | "dependency"; readonly name: string }
  | { readonly kind: "atLeast"; readonly k: number; readonly of: readonly NamedNeed[] };

export function namedNeed({ services, dependencies }: Model, need: Need): NamedNeed {
  const named = (one: Need): NamedNeed => {
    if (one.kind === "service") return { kind: "service", name: services[one.service]!.name };
    if (one.kind === "dependency") {
      return { kind: "dependency", name: dependencies[one.dependency]!.name };
    }
    return { kind: "atLeast", k: one.k, of: one.of.map(named) };
  };
  return named(need);
}

/** The same needs written in another order are one text. */
export function needKey(need: NamedNeed): string {
  if (need.kind !== "atLeast") return JSON.stringify([need.kind, need.name]);
  return JSON.stringify([need.k, need.of.map(needKey).sort()]);
}

/** Indices by name. */
export type NeedIndices = {
  readonly services: ReadonlyMap<string, number>;
  readonly dependencies: ReadonlyMap<string, number>;
};

/** The need over indices; of what is not there, false. */
export function resolvedNeed(need: NamedNeed, indices: NeedIndices): Need {
  if (need.kind === "atLeast") {
    return { kind: "atLeast", k: need.k, of: need.of.map((one) => resolvedNeed(one, indices)) };
  }
  if (need.kind === "service") {
    const service = indices.services.get(need.name);
    return service === undefined ? NEVER : { kind: "service", service };
  }
  const dependency = indices.dependencies.get(need.name);
  return dependency === undefined ? NEVER : { kind: "dependency", dependency };
}

const NEVER: Need = { kind: "atLeast", k: 1, of: [] };

/** Names of the services and dependencies in it. */
export function namesIn(need: NamedNeed): readonly string[] {
  return need.kind === "atLeast" ? need.of.flatMap(namesIn) : [need.name];
}
