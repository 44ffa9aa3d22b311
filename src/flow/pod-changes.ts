import type { ContainerFact, Workload } from "../deployment/workload.ts";
import { quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { counterpart } from "./counterpart.ts";
import type { Seen } from "./told-changes.ts";

const MOST = 10;

type Told = { readonly message: string; readonly place: Place };

/**
 * What makes a pod another thing than `replicaAvailability` was written for: a container or native sidecar
 * that a change adds to the pods of a service, and a readiness probe that it removes from them.
 */
export function podChanges(base: Seen | null, head: Seen): readonly Diagnostic[] {
  if (base === null) return [];
  const seen = new Set<Workload>();
  const told = [...head.matches].flatMap(([service, workloads]) => {
    const old = base.matches.get(service) ?? [];
    return workloads.flatMap((after) => {
      const before = counterpart(after, old, workloads);
      if (before === undefined || seen.has(after)) return [];
      seen.add(after);
      return [...addedContainers(service, before, after), ...removedProbes(service, before, after)];
    });
  });
  const lines = told
    .slice(0, MOST)
    .map(({ message, place }) => diagnostic("warning", "pod-changed", message, place));
  const rest = told[MOST];
  if (rest === undefined) return lines;
  const message = `${told.length - MOST} more containers or readiness probes changed in ways that no figure counts`;
  return [...lines, diagnostic("warning", "pod-changed", message, rest.place)];
}

function addedContainers(service: string, before: Workload, after: Workload): readonly Told[] {
  // Nobody knows what ran in the pods of a Compose service, or of a workload that takes them from another.
  if (before.pod.containers.length === 0) return [];
  const { added } = pairContainers(before, after);
  return added.map(({ name, sidecar, place }) => {
    const what = sidecar ? "native sidecar" : "container";
    const message = `this change adds the ${what} ${quote(name)} to the pods of ${quote(service)}, which are ready only while it is too; \`replicaAvailability\` is the pod's, and no figure counts what is in it: correct it where ${quote(name)} makes pods fail more often`;
    return { message, place };
  });
}

function removedProbes(service: string, before: Workload, after: Workload): readonly Told[] {
  return pairContainers(before, after).pairs.flatMap(([was, now]) => {
    if (was.readiness === null || now.readiness !== null) return [];
    const message = `this change removes the readiness probe of the container ${quote(now.name)} of ${quote(service)}: calls reach its pods before they can answer, in every rollout and restart, and no figure counts that; keep the probe`;
    return [{ message, place: now.place }];
  });
}

type Pair = readonly [ContainerFact, ContainerFact];

/** By name; what is left by image, and then in order, since a container that is renamed is none that is added. */
function pairContainers(
  { pod: before }: Workload,
  { pod: after }: Workload,
): { readonly pairs: readonly Pair[]; readonly added: readonly ContainerFact[] } {
  const gone = [...before.containers];
  let added = [...after.containers];
  const pairs: Pair[] = [];
  const pair = (alike: (was: ContainerFact, now: ContainerFact) => boolean): void => {
    added = added.filter((now) => {
      const at = gone.findIndex((was) => alike(was, now));
      const [was] = at < 0 ? [] : gone.splice(at, 1);
      if (was !== undefined) pairs.push([was, now]);
      return was === undefined;
    });
  };
  pair((was, now) => was.name === now.name);
  pair((was, now) => was.image !== null && was.image === now.image);
  // One that takes the place of another leaves as many as there were; its probe is another matter.
  return { pairs, added: added.slice(gone.length) };
}
