import type { Endpoint, Fault, Model, Need, Probability } from "../../src/model/model.ts";
import { type Replica, type World, worldsOf } from "./worlds.ts";

/** A state that is no longer left to chance. */
export type Forced = { readonly up: boolean } & (
  | { readonly kind: "replica"; readonly service: number; readonly replica: number }
  | { readonly kind: "channel"; readonly dependency: number; readonly channel: number }
  | { readonly kind: "member"; readonly member: number }
  /** Whatever its replicas do, and its members, victims and dead. */
  | { readonly kind: "service"; readonly service: number }
  /** Whatever its channels do; its source and target must live all the same. */
  | { readonly kind: "dependency"; readonly dependency: number }
);

/**
 * A and U, under a fault the least, by adding up every state of every replica, channel and domain
 * member, every set of victims and every set of the dead, straight from the definitions and as plainly
 * as they read. For about a dozen uncertain roots; shares nothing with the engine.
 */
export function bruteForce(
  model: Model,
  endpoint: Endpoint,
  fault: Fault | null = null,
  forced: readonly Forced[] = [],
): Probability {
  return bruteForceEach(model, endpoint, fault, forced).reduce((least, one) =>
    one.p - one.q < least.p - least.q ? one : least,
  );
}

/** One figure for each lost member of `worstOf`, for each service of `rollout`, for each of `drain`. */
export function bruteForceEach(
  model: Model,
  endpoint: Endpoint,
  fault: Fault | null = null,
  forced: readonly Forced[] = [],
): Probability[] {
  const success = rememberedSuccess(model, endpoint);
  return worldsOf(model, fault).map((worlds) => {
    let p = 0;
    let q = 0;
    for (const world of worlds) {
      if (world.weight === 0) continue;
      const add = (weight: number, live: number, open: number): void => {
        const share = success(live, open);
        p += world.weight * weight * share.p;
        q += world.weight * weight * share.q;
      };
      eachState(world, forced, add);
    }
    return { p, q };
  });
}

/** The shares of the mixture that succeed and fail; bits of live services and of dependencies that are up. */
export function rememberedSuccess(model: Model, endpoint: Endpoint) {
  const known = new Map<number, Probability>();
  return (live: number, open: number): Probability => {
    const key = live + open * 2 ** model.services.length;
    const before = known.get(key);
    if (before !== undefined) return before;
    const states = [
      model.services.map((_, index) => bit(live, index)),
      model.dependencies.map((_, index) => bit(open, index)),
    ] as const;
    let p = 0;
    let q = 0;
    for (const { share, strict, need } of endpoint.mixture) {
      const asked = strict ? { closure: need } : need;
      if (satisfied(model, endpoint, ...states, asked)) p += share;
      else q += share;
    }
    known.set(key, { p, q });
    return { p, q };
  };
}

type Add = (weight: number, live: number, open: number) => void;

/** Given the members and the dead, what each component does is its own affair. */
function eachState(world: World, forced: readonly Forced[], add: Add): void {
  const { services, dependencies, urn } = world;
  const members = world.members.map((up, member) => {
    const state = forced.find((one) => one.kind === "member" && one.member === member)?.up;
    return state === undefined ? up : certainly(state);
  });
  eachCombination(members, 1, (weight, up) => {
    const on = ({ on }: Replica) => on.every((member) => bit(up, member));
    const opens = dependencies.map((channels, dependency) => {
      const state = forced.find(
        (one) => one.kind === "dependency" && one.dependency === dependency,
      );
      if (state !== undefined) return certainly(state.up);
      const own = channels.map(({ up }, channel) => {
        const held = forced.find(
          (one) =>
            one.kind === "channel" && one.dependency === dependency && one.channel === channel,
        );
        return held === undefined ? up : certainly(held.up);
      });
      return likely(own, 0, (left) => channels.some((one, index) => bit(left, index) && on(one)));
    });
    const sets = subsets(urn.all.length, urn.dead);
    for (const dead of sets) {
      const lives = services.map(({ replicas, quorum, victims, dealt }, service) => {
        const state = forced.find((one) => one.kind === "service" && one.service === service);
        if (state !== undefined) return certainly(state.up);
        const own = replicas.map(({ up }, replica) => {
          const held = forced.find(
            (one) => one.kind === "replica" && one.service === service && one.replica === replica,
          );
          if (held !== undefined) return certainly(held.up);
          const at = urn.all.findIndex(([s, r]) => s === service && r === replica);
          return dealt ? certainly(!bit(dead, at)) : up;
        });
        const enough = (left: number): boolean =>
          replicas.filter((one, index) => bit(left, index) && on(one)).length >= quorum;
        return likely(own, victims, enough);
      });
      eachCombination(lives, weight / sets.length, (joint, live) =>
        eachCombination(opens, joint, (whole, open) => add(whole, live, open)),
      );
    }
  });
}

