import { createHash } from "node:crypto";
import { priceOf } from "../availability/price.ts";
import { situationsOf } from "../availability/situations.ts";
import type { Subject } from "../availability/subject.ts";
import type { ShardQuestion } from "./shard-questions.ts";

/** Jobs that a matrix of GitHub Actions may have in one run of a workflow. */
export const MOST_SHARDS = 256;

/** Part `index` of `of`: 1 ≤ index ≤ of ≤ `MOST_SHARDS`. */
export type Shard = { readonly index: number; readonly of: number };

/** The part that `2/7` names; `null` where the text names none. */
export function readShard(text: string): Shard | null {
  const match = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text);
  if (match === null) return null;
  const [index, of] = [Number(match[1]), Number(match[2])];
  return index <= of && of <= MOST_SHARDS ? { index, of } : null;
}

/**
 * Questions that go to one shard each, by the shard's number from 1, and questions whose states all shards draw
 * together.
 */
export type Dealt = {
  readonly owners: ReadonlyMap<string, number>;
  readonly shared: readonly string[];
};

/**
 * From so many states on, what is drawn takes so much longer than what is worked out before that it pays to have
 * every shard work that out, and draw a part.
 */
const SHARED_SAMPLES = 1_000_000;
/** Dearer than this, in transitions, a figure may have to be drawn. */
const DOUBTFUL = 1e7;
/** What a kill costs beside the same without one: its urn is in every state of the frontier. */
const URN = 4;

/**
 * Deal the questions of a run, the dearest first, each to the shard with the least to do. The same in every job:
 * by what is asked alone, and in no order of the spec, in which like stands beside like.
 */
export function deal(
  questions: ReadonlyMap<string, ShardQuestion>,
  of: number,
  samples: number,
): Dealt {
  const shared = new Set<string>();
  for (const [name, question] of samples < SHARED_SAMPLES ? [] : questions) {
    if (subjectsOf(question).some((one) => priceOf(one) > DOUBTFUL)) shared.add(name);
  }
  const dear = [...questions]
    .filter(([name]) => !shared.has(name))
    .map(([name, question]) => ({ name, weight: weightOf(question), place: placeOf(name) }))
    .toSorted((one, other) => other.weight - one.weight || (one.place < other.place ? -1 : 1));
  const loads = noLoads(of);
  const owners = new Map(dear.map(({ name, weight }) => [name, lightest(loads, weight)]));
  return { owners, shared: [...shared] };
}

/**
 * Whose each stretch of each shared draw is, the longest first, each to the shard with the least to draw.
 *
 * @param draws states of every stretch of every draw
 * @returns likewise, numbers of shards from 1
 */
export function dealStretches(
  draws: readonly (readonly number[])[],
  of: number,
): readonly (readonly number[])[] {
  const loads = noLoads(of);
  const owners = draws.map((draw) => draw.map(() => 0));
  const all = draws.flatMap((draw, at) => draw.map((states, place) => ({ at, place, states })));
  for (const { at, place, states } of all.toSorted((one, other) => other.states - one.states)) {
    owners[at]![place] = lightest(loads, states);
  }
  return owners;
}

function noLoads(of: number): number[] {
  return Array.from({ length: of }, () => 0);
}

/** The shard with the least, which now has so much more. */
function lightest(loads: number[], weight: number): number {
  let least = 0;
  for (let at = 1; at < loads.length; at++) if (loads[at]! < loads[least]!) least = at;
  loads[least]! += weight;
  return least + 1;
}

/** What a question costs beside others, as far as its shape tells: to know better one would have to prepare it. */
function weightOf(question: ShardQuestion): number {
  return subjectsOf(question).reduce((sum, { model, endpoint, fault }) => {
    const situations = situationsOf(model, fault);
    const measures = situations.reduce((all, situation) => all + situation.length, 0);
    const urn = fault?.kill == null ? 1 : URN;
    return sum + urn * measures * endpoint.mixture.length;
  }, 0);
}

function subjectsOf({ base, head }: ShardQuestion): readonly Subject[] {
  return head === null ? [base] : [base, head];
}

function placeOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
