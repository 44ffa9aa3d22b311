import type { PlacementFact, Workload } from "../deployment/workload.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { SpecDomain, SpecPositions, SpecState } from "./spec.ts";

/** Members of a domain that replicas sit on in turn, by their positions in it, and what says so. */
export type Row = {
  readonly on: readonly number[];
  /** The scheduler may leave it undone. */
  readonly soft: boolean;
  readonly place: Place;
};

/**
 * Where the manifest of a workload puts its replicas in a domain with members; `null`: it does not say.
 * Required rules restrict, then decide; preferred ones decide what these leave open. Rules that pin to
 * several members and say no more leave the rest to the spec's default, and else take these in turn.
 *
 * @param byDefault where the spec's default puts replicas in this domain
 */
export function manifestRow(
  workload: Workload,
  domain: SpecDomain,
  byDefault: SpecPositions | null,
): Row | null {
  if (domain.members.length === 0) return null;
  const facts = factsOn(workload, domain);
  const required = facts.filter(({ soft }) => !soft);
  const preferred = facts.filter(({ soft }) => soft);
  const all = domain.members.map((_, position) => position);
  const held = narrowed(all, required, domain);
  const of = (rule: PlacementFact["rule"]) => (one: PlacementFact) => one.rule === rule;

  const packed = required.find(of("packed"));
  const spread = required.find(of("spread"));
  const liked = narrowed(held?.on ?? all, preferred, domain);
  if (spread !== undefined && packed === undefined) return rowOf(held, held?.on ?? all, spread);
  const where = liked ?? held;
  const together = packed ?? preferred.find(of("packed"));
  if (together !== undefined) return rowOf(where, (where?.on ?? all).slice(0, 1), together);
  const apart = preferred.find(of("spread"));
  if (apart !== undefined) return rowOf(where, where?.on ?? all, apart);
  if (where === null) return null;
  return rowOf(where, within(where.on, domain, byDefault), where.by);
}

/** What of its facts counts in a domain: one on every node is on every member. */
function factsOn(workload: Workload, domain: SpecDomain): readonly PlacementFact[] {
  const facts = workload.placement.filter((one) => one.idle === undefined && isOf(domain, one));
  const { topologyKey } = domain;
  if (workload.replicas.rule !== "daemonset" || topologyKey === null) return facts;
  const everywhere = { topologyKey, rule: "spread", soft: false, values: [] } as const;
  return [...facts, { ...everywhere, place: workload.place }];
}

/** Names that labels of nodes had before Kubernetes 1.17, and that it still sets. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"],
  ["failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"],
]);

/** Whether a fact is about the label that tells the members of a domain apart. */
export function isOf({ topologyKey }: SpecDomain, fact: PlacementFact): boolean {
  const known = (key: string) => FORMER.get(key) ?? key;
  return topologyKey !== null && known(topologyKey) === known(fact.topologyKey);
}

/** Fewer members than before, and the rule that says so. */
type Held = { readonly on: readonly number[]; readonly by: PlacementFact };

/** `null`: no rule leaves any of them out, or names them. */
function narrowed(
  from: readonly number[],
  facts: readonly PlacementFact[],
  domain: SpecDomain,
): Held | null {
  let held: Held | null = null;
  for (const fact of facts) {
    if (fact.rule !== "pinned" && fact.rule !== "avoided") continue;
    const before: readonly number[] = held?.on ?? from;
    const on = before.filter((position) => allows(fact, domain.members[position]!));
    if (on.length === 0) {
      // What the scheduler cannot have it does without; what it must have is somewhere else.
      if (!fact.soft) held = { on: [leastAvailable(domain.states)], by: fact };
    } else if (fact.rule === "pinned" || on.length < before.length) {
      held = held !== null && on.length === before.length ? held : { on, by: fact };
    }
  }
  return held;
}

function allows({ rule, values }: PlacementFact, member: string): boolean {
  return values.includes(member) === (rule === "pinned");
}

/** Whether none of the members of a domain is among those that a rule leaves. */
export function leavesNone(fact: PlacementFact, domain: SpecDomain): boolean {
  if (fact.rule !== "pinned" && fact.rule !== "avoided") return false;
  return !domain.members.some((member) => allows(fact, member));
}

/** Where all replicas may be at the worst: of the members that fail most often, the first. */
export function leastAvailable(states: readonly SpecState[]): number {
  return states.reduce((least, { up }, i) => (up.q > states[least]!.up.q ? i : least), 0);
}

/** How the default would use these members. */
function within(
  on: readonly number[],
  { members }: SpecDomain,
  byDefault: SpecPositions | null,
): readonly number[] {
  if (byDefault === null || byDefault.on === "spread") return on;
  if (byDefault.on === "packed") return on.slice(0, 1);
  const listed = byDefault.on.map(({ value }) => members.indexOf(value));
  const both = listed.filter((position) => on.includes(position));
  return both.length === 0 ? on : both;
}

/** What leaves members out decides more than what takes the rest in turn. */
function rowOf(held: Held | null, on: readonly number[], by: PlacementFact): Row {
  return { on, soft: by.soft, place: (held?.by ?? by).place };
}
