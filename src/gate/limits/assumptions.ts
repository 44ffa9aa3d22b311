import type { Estimate } from "../../availability/estimate.ts";
import type { Subject } from "../../availability/subject.ts";
import type { Model, Probability } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Assumption } from "../explained.ts";
import { isUnknown } from "../ration.ts";
import { against, type Figure } from "./against.ts";
import { placeOf } from "./components.ts";
import { type DrawnEnd, drawingEnds } from "./drawn-ranges.ts";
import type { Purse } from "./purse.ts";
import { structureText } from "./structure-text.ts";
import type { Variant } from "./variant.ts";

/** Variants that are evaluated, or drawn, for one endpoint; of the rest it is told that they are there. */
export const MOST_EVALUATED = 16;
/** Transitions that an end may cost by what was prepared for the endpoint as it is. */
const MOST_ALIKE = 1e7;

/**
 * What an endpoint's figure rests on, with how far each could move it; what could move it the most first.
 *
 * @param matters how critical a component is, numbered as in `Structure`; 0: not at all
 * @param purse for ends that have to be drawn
 * @param known ends that were worked out for other endpoints; what is worked out is added
 */
export function assumptionsOf(
  run: GateRun,
  subject: Subject,
  estimate: Estimate,
  variants: readonly Variant[],
  matters: (component: number) => number,
  purse: Purse,
  known: Ends = new Map(),
): readonly Assumption[] {
  const weight = ({ moves }: Variant) => moves.reduce((sum, one) => sum + matters(one), 0);
  const weighed = variants
    .map((variant) => ({ variant, weight: weight(variant) }))
    .filter((one) => one.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const endsOf = evaluator(run, subject, estimate, weighed.length, purse, known);
  return weighed
    .map(({ variant }, at) => assumptionOf(subject, estimate, variant, endsOf(variant, at)))
    .filter((one) => one !== null)
    .sort((a, b) => widthOf(b) - widthOf(a));
}

/** Of the variant at a place in the order of weight: its ends; `null` where they were not worked out. */
type EndsOf = (variant: Variant, at: number) => readonly DrawnEnd[] | null;

/** Exact figures at the ends of variants, by Φ: they do not depend on what is promised. */
export type Ends = Map<string, Map<Variant, readonly DrawnEnd[]>>;

function evaluator(
  run: GateRun,
  subject: Subject,
  estimate: Estimate,
  count: number,
  purse: Purse,
  known: Ends,
): EndsOf {
  if (estimate.method === "exact") {
    const text = structureText(subject.endpoint);
    const own = known.get(text) ?? new Map<Variant, readonly DrawnEnd[]>();
    known.set(text, own);
    return (variant, at) => {
      if (at >= MOST_EVALUATED) return null;
      const before = own.get(variant);
      if (before !== undefined) return before;
      const subjects = subjectsOf(subject, variant);
      const ends = subjects.map((one) => exactEnd(run, one, subject));
      // In another graph what was alike may ask for different things.
      if (subjects.every((one) => isOfOneGraph(one, subject))) own.set(variant, ends);
      return ends;
    };
  }
  // What was too dear to be worked out is not made good by its assumptions.
  if (isUnknown(estimate)) return () => null;
  const drawing = drawingEnds(run, subject, estimate, purse, Math.min(MOST_EVALUATED, count));
  return (variant, at) => (at < drawing.count ? drawing.draw(subjectsOf(subject, variant)) : null);
}

function exactEnd(run: GateRun, end: Subject, subject: Subject): DrawnEnd {
  const like = isOfOneGraph(end, subject) ? run.engine.alike?.(end, subject, MOST_ALIKE) : null;
  return { ...(like ?? run.engine.estimate(end, run.options, []).estimate), isUnmoved: false };
}

/**
 * Whether what was prepared for the one may serve the other. Variants that move figures alone keep the endpoint; one
 * of another graph, with a dependency that is assumed, is a model built anew.
 */
function isOfOneGraph(one: Subject, other: Subject): boolean {
  return one.endpoint === other.endpoint;
}

/** The endpoint at both ends of a variant, as far as these are another than it is. */
function subjectsOf({ endpoint }: Subject, { worse, better }: Variant): readonly Subject[] {
  return [worse, better].flatMap((end) => {
    const model: Model | undefined = end?.();
    const same = model?.endpoints.find(({ name }) => name === endpoint.name);
    return model === undefined || same === undefined
      ? []
      : [{ model, endpoint: same, fault: null }];
  });
}

/** `null` where nothing moves. */
function assumptionOf(
  { endpoint: { slo } }: Subject,
  estimate: Estimate,
  { kind, subject, message, place }: Variant,
  ends: readonly DrawnEnd[] | null,
): Assumption | null {
  const told = { kind, subject, message, ...placeOf(place) };
  if (ends === null) return { ...told, range: null, decisive: false };
  const start: Figure = estimate;
  const low = ends.reduce((a, b) => (b.unavailability > a.unavailability ? b : a), start);
  const high = ends.reduce((a, b) => (b.unavailability < a.unavailability ? b : a), start);
  const range = [low.availability, high.availability] as const;
  if (low.interval === undefined && high.interval === undefined) {
    const turns = slo !== null && against(low, slo) === "below" && against(high, slo) === "keeps";
    return range[0] < range[1] ? { ...told, range, decisive: turns } : null;
  }
  if (ends.every(({ isUnmoved }) => isUnmoved)) return null;
  const intervals = [intervalOf(low), intervalOf(high)] as const;
  return { ...told, range, intervals, ...turning(low, high, slo) };
}

function intervalOf({ availability, interval }: Figure): readonly [number, number] {
  return interval ?? [availability, availability];
}

/** Whether the verdict turns between the ends, as far as their intervals let one say so. */
function turning(
  low: Figure,
  high: Figure,
  slo: Probability | null,
): Pick<Assumption, "decisive" | "undecided"> {
  if (slo === null) return { decisive: false };
  const [least, most] = [against(low, slo), against(high, slo)];
  if (least === "below" && most === "keeps") return { decisive: true };
  const isFirm = least === "keeps" || most === "below";
  return isFirm ? { decisive: false } : { decisive: false, undecided: true };
}

function widthOf({ range }: Assumption): number {
  return range === null ? 0 : range[1] - range[0];
}
