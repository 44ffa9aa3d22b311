import { isTelemetry } from "../deployment/hint-kind.ts";
import type { Deployment, Entrance, WorkloadRef } from "../deployment/workload.ts";
import { nameProblem } from "../model/names.ts";
import type { DraftDependency } from "./dependencies.ts";
import type { DraftService, Roster } from "./roster.ts";

/** An endpoint of the draft: all that comes in at one service. */
export type DraftEndpoint = {
  readonly name: string;
  readonly entry: DraftService;
  /** Where calls come in; empty: nothing says so, and the service is one that nothing calls. */
  readonly entrances: readonly Entrance[];
};

/** More would be a gateway's every route. */
const MOST = 40;

export type DraftEndpoints = {
  readonly endpoints: readonly DraftEndpoint[];
  /** Endpoints beyond those. */
  readonly more: number;
};

/**
 * Endpoints from where calls come in, or from the ports that the Compose file of the same system opens; else
 * from services that nothing calls and that call others.
 */
export function endpointsOf(
  deployment: Deployment,
  laptop: Deployment | null,
  roster: Roster,
  dependencies: readonly DraftDependency[],
): DraftEndpoints {
  const entries = new Map<DraftService, Entrance[]>();
  const byName = new Map(roster.services.map((one) => [one.name, one]));
  const named = { ...roster, serviceOf: ({ name }: WorkloadRef) => byName.get(name) ?? null };
  for (const [from, known] of [
    [deployment, roster],
    [laptop, named],
  ] as const) {
    if (from === null || entries.size > 0) continue;
    for (const entrance of meant(from.entrances, known, dependencies)) {
      for (const service of new Set(entrance.leadsTo.map(known.serviceOf))) {
        if (service === null || service.problem !== null) continue;
        entries.set(service, [...(entries.get(service) ?? []), entrance]);
      }
    }
  }
  if (entries.size === 0) {
    for (const service of roots(roster, dependencies)) entries.set(service, []);
  }
  const taken = new Set<string>();
  const all = [...entries]
    .sort(([a], [b]) => (a.name < b.name ? -1 : 1))
    .map(([entry, entrances]) => ({ name: nameOf(entry, entrances, taken), entry, entrances }));
  return { endpoints: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
}

/**
 * Those that let users in. Dashboards let operators in; and people open ports of Compose to look into what
 * their services call, so a port counts where nothing else does that is called itself or opens a port.
 */
function meant(
  entrances: readonly Entrance[],
  roster: Roster,
  dependencies: readonly DraftDependency[],
): readonly Entrance[] {
  const useful = entrances.filter((one) => !isTelemetry(one.name) && !isTelemetry(one.to));
  const ported = new Set(useful.flatMap(({ leadsTo }) => leadsTo.map(roster.serviceOf)));
  const called = new Set(dependencies.map(({ to }) => to));
  const isInside = (service: DraftService | null) =>
    dependencies.some(
      ({ from, to }) =>
        to === service && from !== service && (called.has(from) || ported.has(from)),
    );
  const outer = useful.filter(
    ({ kind, leadsTo }) =>
      kind !== "port" || !leadsTo.some((ref) => isInside(roster.serviceOf(ref))),
  );
  return outer.length > 0 ? outer : useful;
}

/**
 * Services that nothing calls and that call others; of those that call each other in a circle, the one that
 * calls most. Nothing calls into a worker without a Service. Where nobody calls anybody, all that are there.
 */
function roots(
  { services }: Roster,
  dependencies: readonly DraftDependency[],
): readonly DraftService[] {
  const sound = services.filter((one) => one.problem === null && !isTelemetry(one.name));
  const calls = callsOf(dependencies);
  const reach = new Map(sound.map((one) => [one, reachedFrom(one, calls)]));
  const outer = sound.filter((one) => {
    const circle = sound.filter((other) => reach.get(other)?.has(one) && other !== one);
    if (circle.some((other) => !reach.get(one)?.has(other))) return false;
    const size = (service: DraftService) => calls.get(service)?.length ?? 0;
    return circle.every(
      (other) => size(other) < size(one) || (size(other) === size(one) && one.name < other.name),
    );
  });
  const open = (some: readonly DraftService[]) =>
    some.filter(({ workloads }) =>
      workloads.some((one) => one.kind === "ComposeService" || one.selectedBy.length > 0),
    );
  const callers = outer.filter((one) => calls.has(one));
  const tries = [open(callers), callers, open(outer), outer, sound];
  return tries.find((some) => some.length > 0) ?? [];
}

type Calls = ReadonlyMap<DraftService, readonly DraftService[]>;

function callsOf(dependencies: readonly DraftDependency[]): Calls {
  const calls = new Map<DraftService, DraftService[]>();
  for (const { from, to } of dependencies) calls.set(from, [...(calls.get(from) ?? []), to]);
  return calls;
}

function reachedFrom(start: DraftService, calls: Calls): ReadonlySet<DraftService> {
  const reached = new Set<DraftService>();
  const open = [start];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const next of calls.get(here) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/** The path that leads in, where it is one of several; else the service. */
function nameOf(entry: DraftService, entrances: readonly Entrance[], taken: Set<string>): string {
  const isWhole = entrances.some(({ paths }) => paths.length === 0 || paths.includes("/"));
  const [path] = entrances.flatMap(({ paths }) => paths).sort();
  const candidates = [
    ...(isWhole || path === undefined ? [] : [path, `${path} (${entry.name})`]),
    entry.name,
    `${entry.name} (entry)`,
  ];
  const name = candidates.find((one) => !taken.has(one) && nameProblem(one) === null) ?? entry.name;
  taken.add(name);
  return name;
}
