import type { Estimate } from "./estimate.ts";
import { DRAWING, partsOf } from "./figure.ts";
import { preparedFor } from "./preparations.ts";
import { costOf, type Prepared } from "./prepare.ts";
import { situationsOf } from "./situations.ts";
import { BOUNDING, MOST_TRANSITIONS } from "./solve.ts";
import type { Subject } from "./subject.ts";

/**
 * What the exact figure of an endpoint costs, in transitions, known before it is worked out; infinite where
 * there is none. What was prepared for it is kept with the model, as for the figure itself.
 */
export function priceOf(subject: Subject): number {
  return preparationsOf(subject).reduce((sum, one) => sum + costOf(one), 0);
}

/** What it costs to prepare one part of a network, in transitions. */
const PREPARING = 1e4;

/**
 * What a figure has cost, in transitions: by counts, and no clock, so that it is the same on every machine.
 *
 * @param most what it might cost (`AskOptions`)
 */
export function spentOn(subject: Subject, { samples = 0 }: Estimate, most?: number): number {
  const all = preparationsOf(subject);
  const parts = (one: Prepared) => one.guards.length + (one.rest === null ? 0 : partsOf(one.rest));
  const limit = most ?? Number.POSITIVE_INFINITY;
  const solving = all.reduce((sum, one) => {
    const cost = costOf(one);
    return sum + (cost <= Math.min(MOST_TRANSITIONS, limit) ? cost : Math.min(BOUNDING, limit));
  }, 0);
  const preparing = [...new Set(all)].reduce((sum, one) => sum + PREPARING * parts(one), 0);
  const drawn = all.filter((one) => costOf(one) > Math.min(MOST_TRANSITIONS, limit));
  return solving + preparing + drawn.reduce((sum, one) => sum + samples * DRAWING * parts(one), 0);
}

/** One for each member of the mixture in each situation in which its need can hold. */
function preparationsOf({ model, endpoint, fault }: Subject): readonly Prepared[] {
  const { entry, completion, mixture } = endpoint;
  const situations = situationsOf(model, fault);
  const kin = situations[0]?.[0]?.measure;
  return situations.flatMap((situation) =>
    situation.flatMap(({ measure }) =>
      mixture.flatMap(
        ({ need }) => preparedFor(model, { entry, completion, need }, measure, true, kin) ?? [],
      ),
    ),
  );
}
