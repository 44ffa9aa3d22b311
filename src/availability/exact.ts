import type { Probability } from "../model/model.ts";
import { combine, type Values, valuesFor } from "./expression.ts";
import { runFrontier } from "./frontier.ts";
import { liveGiven } from "./liveness.ts";
import type { Measure } from "./measure.ts";
import type { Plan } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { both, CERTAIN } from "./probability.ts";
import { type Run, runOf } from "./run.ts";
import { livenessAtBest, membersOf } from "./standing.ts";

/** Which of the conditioned members are up, and how likely that is. */
export type Condition = {
  readonly isUp: (member: number) => boolean;
  readonly chance: number;
  readonly states: number;
};

/** A of what was prepared, under a measure that it is good for; exact. Its plan must be affordable. */
export function evaluate(prepared: Prepared, measure: Measure): Probability {
  const { plan } = prepared;
  return mean(prepared, measure, (run) => (plan === null ? CERTAIN : runFrontier(plan, run)));
}

/**
 * A = Σ_z P(z) · M(z) · A_rest(z), and U likewise.
 *
 * @param restOf A and U of the rest, given z; both may fall short of what is true
 */
export function mean(
  { plan, conditioned, factors }: Prepared,
  measure: Measure,
  restOf: (run: Run) => Probability,
): Probability {
  let p = 0;
  let q = 0;
  for (const condition of conditionsOf(conditioned, measure)) {
    if (condition.chance === 0) continue;
    let factor = CERTAIN;
    for (const one of factors) factor = both(factor, upGiven(measure, one, condition.isUp));
    const figure =
      factor.p === 0 ? factor : both(factor, restOf(runUnder(plan, measure, condition)));
    p += condition.chance * figure.p;
    q += condition.chance * figure.q;
  }
  return { p, q };
}

export function conditionsOf(
  conditioned: readonly number[],
  { members }: Measure,
): readonly Condition[] {
  return Array.from({ length: 2 ** conditioned.length }, (_, states) => ({
    isUp: (member: number) => {
      const at = conditioned.indexOf(member);
      return at === -1 || ((states >> at) & 1) === 1;
    },
    chance: conditioned.reduce(
      (product, member, at) =>
        product * (((states >> at) & 1) === 1 ? members[member]!.p : members[member]!.q),
      1,
    ),
    states,
  }));
}

/** The values of all parts of a plan, given the conditioned members. */
export function runUnder(plan: Plan | null, measure: Measure, { isUp }: Condition): Run {
  const expressions = plan?.network.expressions ?? { kind: [], left: [], right: [] };
  const values: Values = valuesFor(expressions);
  expressions.kind.forEach((kind, part) => {
    if (kind !== "component") return;
    const { p, q } = upGiven(measure, expressions.left[part]!, isUp);
    values.p[part] = p;
    values.q[part] = q;
  });
  combine(expressions, values);
  return runOf(measure, isUp, values);
}

/** How likely a component outside the urn lives, given the members. */
export function upGiven(
  { components }: Measure,
  index: number,
  isUp: (member: number) => boolean,
): Probability {
  const component = components[index]!;
  if (membersOf(component).length === 0) return livenessAtBest(component);
  return liveGiven(component, isUp, component.victims);
}
