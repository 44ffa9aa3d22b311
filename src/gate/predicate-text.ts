import type { Endpoint, MixtureMember, Model, Need } from "../model/model.ts";
import { type NamedNeed, namedNeed } from "./named-need.ts";

/** Names beyond which a list is cut short. */
const MOST_NAMES = 5;

/**
 * A predicate in words, the same for two that mean the same: inputs of a gate are sorted. A strict
 * one is told by the dependencies that `calls` and `optional` cut off.
 */
export function needText(need: NamedNeed): string {
  if (need.kind !== "atLeast") return need.name;
  const { k, of } = need;
  const inputs = of.map(needText).sort();
  const list = `(${inputs.join(", ")})`;
  if (k === of.length)
    return inputs.length === 0
      ? "the entry alone"
      : inputs.length === 1
        ? inputs[0]!
        : `all of ${list}`;
  return k === 1 ? `any of ${list}` : `${k} of ${list}`;
}

/** What one member of a mixture asks for; `cuts` are those of its `strictScope`. */
export function memberText(model: Model, member: MixtureMember, cuts: readonly string[]): string {
  if (!member.strict) return needText(namedNeed(model, member.need));
  return cuts.length === 0 ? "strict" : `strict without ${shortList(cuts)}`;
}

/** What a strict member leaves out on purpose, among what it could have counted. */
export type StrictScope = {
  /** Names of the dependencies whose source is in the closure, counted or cut off. */
  readonly met: ReadonlySet<string>;
  readonly cuts: readonly string[];
};

/**
 * A strict member is lowered to every u_d of its closure; what starts in the closure, in the mode of
 * the endpoint, and is not in it was cut off by `calls` or `optional`.
 */
export function strictScope(model: Model, endpoint: Endpoint, member: MixtureMember): StrictScope {
  const counted = new Set<number>();
  const sources = new Set<number>([endpoint.entry]);
  for (const index of neededDependencies(member.need)) {
    counted.add(index);
    sources.add(model.dependencies[index]!.to);
  }
  const met = new Set<string>();
  const cuts: string[] = [];
  model.dependencies.forEach((dependency, index) => {
    const carries = dependency.mode === "sync" || endpoint.completion === "eventual";
    if (!carries || !sources.has(dependency.from)) return;
    met.add(dependency.name);
    if (!counted.has(index)) cuts.push(dependency.name);
  });
  return { met, cuts: cuts.sort() };
}

function neededDependencies(need: Need): readonly number[] {
  if (need.kind === "dependency") return [need.dependency];
  return need.kind === "atLeast" ? need.of.flatMap(neededDependencies) : [];
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(", ");
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
