import type { Definition } from "./definition.ts";
import type { ContainerFact, PodFacts } from "./workload.ts";

/**
 * What all definitions of a workload have in its pods. A container of any of them is one; a readiness probe
 * counts where each whole definition has it, or a patch adds it: which of them is applied nobody can tell.
 */
export function combinePods(group: readonly Definition[]): PodFacts {
  const ordered = [...group.filter((one) => !one.partial), ...group.filter((one) => one.partial)];
  const byName = new Map<string, Stated[]>();
  for (const { pod, partial } of ordered) {
    for (const container of pod.containers) {
      const stated = byName.get(container.name);
      if (stated === undefined) byName.set(container.name, [{ container, partial }]);
      else stated.push({ container, partial });
    }
  }
  return { containers: [...byName.values()].map(combine) };
}

type Stated = { readonly container: ContainerFact; readonly partial: boolean };

function combine(stated: readonly Stated[]): ContainerFact {
  const first = stated[0]!.container;
  const patched = stated.find(({ container, partial }) => partial && container.readiness !== null);
  const bare = stated.find(({ container, partial }) => !partial && container.readiness === null);
  const image =
    first.image ?? stated.find(({ container }) => container.image !== null)?.container.image;
  if (patched === undefined && bare !== undefined) return bare.container;
  return {
    ...first,
    image: image ?? null,
    readiness: first.readiness ?? patched?.container.readiness ?? null,
  };
}
