import type { Estimate } from "../../availability/estimate.ts";
import type { Subject } from "../../availability/subject.ts";
import type { GateRun } from "../engine.ts";
import { allUpShare } from "./all-up.ts";
import type { Fact } from "./facts.ts";
import { mix } from "./mix.ts";
import type { SideName, Sides } from "./sides.ts";

/** What the figures of an endpoint are at base and at head. */
export type Ends = Readonly<Record<SideName, Estimate>>;

/** One mixture of base and head. */
export type Mixture = {
  /** Φ where every state is up. */
  readonly allUp: number;
  readonly figure: () => Figure;
};

export type Figure = Pick<Estimate, "availability" | "unavailability">;

/** An endpoint with some facts as at head and the others as at base. */
export type Mixtures = {
  readonly of: (isAdopted: (fact: Fact) => boolean) => Mixture;
  /** Whether a figure was asked for that was not paid for; it is none then. */
  readonly isOverspent: () => boolean;
};

const DOWN: Figure = { availability: 0, unavailability: 1 };

/** Mixtures, resolved at once and evaluated when asked for their figure; all figures cost so many transitions at the most. */
export function mixturesOf(
  { engine, options }: GateRun,
  sides: Sides,
  facts: readonly Fact[],
  work: number,
): Mixtures {
  const homes = new Map(facts.flatMap((fact) => fact.slots.map((one) => [one, fact] as const)));
  let left = work;
  const figureOf = (subject: Subject): Figure => {
    left -= engine.price?.(subject) ?? 0;
    return left < 0 ? DOWN : engine.estimate(subject, { ...options, samples: 1 }, []).estimate;
  };
  const of = (isAdopted: (fact: Fact) => boolean): Mixture => {
    const subject = mix(sides, (slot) => {
      const fact = homes.get(slot);
      return fact === undefined || isAdopted(fact) ? "head" : "base";
    });
    if (subject === null) return { allUp: 0, figure: () => DOWN };
    let known: Figure | null = null;
    return {
      allUp: allUpShare(subject.model, subject.endpoint),
      figure: () => {
        known ??= figureOf(subject);
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
