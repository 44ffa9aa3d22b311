import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { Position, YamlMapping, YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import { placeIn } from "./definition.ts";
import { type OwnPods, termSelectsOwn } from "./own-pods.ts";
import type { PlacementFact } from "./workload.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/**
 * What the pods of a template want of each other (Affinity, core/v1): an anti-affinity with their like
 * spreads them, an affinity packs them. An affinity with others says nothing of where these are.
 */
export function podAffinities(spec: YamlMapping, pods: OwnPods): readonly PlacementFact[] {
  const apart = termsOf(lookup(spec, "affinity", "podAntiAffinity"));
  const together = termsOf(lookup(spec, "affinity", "podAffinity"));
  return [
    ...apart.flatMap((one) => factOf(one, "spread", pods)),
    ...together.flatMap((one) =>
      termSelectsOwn(one.term, pods) ? factOf(one, "packed", pods) : [],
    ),
  ];
}

type Term = { readonly term: YamlNode; readonly soft: boolean; readonly at: Position };

function termsOf(affinity: YamlNode | null): readonly Term[] {
  const items = (key: string) => asSequence(lookup(affinity, key))?.items ?? [];
  return [
    ...items(REQUIRED).map((term) => ({ term, soft: false, at: term.at })),
    ...items(PREFERRED).flatMap((weighted) => {
      const term = lookup(weighted, "podAffinityTerm");
      return term === null ? [] : { term, soft: true, at: weighted.at };
    }),
  ];
}

function factOf(
  { term, soft, at }: Term,
  rule: PlacementFact["rule"],
  pods: OwnPods,
): readonly PlacementFact[] {
  const topologyKey = asText(lookup(term, "topologyKey")) ?? "";
  if (topologyKey === "") return [];
  const fact = { topologyKey, rule, soft, values: [], place: placeIn(pods.file, at) };
  if (termSelectsOwn(term, pods)) return [fact];
  const idle = `the anti-affinity by ${quoted(topologyKey)} selects none of the pods that it is written for, and does not keep these apart; name their labels in its \`labelSelector\`, if it is meant to`;
  return [{ ...fact, idle }];
}
