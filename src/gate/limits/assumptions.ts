import type { Estimate } from "../../availability/estimate.ts";
import type { Subject } from "../../availability/subject.ts";
import type { Model, Probability } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Assumption } from "../explained.ts";
import { placeOf } from "./components.ts";
import type { Variant } from "./variant.ts";

/** Variants that are evaluated for one endpoint; of the rest it is told that they are there. */
const MOST_EVALUATED = 16;

/**
 * What an endpoint's figure rests on, with how far each could move it; what could move it the most first.
 *
 * @param matters how critical a component is, numbered as in `Structure`; 0: not at all
 */
export function assumptionsOf(
  run: GateRun,
  subject: Subject,
  estimate: Estimate,
  variants: readonly Variant[],
  matters: (component: number) => number,
): readonly Assumption[] {
  const weight = ({ moves }: Variant) =>
    moves === null ? 1 : moves.reduce((sum, one) => sum + matters(one), 0);
  const weighed = variants
    .map((variant) => ({ variant, weight: weight(variant) }))
    .filter((one) => one.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return weighed
    .map(({ variant }, at) => assumptionOf(run, subject, estimate, variant, at < MOST_EVALUATED))
    .filter(({ range }) => range === null || range[0] < range[1])
    .sort((a, b) => widthOf(b) - widthOf(a));
}

function assumptionOf(
  run: GateRun,
  subject: Subject,
  estimate: Estimate,
  variant: Variant,
  isEvaluated: boolean,
): Assumption {
  const { kind, subject: name, message, place, worse, better } = variant;
  const told = { kind, subject: name, message, ...placeOf(place) };
  // A drawn figure moves by chance, and bounds are dear.
  if (!isEvaluated || estimate.method !== "exact") {
    return { ...told, range: null, decisive: false };
  }
  const ends = [worse, better].map((end) =>
    end === null ? estimate : (evaluated(run, subject, end()) ?? estimate),
  );
  const low = ends.reduce((a, b) => (b.unavailability > a.unavailability ? b : a), estimate);
  const high = ends.reduce((a, b) => (b.unavailability < a.unavailability ? b : a), estimate);
  const { slo } = subject.endpoint;
  return {
    ...told,
    range: [low.availability, high.availability],
    decisive: slo !== null && isBelow(low, slo) && !isBelow(high, slo),
  };
}

function evaluated(run: GateRun, { endpoint }: Subject, model: Model): Estimate | null {
  const same = model.endpoints.find(({ name }) => name === endpoint.name);
  if (same === undefined) return null;
  const { estimate } = run.engine.estimate({ model, endpoint: same, fault: null }, run.options, []);
  return estimate.method === "exact" ? estimate : null;
}

function isBelow({ unavailability }: Estimate, slo: Probability): boolean {
  return unavailability > slo.q;
}

function widthOf({ range }: Assumption): number {
  return range === null ? 0 : range[1] - range[0];
}
