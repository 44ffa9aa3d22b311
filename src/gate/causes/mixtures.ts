import type { Estimate } from "../../availability/estimate.ts";
import type { Subject } from "../../availability/subject.ts";
import type { Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import { allUpShare } from "./all-up.ts";
import type { Fact } from "./facts.ts";
import { type Mixed, mix } from "./mix.ts";
import { choices } from "./remember.ts";
import type { SideName, Sides } from "./sides.ts";

/** What the figures of an endpoint are at base and at head. */
export type Ends = Readonly<Record<SideName, Estimate>>;

/** One mixture of base and head. */
export type Mixture = {
  /** Φ where every state is up. */
  readonly allUp: number;
  /** `null`: it has no entry, or incidents beyond all of the time, and is down. */
  readonly subject: Subject | null;
  /** The identical object where the same things are there, and the same is asked of them (`mix`). */
  readonly graph: object | null;
  readonly figure: () => Figure;
};

export type Figure = Pick<Estimate, "availability" | "unavailability">;

/** An endpoint with some facts as at head and the others as at base. */
export type Mixtures = {
  readonly of: (isAdopted: (fact: Fact) => boolean) => Mixture;
  /** Whether a figure was asked for that is not exact or was not paid for; it is none then. */
  readonly isOverspent: () => boolean;
};

/** What it costs to mix one service or dependency, in transitions. */
const MIXING = 300;

/** What it costs to mix one system, in transitions. */
export function priceOfMixing({ services, dependencies }: Model): number {
  return MIXING * (services.length + dependencies.length);
}

const DOWN: Figure = { availability: 0, unavailability: 1 };

/**
 * Mixtures, resolved at once and evaluated when asked for their figure; all figures cost so many transitions
 * at the most. What one was prepared with serves all of the same graph.
 */
export function mixturesOf(
  { engine }: GateRun,
  sides: Sides,
  facts: readonly Fact[],
  work: number,
): Mixtures {
  const { pick, remember, adopt } = choices(facts);
  const likes = new Map<object, Subject>();
  let left = work;
  const figureOf = ({ subject, graph }: Mixed): Figure => {
    const like = likes.get(graph) ?? subject;
    likes.set(graph, like);
    const found = engine.alike?.(subject, like, left) ?? null;
    left = found === null ? -1 : left - found.cost;
    return found ?? DOWN;
  };
  const of = (isAdopted: (fact: Fact) => boolean): Mixture => {
    adopt(isAdopted);
    const mixed = mix(sides, pick, remember);
    if (mixed === null) return { allUp: 0, subject: null, graph: null, figure: () => DOWN };
    let known: Figure | null = null;
    return {
      allUp: allUpShare(mixed.subject.model, mixed.subject.endpoint),
      subject: mixed.subject,
      graph: mixed.graph,
      figure: () => {
        known ??= figureOf(mixed);
        return known;
      },
    };
  };
  return { of, isOverspent: () => left < 0 };
}

/** v(more) - v(less), of the smaller pair: two availabilities near one share most of their digits. */
export function gainBetween(less: Figure, more: Figure): number {
  return less.unavailability + more.unavailability < 1
    ? less.unavailability - more.unavailability
    : more.availability - less.availability;
}
