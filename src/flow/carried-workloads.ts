import type { Workload } from "../deployment/workload.ts";
import { workloadTitle } from "../model/match.ts";
import type { Spec } from "../model/spec.ts";

/** A spec, and the workload of each of its services. */
export type Claims = {
  readonly spec: Spec;
  readonly matches: ReadonlyMap<string, Workload>;
};

/**
 * Where base's services run at head, for those that base's own rules do not lead to one workload any
 * more: by service.
 *
 * A workload that is still there under its name is meant, whatever head's spec points to, so that a
 * better copy beside it cannot stand in for it. One that is gone was renamed: then head's spec says, of
 * the service itself or of the one that took its place; but what another service ran as at base is no
 * new name.
 *
 * @param deployed head's manifests, as base's spec selects them
 */
export function carriedWorkloads(
  base: Claims,
  head: Claims,
  deployed: readonly Workload[],
): ReadonlyMap<string, Workload> {
  const found = new Map<string, Workload>();
  const taken = new Map([...base.matches].map(([name, one]) => [workloadTitle(one), name]));
  for (const [service, before] of base.matches) {
    const stayed = stillThere(before, deployed);
    const now = head.matches.get(service) ?? successor(service, base, head);
    const meant = agreed(stayed, before) ?? now;
    if (meant === null) continue;
    const isElsewhere = stayed.length > 0 && !stayed.some((one) => isSame(one, meant));
    const ofAnother = (taken.get(workloadTitle(meant)) ?? service) !== service;
    if (!isElsewhere && !ofAnother) found.set(service, meant);
  }
  for (const [service, now] of head.matches) {
    if (!base.matches.has(service)) found.set(service, now);
  }
  return found;
}

function isSame(one: Workload, other: Workload): boolean {
  return workloadTitle(one) === workloadTitle(other);
}

/** Of the same name; else of that name but for the namespace, in the file where it stood. */
function stillThere(before: Workload, deployed: readonly Workload[]): readonly Workload[] {
  const same = deployed.filter((one) => isSame(one, before));
  if (same.length > 0) return same;
  const { kind, name, place } = before;
  return deployed.filter(
    (one) => one.kind === kind && one.name === name && one.place.file === place.file,
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
 * The workload of a service that only head's spec has and that stands in all dependencies where one that
 * only base's has stood: the service was renamed. Of several, the one in the same file. `null` where
 * there is none, or no single one.
 */
function successor(service: string, base: Claims, head: Claims): Workload | null {
  if (head.spec.services.has(service)) return null;
  const dependencies = neighbours(base.spec, service);
  if (dependencies === "") return null;
  const alike = [...head.matches].flatMap(([name, workload]) =>
    !base.spec.services.has(name) && neighbours(head.spec, name) === dependencies ? [workload] : [],
  );
  const file = base.matches.get(service)?.place.file;
  const likely = alike.length > 1 ? alike.filter((one) => one.place.file === file) : alike;
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
