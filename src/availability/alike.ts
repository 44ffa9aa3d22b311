import { evaluate } from "./exact.ts";
import { preparedFor } from "./preparations.ts";
import { costOf } from "./prepare.ts";
import { situationsOf } from "./situations.ts";
import type { Subject } from "./subject.ts";

/** A and U of an endpoint, exact; and what they cost, in transitions. */
export type AlikeFigure = {
  readonly availability: number;
  readonly unavailability: number;
  readonly cost: number;
};

/** What is held open at once for an exact figure: see `solve`. */
const MOST_BITS = 24;

/**
 * The figure, in the worst situation of its fault, by what was prepared for another model, as far as that
 * serves: one of the same services, dependencies and members in the same order, whose endpoint has the same
 * needs.
 *
 * @param work transitions that it may cost
 * @returns `null` where no exact figure costs as little
 */
export function figureAlike(subject: Subject, like: Subject, work: number): AlikeFigure | null {
  const { entry, completion, mixture } = like.endpoint;
  const kin = situationsOf(like.model, like.fault)[0]?.[0]?.measure;
  let worst = { availability: 1, unavailability: -1 };
  let cost = 0;
  for (const situation of situationsOf(subject.model, subject.fault)) {
    let availability = 0;
    let unavailability = 0;
    for (const { weight, measure } of situation) {
      for (const [at, { need }] of mixture.entries()) {
        const share = weight * subject.endpoint.mixture[at]!.share;
        const prepared = preparedFor(like.model, { entry, completion, need }, measure, true, kin);
        if (prepared === null) {
          unavailability += share;
          continue;
        }
        cost += costOf(prepared);
        if (cost > work || (prepared.plan?.bits ?? 0) > MOST_BITS) return null;
        const { p, q } = evaluate(prepared, measure);
        availability += share * p;
        unavailability += share * q;
      }
    }
    if (unavailability > worst.unavailability) worst = { availability, unavailability };
  }
  return { ...worst, cost };
}
