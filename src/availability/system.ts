import type { Completion, Model, Need, Probability } from "../model/model.ts";
import { any } from "./probability.ts";
import { quorumOf } from "./quorum.ts";

/** An independent root that is up or down: a live service, or a dependency's channels. */
export type Component = Probability & { readonly name: string };

export type Link = Component & { readonly from: number; readonly to: number };

/**
 * What an endpoint's predicate depends on, with indices of its own: `need` refers to `services` and
 * `links`. Service 0 is the entry; it counts as live, and its own probability is a factor kept elsewhere.
 */
export type System = {
  readonly services: readonly Component[];
  readonly links: readonly Link[];
  readonly need: Need;
};

/** A model's components, computed once for all its endpoints. */
type Components = {
  readonly live: readonly Component[];
  readonly up: readonly Link[];
  /** Dependencies by their source. */
  readonly outgoing: readonly (readonly number[])[];
};

const componentsOfModel = new WeakMap<Model, Components>();

function componentsOf(model: Model): Components {
  const known = componentsOfModel.get(model);
  if (known !== undefined) return known;
  const outgoing = model.services.map((): number[] => []);
  model.dependencies.forEach(({ from }, index) => {
    outgoing[from]!.push(index);
  });
  const components = {
    live: model.services.map(({ name, replicas, quorum }) => ({
      name,
      ...quorumOf(replicas, quorum),
    })),
    up: model.dependencies.map(({ name, from, to, channels }) => ({
      name,
      from,
      to,
      ...any(channels.map((channel) => channel.up)),
    })),
    outgoing,
  };
  componentsOfModel.set(model, components);
  return components;
}

/** P(A_s = 1) of one service, Eq. (5). */
export function liveProbability(model: Model, service: number): Probability {
  return componentsOf(model).live[service]!;
}

/**
 * The part of a model that the entry can reach in the mode. What can never be live or up is left
 * out, and a need that names it is false.
 */
export function systemOf(model: Model, entry: number, completion: Completion, need: Need): System {
  const { live, up, outgoing } = componentsOf(model);
  const serviceIndex = new Int32Array(live.length).fill(ABSENT);
  const linkIndex = new Int32Array(up.length).fill(ABSENT);
  serviceIndex[entry] = 0;
  const reached = [entry];
  const links: Link[] = [];
  for (const from of reached) {
    for (const dependency of outgoing[from]!) {
      const { to, name, p, q } = up[dependency]!;
      const carries = completion === "eventual" || model.dependencies[dependency]!.mode === "sync";
      if (!carries || p === 0 || live[to]!.p === 0) continue;
      if (serviceIndex[to] === ABSENT) {
        serviceIndex[to] = reached.length;
        reached.push(to);
      }
      linkIndex[dependency] = links.length;
      links.push({ name, p, q, from: serviceIndex[from]!, to: serviceIndex[to]! });
    }
  }
  return {
    services: reached.map((service) => live[service]!),
    links,
    need: mapLeaves(need, (leaf) => {
      if (leaf.kind === "service") {
        const service = serviceIndex[leaf.service]!;
        return service !== ABSENT && { kind: "service", service };
      }
      const dependency = linkIndex[leaf.dependency]!;
      return dependency !== ABSENT && { kind: "dependency", dependency };
    }),
  };
}

/** Of an index: not among what the entry can reach. */
const ABSENT = -1;

export type Leaf = Exclude<Need, { readonly kind: "atLeast" }>;

/** All of nothing: true. One of nothing: false. */
const ALWAYS_HOLDS: Need = { kind: "atLeast", k: 0, of: [] };
const NEVER_HOLDS: Need = { kind: "atLeast", k: 1, of: [] };

/** What is known of a need without a draw; `null` where it depends. */
export function settled(need: Need): boolean | null {
  if (need.kind !== "atLeast") return null;
  if (need.k <= 0) return true;
  return need.k > need.of.length ? false : null;
}

/** Replace each leaf by another or by its truth, and drop what that settles. */
export function mapLeaves(need: Need, replace: (leaf: Leaf) => Leaf | boolean): Need {
  if (need.kind !== "atLeast") {
    const leaf = replace(need);
    if (typeof leaf !== "boolean") return leaf;
    return leaf ? ALWAYS_HOLDS : NEVER_HOLDS;
  }
  let { k } = need;
  const open: Need[] = [];
  for (const input of need.of) {
    const mapped = mapLeaves(input, replace);
    const truth = settled(mapped);
    if (truth === null) open.push(mapped);
    else if (truth) k--;
  }
  if (k <= 0) return ALWAYS_HOLDS;
  if (k > open.length) return NEVER_HOLDS;
  return open.length === 1 ? open[0]! : { kind: "atLeast", k, of: open };
}

/** Every leaf, as often as it is named. */
export function forEachLeaf(need: Need, visit: (leaf: Leaf) => void): void {
  if (need.kind !== "atLeast") visit(need);
  else for (const input of need.of) forEachLeaf(input, visit);
}
