import type { CustomResource, Deployment, Workload } from "../deployment/workload.ts";
import { customMatches } from "../model/custom-workload.ts";
import { type Matches, workloadTitle } from "../model/match.ts";
import type { Spec } from "../model/spec.ts";

/** A spec, and the workloads of each of its services. */
export type Claims = {
  readonly spec: Spec;
  readonly matches: Matches;
};

/**
 * Where base's services run at head, for those that base's own rules do not lead to their workloads any
 * more: by service.
 *
 * A workload that is still there under its name is meant, whatever head's spec points to, so that a
 * better copy beside it cannot stand in for it. One that is gone was renamed: then head's spec says, of
 * the service itself or of the one that took its place; but what another service ran as at base, or this one
 * beside it, is no new name.
 *
 * @param deployed head's manifests, as base's spec selects them
 */
export function carriedWorkloads(
  base: Claims,
  head: Claims,
  deployed: Pick<Deployment, "workloads" | "customs">,
): Matches {
  const found = new Map<string, readonly Workload[]>();
  const taken = new Map(
    [...base.matches].flatMap(([name, all]) =>
      all.map((one) => [workloadKey(one), { service: name, workload: one }] as const),
    ),
  );
  for (const [service, befores] of base.matches) {
    const now = head.matches.get(service) ?? successor(service, base, head) ?? [];
    const meant = befores.flatMap((before) => {
      const stayed = stillThere(before, deployed);
      const same = agreed(stayed, before);
      if (same !== null) return [same];
      return now.filter((one) => {
        const isElsewhere = stayed.length > 0 && !stayed.some((other) => isSame(other, one));
        const owner = taken.get(workloadKey(one));
        return !isElsewhere && (owner === undefined || owner.workload === before);
      });
    });
    if (meant.length > 0) found.set(service, once(meant));
  }
  for (const [service, now] of head.matches) {
    if (!base.matches.has(service)) found.set(service, now);
  }
  return found;
}

/** Two that are gone may both be what one is now. */
function once(workloads: readonly Workload[]): readonly Workload[] {
  return [...new Map(workloads.map((one) => [workloadKey(one), one])).values()];
}

function isSame(one: Workload, other: Workload): boolean {
  return workloadTitle(one) === workloadTitle(other);
}

/** As its title, but that two numbers of one object are two workloads. */
function workloadKey(workload: Workload): string {
  return `${workloadTitle(workload)} ${workload.custom?.path ?? ""}`;
}

/** Of the same name; else of that name but for the namespace, in the file where it stood. */
function stillThere(
  before: Workload,
  { workloads, customs }: Pick<Deployment, "workloads" | "customs">,
): readonly Workload[] {
  if (before.custom !== undefined) return stillNumbered(before, before.custom, customs);
  const same = workloads.filter((one) => isSame(one, before));
  if (same.length > 0) return same;
  const { kind, name, place } = before;
  return workloads.filter(
    (one) => one.kind === kind && one.name === name && one.place.file === place.file,
  );
}

/** The object is there; where it has no such number any more, what it has cannot be told. */
function stillNumbered(
  before: Workload,
  { kind, path }: NonNullable<Workload["custom"]>,
  customs: readonly CustomResource[],
): readonly Workload[] {
  const { namespace, name, replicas } = before;
  const lost = { ...replicas, count: null, problem: `no number at ${path}` };
  return customMatches(customs, { kind, namespace, name, replicasAt: path }).map(
    ({ workload }) => workload ?? { ...before, replicas: lost, conflicts: [lost] },
  );
}

/**
 * The workload that stayed, with the replicas that the files of base state where others state others;
 * `null` where there are several, or those files say nothing that can be read.
 */
function agreed(stayed: readonly Workload[], before: Workload): Workload | null {
  const [only, ...others] = stayed;
  if (only === undefined || others.length > 0) return null;
  if (only.conflicts.length === 0) return only;
  const files = new Set([before.place.file, before.replicas.place.file]);
  const [first, ...more] = [only.replicas, ...only.conflicts].filter(
    ({ place, problem }) => files.has(place.file) && problem === undefined,
  );
  if (first === undefined) return null;
  const fewest = more.reduce((a, b) => ((b.count ?? 0) < (a.count ?? 0) ? b : a), first);
  return { ...only, replicas: fewest, conflicts: [] };
}

/**
 * The workloads of a service that only head's spec has and that stands in all dependencies where one that
 * only base's has stood: the service was renamed. Of several, the one in the same file. `null` where
 * there is none, or no single one.
 */
function successor(service: string, base: Claims, head: Claims): readonly Workload[] | null {
  if (head.spec.services.has(service)) return null;
  const dependencies = neighbours(base.spec, service);
  if (dependencies === "") return null;
  const alike = [...head.matches].flatMap(([name, workloads]) =>
    !base.spec.services.has(name) && neighbours(head.spec, name) === dependencies
      ? [workloads]
      : [],
  );
  const file = base.matches.get(service)?.[0]?.place.file;
  const likely = alike.length > 1 ? alike.filter(([one]) => one?.place.file === file) : alike;
  return likely.length === 1 ? (likely[0] ?? null) : null;
}

/** The dependencies of a service with its own name left out, in one order; empty: it has none. */
function neighbours({ dependencies }: Spec, service: string): string {
  const own = (name: string) => (name === service ? null : name);
  const touching = dependencies
    .filter(({ from, to }) => from === service || to === service)
    .map(({ from, mode, to }) => JSON.stringify([own(from), mode, own(to)]));
  return [...new Set(touching)].sort().join("\n");
}