/** P that what is left when a set of `victims` is taken away will do: every state and every set. */
function likely(
  own: readonly Probability[],
  victims: number,
  enough: (left: number) => boolean,
): Probability {
  const sets = subsets(own.length, victims);
  let p = 0;
  let q = 0;
  eachCombination(own, 1 / sets.length, (weight, up) => {
    for (const taken of sets) {
      if (enough(up & ~taken)) p += weight;
      else q += weight;
    }
  });
  return { p, q };
}

/** All states that can be, as bits, with their probabilities. */
function eachCombination(
  roots: readonly Probability[],
  weight: number,
  visit: (weight: number, up: number) => void,
  from = 0,
  up = 0,
): void {
  if (weight === 0) return;
  const root = roots[from];
  if (root === undefined) {
    visit(weight, up);
    return;
  }
  eachCombination(roots, weight * root.p, visit, from + 1, up | (1 << from));
  eachCombination(roots, weight * root.q, visit, from + 1, up);
}

function subsets(size: number, count: number): number[] {
  const sets: number[] = [];
  for (let set = 0; set < 2 ** size; set++) {
    let ones = 0;
    for (let index = 0; index < size; index++) if (bit(set, index)) ones++;
    if (ones === count) sets.push(set);
  }
  return sets;
}

const bit = (bits: number, index: number): boolean => ((bits >> index) & 1) === 1;

const certainly = (up: boolean): Probability => (up ? { p: 1, q: 0 } : { p: 0, q: 1 });

/** Φ in one state; roots are the replicas in order, then the channels. */
export function succeeds(
  model: Model,
  endpoint: Endpoint,
  up: readonly boolean[],
  need: Need | "strict",
): boolean {
  let root = 0;
  const next = (count: number): readonly boolean[] => {
    root += count;
    return up.slice(root - count, root);
  };
  // Eq. (5)
  const live = model.services.map(
    ({ replicas, quorum }) => next(replicas.length).filter((state) => state).length >= quorum,
  );
  const open = model.dependencies.map(({ channels }) => next(channels.length).includes(true));
  return satisfied(model, endpoint, live, open, need);
}

/**
 * Φ where the states of services and dependencies are known. A strict member's list tells what
 * `calls` and `optional` left of the closure.
 */
function satisfied(
  model: Model,
  { entry, completion }: Endpoint,
  live: readonly boolean[],
  open: readonly boolean[],
  need: Need | "strict" | { readonly closure: Need },
): boolean {
  // Eq. (11)
  const usable = model.dependencies.map(
    ({ from, to }, index) => live[from] === true && live[to] === true && open[index] === true,
  );
  const carries = model.dependencies.map(
    ({ mode }) => mode === "sync" || completion === "eventual",
  );
  if (need === "strict") return strictly(model, entry, carries, live, usable);
  if ("closure" in need) {
    const listed = listedIn(need.closure);
    const kept = carries.map((carried, index) => carried && listed.has(index));
    return strictly(model, entry, kept, live, usable);
  }

  // Eq. (12, 13)
  const reached = model.services.map((_, index) => index === entry && live[entry] === true);
  for (let pass = 0; pass < model.services.length; pass++) {
    model.dependencies.forEach(({ from, to }, index) => {
      if (carries[index] && reached[from] && usable[index]) reached[to] = true;
    });
  }
  const holds = (one: Need): boolean => {
    if (one.kind === "service") return reached[one.service] === true;
    if (one.kind === "atLeast") return one.of.filter(holds).length >= one.k;
    const { from } = model.dependencies[one.dependency]!;
    return (
      carries[one.dependency] === true && reached[from] === true && usable[one.dependency] === true
    );
  };
  return live[entry] === true && holds(need);
}

function listedIn(need: Need): ReadonlySet<number> {
  const inputs = need.kind === "atLeast" ? need.of : [];
  return new Set(inputs.flatMap((one) => (one.kind === "dependency" ? [one.dependency] : [])));
}

/** Every service and dependency of the entry's forward closure works. */
function strictly(
  model: Model,
  entry: number,
  carries: readonly boolean[],
  live: readonly boolean[],
  usable: readonly boolean[],
): boolean {
  const closure = model.services.map((_, index) => index === entry);
  for (let pass = 0; pass < model.services.length; pass++) {
    model.dependencies.forEach(({ from, to }, index) => {
      if (carries[index] && closure[from]) closure[to] = true;
    });
  }
  return (
    live.every((alive, index) => alive || !closure[index]) &&
    model.dependencies.every(
      ({ from }, index) => !carries[index] || !closure[from] || usable[index],
    )
  );
}
