import type { Probability } from "../model/model.ts";
import { type Condition, conditionsOf, runUnder, upGiven } from "./exact.ts";
import { distribute } from "./expression.ts";
import { runFrontierWithSlopes } from "./frontier.ts";
import { unitSlopes } from "./liveness.ts";
import type { Component, Measure } from "./measure.ts";
import { once } from "./once.ts";
import type { Prepared } from "./prepare.ts";
import { both, CERTAIN } from "./probability.ts";
import { slopesFor } from "./run.ts";
import { membersOf } from "./standing.ts";

/**
 * ∂A/∂p of each root under one measure, Birnbaum's importance: A with it up less A with it down.
 */
export type RootSlopes = {
  /** By component: that it lives, for whatever reason. */
  readonly components: Float64Array;
  /** By component and unit: the unit's own state. None of what is in the urn: it is no root. */
  readonly units: readonly (readonly number[])[];
  readonly members: Float64Array;
};

export type Weighed = { readonly up: Probability; readonly slopes: RootSlopes };

type Found = Omit<RootSlopes, "units"> & { readonly units: readonly number[][] };

function noSlopes({ components, members }: Measure): Found {
  return {
    components: new Float64Array(components.length),
    units: components.map(({ units }) => units.map(() => 0)),
    members: new Float64Array(members.length),
  };
}

/** The same as `evaluate`, and ∂A of every root. */
export function evaluateWithSlopes(prepared: Prepared, measure: Measure): Weighed {
  const found = noSlopes(measure);
  let p = 0;
  let q = 0;
  for (const condition of conditionsOf(prepared.conditioned, measure)) {
    const figure = weighCondition(prepared, measure, condition, found);
    p += condition.chance * figure.p;
    q += condition.chance * figure.q;
  }
  return { up: { p, q }, slopes: found };
}

function weighCondition(
  prepared: Prepared,
  measure: Measure,
  condition: Condition,
  found: Found,
): Probability {
  const { plan, factors, conditioned } = prepared;
  const run = runUnder(plan, measure, condition);
  const slopes = slopesFor(plan?.network.expressions.kind.length ?? 0);
  const rest = plan === null ? CERTAIN : runFrontierWithSlopes(plan, run, slopes);
  const values = factors.map((one) => upGiven(measure, one, condition.isUp));
  const factor = values.reduce(both, CERTAIN);
  const figure = both(factor, rest);

  // The product of all other factors, from both sides.
  const after = new Float64Array(values.length + 1).fill(1);
  for (let at = values.length - 1; at >= 0; at--) after[at] = after[at + 1]! * values[at]!.p;
  let before = 1;
  values.forEach(({ p }, at) => {
    const slope = before * after[at + 1]! * rest.p;
    addToComponent(measure, factors[at]!, condition.isUp, condition.chance * slope, found);
    before *= p;
  });
  if (plan !== null) {
    const scale = -condition.chance * factor.p;
    const { expressions } = plan.network;
    distribute(expressions, run.values, slopes.parts);
    expressions.kind.forEach((kind, part) => {
      if (kind !== "component" || slopes.parts[part] === 0) return;
      const slope = scale * slopes.parts[part]!;
      addToComponent(measure, expressions.left[part]!, condition.isUp, slope, found);
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
        addToComponent(measure, component, isUp, scale * slope, found);
      });
    }
    for (const [component, slope] of slopes.drawn) found.components[component]! += scale * slope;
    for (const [member, slope] of slopes.members) found.members[member]! += scale * slope;
  }
  conditioned.forEach((member, at) => {
    const isUp = ((condition.states >> at) & 1) === 1;
    const others = conditionChance(conditioned, measure, condition.states, at);
    found.members[member]! += others * (isUp ? -figure.q : figure.q);
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
  found: Found,
): void {
  const component = measure.components[index]!;
  found.components[index]! += slope;
  const units =
    membersOf(component).length === 0
      ? slopesAtBest(component)
      : unitSlopes(component, isUp, component.victims);
  for (let unit = 0; unit < units.length; unit++) {
    found.units[index]![unit]! += slope * units[unit]!;
  }
}

/** Of a component on no member: the same whatever is conditioned on. */
function slopesAtBest(component: Component): Float64Array {
  const { units, quorum, victims } = component;
  return units.length === 1 && quorum === 1 && victims === 0 ? ALONE : known(component);
}

/** A unit alone is the component. */
const ALONE = Float64Array.of(1);

const known = once((component: Component) => unitSlopes(component, () => true, component.victims));
