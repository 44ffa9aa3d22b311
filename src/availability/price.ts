import type { Need } from "../model/model.ts";
import type { Estimate } from "./estimate.ts";
import { DRAWING, partsOf } from "./figure.ts";
import type { Measure } from "./measure.ts";
import { preparedFor } from "./preparations.ts";
import { costOf, type Prepared } from "./prepare.ts";
import { situationsOf } from "./situations.ts";
import { BOUNDING, MOST_BITS, MOST_TRANSITIONS } from "./solve.ts";
import type { Subject } from "./subject.ts";

/**
 * What the exact figure of an endpoint costs, in transitions, known before it is worked out; infinite where
 * there is none. What was prepared for it is kept with the model, as for the figure itself.
 */
export function priceOf(subject: Subject): number {
  return askedOf(subject).reduce((sum, { prepared }) => sum + exactCost(prepared), 0);
}

/** What cannot be held open at once has no exact figure, however few its transitions are. */
function exactCost(prepared: Prepared): number {
  return (prepared.plan?.bits ?? 0) > MOST_BITS ? Number.POSITIVE_INFINITY : costOf(prepared);
}

/** What it costs to prepare one part of a network, in transitions. */
const PREPARING = 1e4;

/**
 * What a figure has cost, in transitions: by counts, and no clock, so that it is the same on every machine.
 *
 * @param most what it might cost (`AskOptions`)
 */
export function spentOn(subject: Subject, { samples = 0 }: Estimate, most?: number): number {
  const asked = askedOf(subject);
  const all = asked.map(({ prepared }) => prepared);
  const parts = (one: Prepared) => one.guards.length + (one.rest === null ? 0 : partsOf(one.rest));
  const limit = most ?? Number.POSITIVE_INFINITY;
  const solving = all.reduce((sum, one) => {
    const cost = exactCost(one);
    return sum + (cost <= Math.min(MOST_TRANSITIONS, limit) ? cost : Math.min(BOUNDING, limit));
  }, 0);
  const preparing = eachOnce(asked).reduce((sum, one) => sum + PREPARING * parts(one), 0);
  const drawn = all.filter((one) => exactCost(one) > Math.min(MOST_TRANSITIONS, limit));
  return solving + preparing + drawn.reduce((sum, one) => sum + samples * DRAWING * parts(one), 0);
}

type Asked = { readonly prepared: Prepared; readonly need: Need };

/** What is prepared for each member of the mixture in each situation in which its need can hold. */
function askedOf({ model, endpoint, fault }: Subject): readonly Asked[] {
  const { entry, completion, mixture } = endpoint;
  const situations = situationsOf(model, fault);
  const kin = situations[0]?.[0]?.measure;
  return situations.flatMap((situation) =>
    situation.flatMap(({ measure }) =>
      mixture.flatMap(({ need }) => {
        const prepared = preparedFor(model, { entry, completion, need }, measure, true, kin);
        return prepared === null ? [] : [{ prepared, need }];
      }),
    ),
  );
}

/**
 * What serves several situations once, by what it was prepared for: it need not be the identical object, for it may
 * have been let go in between, which depends on what was asked before (`preparedFor`).
 */
function eachOnce(asked: readonly Asked[]): readonly Prepared[] {
  const seen = new Map<Need, Set<Measure>>();
  return asked.flatMap(({ prepared, need }) => {
    const bases = seen.get(need) ?? new Set();
    seen.set(need, bases);
    if (bases.has(prepared.basis)) return [];
    bases.add(prepared.basis);
    return [prepared];
  });
}
