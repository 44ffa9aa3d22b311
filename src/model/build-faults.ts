import { parseDecimal, toText, wholeShare } from "./decimal.ts";
import type { Fault, Incident, Kill, Override, Service, Target } from "./model.ts";
import type { KillOrigin } from "./origin.ts";
import type { Spec, SpecChange, SpecKill, SpecOverride, SpecTurn } from "./spec.ts";
import { type Meaning, type Meanings, meaningsOf } from "./targets.ts";

/** Indices by name. */
export type FaultIndices = {
  readonly services: ReadonlyMap<string, number>;
  readonly dependencies: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, number>;
  readonly domains: ReadonlyMap<string, number>;
};

type Scope = { readonly meanings: Meanings; readonly indices: FaultIndices };

export type BuiltFaults = {
  readonly faults: readonly Fault[];
  readonly incidents: readonly Incident[];
};

/** Faults and incidents over indices, in the order of the spec. */
export function buildFaults(
  spec: Spec,
  services: readonly Service[],
  indices: FaultIndices,
): BuiltFaults {
  if (spec.faults.size === 0 && spec.incidents.length === 0) return { faults: [], incidents: [] };
  const scope = { meanings: meaningsOf(spec), indices };
  return {
    faults: [...spec.faults.values()].map((fault) => ({
      name: fault.name,
      ...change(fault, scope),
      rollout: turn(fault.rollout, indices),
      drain: turn(fault.drain, indices),
      kill: fault.kill === null ? null : kill(fault.kill, services, indices),
      worstOf: fault.worstOf === null ? null : (indices.domains.get(fault.worstOf.value) ?? null),
      place: fault.place,
    })),
    incidents: spec.incidents.map((incident) => ({
      probability: incident.probability,
      ...change(incident, scope),
      place: incident.place,
    })),
  };
}

function change(
  { overrides, down }: SpecChange,
  scope: Scope,
): { readonly overrides: readonly Override[]; readonly down: readonly Target[] } {
  const taken = down.flatMap(({ value }) => targets(scope.meanings.get(value)?.[0], scope.indices));
  return {
    overrides: overrides.flatMap((one) => override(one, scope)),
    down: once(taken),
  };
}

/** What a name stands for: of a domain all its members. Nothing where the model has no such thing. */
function targets(meaning: Meaning | undefined, indices: FaultIndices): readonly Target[] {
  if (meaning === undefined) return [];
  if ("states" in meaning) {
    return numbers(meaning.states, indices.members).map((member) => ({ kind: "member", member }));
  }
  const { kind, name } = meaning;
  return kind === "service"
    ? numbers([name], indices.services).map((service) => ({ kind, service }))
    : numbers([name], indices.dependencies).map((dependency) => ({ kind, dependency }));
}

function once(all: readonly Target[]): readonly Target[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

function override(
  { target, of, up }: SpecOverride,
  { meanings, indices }: Scope,
): readonly Override[] {
  return targets(meanings.get(target.value)?.[0], indices).map((one) => {
    if (one.kind !== "service") return { ...one, up };
    const kind = of === "replica" ? "replicas" : "external";
    return { kind, service: one.service, up };
  });
}

function turn(
  stated: SpecTurn | null,
  { services }: FaultIndices,
): "each" | readonly number[] | null {
  if (stated === null) return null;
  if (stated.value === "each") return "each";
  return numbers(
    stated.value.map(({ value }) => value),
    services,
  );
}

/** K of the urn of all replicas of `among`: the share of them, not fewer than `minimum`, not more than there are. */
function kill(
  { fraction, rounding, minimum, among }: SpecKill,
  services: readonly Service[],
  indices: FaultIndices,
): Kill {
  const listed =
    among === null
      ? services.map((_, i) => i)
      : numbers(
          among.map(({ value }) => value),
          indices.services,
        );
  const hit = listed.filter((i) => !services[i]!.external);
  const total = hit.reduce((sum, i) => sum + services[i]!.replicas.length, 0);
  const origin = { share: toText(fraction), rounding, minimum, isOfAll: among === null };
  return { among: hit, dead: deadOf(origin, total), origin };
}

/** K of so many replicas by what the spec says of a kill. */
export function deadOf({ share, rounding, minimum }: KillOrigin, replicas: number): number {
  // Written out, a share such as 1e-90 is longer than what is read: any as small does.
  const fraction = parseDecimal(share) ?? { digits: 1n, scale: 64 };
  return Math.min(replicas, Math.max(minimum, wholeShare(fraction, replicas, rounding)));
}

function numbers(names: readonly string[], index: ReadonlyMap<string, number>): readonly number[] {
  return [...new Set(names.flatMap((name) => index.get(name) ?? []))];
}
