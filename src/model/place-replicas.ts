import type { Workload } from "../deployment/workload.ts";
import { manifestRow, type Row } from "./manifest-row.ts";
import type { Domain } from "./model.ts";
import type { PlacementOrigin } from "./origin.ts";
import type { Spec, SpecDomain, SpecPositions, SpecService } from "./spec.ts";

/** Replicas that come of one workload; `null`: of none. */
export type ReplicaGroup = { readonly count: number; readonly workload: Workload | null };

export type PlacedReplicas = {
  /** One list for each replica: the members that it sits on. */
  readonly placement: readonly (readonly number[])[];
  readonly origins: readonly PlacementOrigin[];
};

/**
 * Which members the replicas of a service sit on, and what says so: replica i of a group on member i mod m
 * of its row, of every domain that it is placed on. Several domains zip by index. In each domain the
 * service's own placement comes first, then the manifest of the group, then the default.
 */
export function placeReplicas(
  service: SpecService,
  groups: readonly ReplicaGroup[],
  spec: Spec,
  domains: readonly Domain[],
): PlacedReplicas {
  const origins = new Map<number, PlacementOrigin>();
  const placement = groups.flatMap(({ count, workload }) => {
    const rows = service.external === null ? rowsOf(service, workload, spec, domains) : [];
    for (const { origin } of rows) {
      if (!origins.has(origin.domain)) origins.set(origin.domain, origin);
    }
    return Array.from({ length: count }, (_, i) => rows.map(({ on }) => on[i % on.length]!));
  });
  return { placement, origins: [...origins.values()].sort((a, b) => a.domain - b.domain) };
}

type MemberRow = { readonly on: readonly number[]; readonly origin: PlacementOrigin };

function rowsOf(
  service: SpecService,
  workload: Workload | null,
  spec: Spec,
  domains: readonly Domain[],
): readonly MemberRow[] {
  return domains.flatMap(({ name, members }, domain) => {
    const stated = spec.domains.get(name);
    const own = service.placement?.get(name) ?? null;
    const byDefault = spec.defaults.placement?.get(name) ?? null;
    if (stated === undefined) return [];
    const row = (from: PlacementOrigin["from"], { on, soft, place }: Row) =>
      on.length === 0
        ? []
        : [
            seatsOn(
              { domain, from, soft, place },
              on.map((position) => members[position]!),
            ),
          ];
    if (own !== null) return row("spec", specRow(own, stated));
    const manifest = workload === null ? null : manifestRow(workload, stated, byDefault);
    if (manifest !== null) return row("manifest", manifest);
    return byDefault === null ? [] : row("default", specRow(byDefault, stated));
  });
}

function seatsOn(origin: PlacementOrigin, on: readonly number[]): MemberRow {
  return { on, origin: { ...origin, row: on } };
}

/** Positions that the spec names; a domain without members is one state, at the first. */
function specRow({ on, place }: SpecPositions, { members, states }: SpecDomain): Row {
  const all = states.map((_, position) => position);
  const row = (positions: readonly number[]): Row => ({ on: positions, soft: false, place });
  if (on === "spread") return row(all);
  if (on === "packed") return row(all.slice(0, 1));
  return row(on.map(({ value }) => members.indexOf(value)).filter((position) => position >= 0));
}
