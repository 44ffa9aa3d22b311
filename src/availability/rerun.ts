import type { Probability } from "../model/model.ts";
import { type Condition, conditionsOf, runUnder, upGiven } from "./exact.ts";
import { runFrontier } from "./frontier.ts";
import { liveGiven } from "./liveness.ts";
import type { Component, Measure } from "./measure.ts";
import type { Prepared } from "./prepare.ts";
import { both, CERTAIN } from "./probability.ts";

/** One need under one measure, to be evaluated again and again with a few of its components changed. */
export type Rerun = {
  /** Of those that may change, the ones that it rests on. */
  readonly components: readonly number[];
  /** Of one evaluation, in transitions. */
  readonly cost: number;
  readonly evaluate: (components: readonly Component[]) => Probability;
};

/** What a component takes to be evaluated, in transitions. */
const COMPONENT_COST = 20;
/** Beside its transitions: what it costs to run a step. */
const STEP_COST = 60;

/**
 * What does not change is multiplied once. The changed components must be as certain, and on the same
 * members, as they are in the measure.
 *
 * @param changing whether a component may change
 * @returns `null` where it cannot be laid out
 */
export function rerunOf(
  prepared: Prepared,
  measure: Measure,
  changing: (component: number) => boolean,
): Rerun | null {
  const { plan, conditioned, factors, guards, rest } = prepared;
  if (plan === null && (rest !== null || guards.length > 0)) return null;
  const moving = factors.filter(changing);
  const multiplied = new Set(moving);
  const open = usedBy(prepared).filter((one) => changing(one) && !multiplied.has(one));
  const conditions = conditionsOf(conditioned, measure)
    .filter(({ chance }) => chance > 0)
    .map((condition) => ({ condition, fixed: fixedOf(factors, measure, condition, changing) }));
  const parts = plan?.network.expressions.kind.length ?? 0;
  const planned = plan === null ? 0 : plan.cost + STEP_COST * plan.steps.length;
  const cost = conditions.length * (planned + COMPONENT_COST * (parts + moving.length + 1));
  return {
    components: usedBy(prepared).filter(changing),
    cost,
    evaluate: (components) => {
      const under = plan === null ? measure : renewed(measure, components, open);
      let [p, q] = [0, 0];
      for (const { condition, fixed } of conditions) {
        let figure = fixed;
        for (const one of moving) figure = both(figure, liveNow(components[one]!, condition));
        if (plan !== null && figure.p > 0) {
          figure = both(figure, runFrontier(plan, runUnder(plan, under, condition)));
        }
        p += condition.chance * figure.p;
        q += condition.chance * figure.q;
      }
      return { p, q };
    },
  };
}

/** What is found of a component is kept with it: those that may have changed are new ones. */
function renewed(
  measure: Measure,
  components: readonly Component[],
  open: readonly number[],
): Measure {
  const now = [...components];
  for (const one of open) now[one] = { ...now[one]! };
  return { ...measure, components: now };
}

/** Not kept, as that of a component which is evaluated again would be. */
function liveNow(component: Component, { isUp }: Condition): Probability {
  const { units, quorum, victims } = component;
  const [only] = units;
  const isSingle = units.length === 1 && quorum === 1 && victims === 0;
  return isSingle && only!.members.length === 0 ? only!.up : liveGiven(component, isUp, victims);
}

function fixedOf(
  factors: readonly number[],
  measure: Measure,
  { isUp }: Condition,
  changing: (component: number) => boolean,
): Probability {
  return factors
    .filter((one) => !changing(one))
    .map((one) => upGiven(measure, one, isUp))
    .reduce(both, CERTAIN);
}

function usedBy({ factors, guards, rest }: Prepared): readonly number[] {
  const found = new Set([...factors, ...guards]);
  for (const { component } of rest?.nodes ?? []) if (component !== null) found.add(component);
  for (const { component } of rest?.links ?? []) if (component !== null) found.add(component);
  return [...found];
}
