import { quoted } from "../yaml/problem.ts";
import type { Definition } from "./definition.ts";
import type { PlacementFact } from "./workload.ts";

/**
 * Where all definitions of a workload put its pods. A patch adds to what it patches. Of whole definitions
 * that differ nobody can tell which one is applied: what holds pods in fewer places counts, and a spread
 * only where each of them has it.
 */
export function combinePlacements(group: readonly Definition[]): readonly PlacementFact[] {
  const whole = group.filter((one) => !one.partial);
  const found = new Map<string, PlacementFact>();
  for (const { placement, partial } of [...whole, ...group.filter((one) => one.partial)]) {
    for (const fact of placement) {
      const { topologyKey, rule, soft, values, idle } = fact;
      const text = JSON.stringify([topologyKey, rule, soft, values, idle !== undefined]);
      if (found.has(text)) continue;
      const lacking = partial ? undefined : whole.find((one) => !spreads(one, topologyKey));
      found.set(text, lacking === undefined ? fact : lackedBy(lacking, fact));
    }
  }
  return [...found.values()];
}

function spreads({ placement }: Definition, key: string): boolean {
  return placement.some(
    ({ topologyKey, rule, idle }) => topologyKey === key && rule === "spread" && idle === undefined,
  );
}

function lackedBy({ kind, name, place }: Definition, fact: PlacementFact): PlacementFact {
  if (fact.rule !== "spread" || fact.idle !== undefined) return fact;
  const idle = `${quoted(`${kind}/${name}`)} is not spread over ${quoted(fact.topologyKey)} at ${quoted(`${place.file}:${place.line}`)}, and counts as if it were not; narrow \`manifests\` to one environment, or write the same`;
  return { ...fact, idle };
}
