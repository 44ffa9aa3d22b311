import type { Probability } from "../model/model.ts";
import { combine, distribute, type Values, valuesFor } from "./expression.ts";
import { runFrontier, runFrontierWithSlopes } from "./frontier.ts";
import { liveGiven, unitSlopes } from "./liveness.ts";
import type { Measure } from "./measure.ts";
import type { Prepared } from "./prepare.ts";
import { both, CERTAIN } from "./probability.ts";
import { type Run, runOf, slopesFor } from "./run.ts";
import { livenessAtBest, membersOf } from "./standing.ts";

/** Which of the conditioned members are up, and how likely that is. */
export type Condition = {
  readonly isUp: (member: number) => boolean;
  readonly chance: number;
  readonly states: number;
};

/** A of what was prepared, under a measure that it is good for; exact. Its plan must be affordable. */
export function evaluate(prepared: Prepared, measure: Measure): Probability {
  return mean(prepared, measure, (run) =>
    prepared.plan === null ? CERTAIN : runFrontier(prepared.plan, run),
  );
}

/** A = Σ_z P(z) · M(z) · A_rest(z), and U likewise. */
export function mean(
  prepared: Prepared,
  measure: Measure,
  restOf: (run: Run) => Probability,
): Probability {
  let p = 0;
  let q = 0;
  for (const condition of conditionsOf(prepared.conditioned, measure)) {
    if (condition.chance === 0) continue;
    const run = runUnder(prepared, measure, condition);
    let factor = CERTAIN;
    for (const one of prepared.factors)
      factor = both(factor, valueOf(measure, one, condition.isUp));
    const figure = factor.p === 0 ? factor : both(factor, restOf(run));
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
export function runUnder({ plan }: Prepared, measure: Measure, { isUp }: Condition): Run {
  const expressions = plan?.network.expressions ?? { kind: [], left: [], right: [] };
  const values: Values = valuesFor(expressions);
  expressions.kind.forEach((kind, part) => {
    if (kind !== "component") return;
    const { p, q } = valueOf(measure, expressions.left[part]!, isUp);
    values.p[part] = p;
    values.q[part] = q;
  });
  combine(expressions, values);
  return runOf(measure, isUp, values);
}

/** How likely a component outside the urn lives, given the members. */
export function valueOf(
  { components }: Measure,
  index: number,
  isUp: (member: number) => boolean,
): Probability {
  const component = components[index]!;
  if (membersOf(component).length === 0) return livenessAtBest(component);
  return liveGiven(component, isUp, component.victims);
}

/**
 * How much each root matters, Birnbaum's importance: A with it up less A with it down, which is ∂A/∂p
 * of an independent one.
 */
export type Importance = {
  /** By component: that it lives, for whatever reason. */
  readonly components: Float64Array;
  /** By component and unit: the unit's own state. None of what is in the urn: it is no root. */
  readonly units: readonly Float64Array[];
  readonly members: Float64Array;
};

export type Weighed = { readonly figure: Probability; readonly importance: Importance };

export function importanceFor({ components, members }: Measure): Importance {
  return {
    components: new Float64Array(components.length),
    units: components.map(({ units }) => new Float64Array(units.length)),
    members: new Float64Array(members.length),
  };
}

/** The same as `evaluate`, and what each root contributes. */
export function evaluateWithImportance(prepared: Prepared, measure: Measure): Weighed {
  const importance = importanceFor(measure);
  let p = 0;
  let q = 0;
  for (const condition of conditionsOf(prepared.conditioned, measure)) {
    const figure = weighCondition(prepared, measure, condition, importance);
    p += condition.chance * figure.p;
    q += condition.chance * figure.q;
  }
  return { figure: { p, q }, importance };
}

function weighCondition(
  prepared: Prepared,
  measure: Measure,
  condition: Condition,
  importance: Importance,
): Probability {
  const { plan, factors, conditioned } = prepared;
  const run = runUnder(prepared, measure, condition);
  const slopes = slopesFor(plan?.network.expressions.kind.length ?? 0);
  const rest = plan === null ? CERTAIN : runFrontierWithSlopes(plan, run, slopes);
  const values = factors.map((one) => valueOf(measure, one, condition.isUp));
  const factor = values.reduce(both, CERTAIN);
  const figure = both(factor, rest);

  // The product of all other factors, from both sides.
  const after = new Float64Array(values.length + 1).fill(1);
  for (let at = values.length - 1; at >= 0; at--) after[at] = after[at + 1]! * values[at]!.p;
  let before = 1;
  values.forEach(({ p }, at) => {
    const slope = before * after[at + 1]! * rest.p;
    addToComponent(measure, factors[at]!, condition.isUp, condition.chance * slope, importance);
    before *= p;
  });
  if (plan !== null) {
    const scale = -condition.chance * factor.p;
    const { expressions } = plan.network;
    distribute(expressions, run.values, slopes.parts);
    expressions.kind.forEach((kind, part) => {
      if (kind !== "component" || slopes.parts[part] === 0) return;
      const slope = scale * slopes.parts[part]!;
      addToComponent(measure, expressions.left[part]!, condition.isUp, slope, importance);
    });
    for (const [component, table] of slopes.open) {
      const open = membersOf(prepared.basis.components[component]!).filter(
        (member) => !conditioned.includes(member),
      );
      table.forEach((slope, pattern) => {
        const isUp = (member: number) => {
          const at = open.indexOf(member);
          return at === -1 ? condition.isUp(member) : ((pattern >> at) & 1) === 1;
        };
        addToComponent(measure, component, isUp, scale * slope, importance);
      });
    }
    for (const [component, slope] of slopes.drawn)
      importance.components[component]! += scale * slope;
    for (const [member, slope] of slopes.members) importance.members[member]! += scale * slope;
  }
  conditioned.forEach((member, at) => {
    const isUp = ((condition.states >> at) & 1) === 1;
    const others = conditionChance(conditioned, measure, condition.states, at);
    importance.members[member]! += others * (isUp ? -figure.q : figure.q);
  });
  return figure;
}

/** P(z) without one of its members. */
function conditionChance(
  conditioned: readonly number[],
  { members }: Measure,
  states: number,
  without: number,
): number {
  return conditioned.reduce((product, member, at) => {
    if (at === without) return product;
    const { p, q } = members[member]!;
    return product * (((states >> at) & 1) === 1 ? p : q);
  }, 1);
}

/** What it is worth that a component lives, and with it the state of each of its units. */
function addToComponent(
  measure: Measure,
  index: number,
  isUp: (member: number) => boolean,
  slope: number,
  importance: Importance,
): void {
  const component = measure.components[index]!;
  importance.components[index]! += slope;
  const units = unitSlopes(component, isUp, component.victims);
  for (let unit = 0; unit < units.length; unit++) {
    importance.units[index]![unit]! += slope * units[unit]!;
  }
}
