import type { Completion, Model, Need } from "../model/model.ts";
import { compile } from "./compile.ts";
import { contract } from "./contract.ts";
import { type Ground, groundOf, type Outgoing, outgoingOf } from "./ground.ts";
import type { Measure } from "./measure.ts";
import { narrow } from "./narrow.ts";
import type { Network } from "./network.ts";
import { once } from "./once.ts";
import type { Plan } from "./plan.ts";
import { type Reduced, reduce } from "./reduce.ts";
import { isCertain, isImpossible, membersOf } from "./standing.ts";

/** What an endpoint's member of the mixture asks for, from where, in which mode. */
export type Question = {
  readonly entry: number;
  readonly completion: Completion;
  readonly need: Need;
};

/** One need made ready to be evaluated under any measure that it is good for. */
export type Prepared = {
  /** The measure it was prepared for. */
  readonly basis: Measure;
  /**
   * Whether its certain and impossible components are left out; where not, every component has a slope.
   */
  readonly isLean: boolean;
  /** Members that are conditioned on: A = Σ_z P(z) · M(z) · A_rest(z). */
  readonly conditioned: readonly number[];
  /** Components that make up M(z): independent of each other and of the rest, given z. */
  readonly factors: readonly number[];
  /** Components that must be up, too, and share an open member or the urn with others. */
  readonly guards: readonly number[];
  /** What is left beside both. */
  readonly rest: Network | null;
  /** Of the rest and the guards; `null` where there are none, or where it cannot be laid out. */
  readonly plan: Plan | null;
};

/** Up to so many members are conditioned on, where that is cheaper than to have them in the frontier. */
const MOST_CONDITIONED = 10;
/** Beside its transitions: what it costs to run a step, in transitions. */
const STEP_COST = 60;

/**
 * Choose between the ways to prepare by what they cost to run.
 *
 * @returns `null` where the need cannot hold
 */
export function prepare(
  model: Model,
  question: Question,
  basis: Measure,
  isLean: boolean,
): Prepared | null {
  const ways = waysToPrepare(model, question, basis, isLean);
  if (ways.length === 0) return null;
  return ways.reduce((best, way) => (costOf(way) < costOf(best) ? way : best));
}

/** With the members conditioned on, and with them in the frontier; none where the need cannot hold. */
export function waysToPrepare(
  model: Model,
  question: Question,
  basis: Measure,
  isLean: boolean,
): readonly Prepared[] {
  const ground = groundFor(model, question, basis, isLean);
  if (ground === null) return [];
  const isSure = (one: number) => isLean && isCertain(basis, one);
  const reduced = reduce(ground, question.need, isSure);
  if (reduced === null) return [];
  const members = relevantMembers(reduced, basis);
  const ways: Prepared[] = [];
  if (members.length <= MOST_CONDITIONED) ways.push(wayOf(reduced, basis, isLean, members));
  if (members.length > 0) ways.push(wayOf(reduced, basis, isLean, []));
  return ways;
}

/** What it costs to run once, in transitions; infinite where there is no plan for what is left. */
export function costOf({ plan, conditioned, rest, guards }: Prepared): number {
  const times = 2 ** conditioned.length;
  if (plan !== null) return times * (plan.cost + STEP_COST * plan.steps.length);
  return rest === null && guards.length === 0 ? times : Number.POSITIVE_INFINITY;
}

/** Whether figures under another measure may be had from what was prepared for its basis. */
export function isGoodFor({ basis, isLean }: Prepared, measure: Measure): boolean {
  if (measure === basis) return true;
  if (measure.urn?.size !== basis.urn?.size || measure.urn?.dead !== basis.urn?.dead) return false;
  return basis.components.every((component, index) => {
    const other = measure.components[index]!;
    if (component === other) return true;
    if (component.inUrn !== other.inUrn) return false;
    const known = membersOf(component);
    if (!membersOf(other).every((member) => known.includes(member))) return false;
    if (!isLean) return true;
    return (
      (!isCertain(basis, index) || isCertain(measure, index)) &&
      (!isImpossible(basis, index) || isImpossible(measure, index))
    );
  });
}

function relevantMembers({ mandatory, rest }: Reduced, basis: Measure): readonly number[] {
  const found = new Set<number>();
  const add = (component: number | null) => {
    if (component === null) return;
    for (const member of membersOf(basis.components[component]!)) found.add(member);
  };
  mandatory.forEach(add);
  for (const { component } of rest?.nodes ?? []) add(component);
  for (const { component } of rest?.links ?? []) add(component);
  return [...found].sort((one, other) => one - other);
}

/** With these members conditioned on, and all others in the frontier. */
function wayOf(
  { mandatory, rest }: Reduced,
  basis: Measure,
  isLean: boolean,
  conditioned: readonly number[],
): Prepared {
  const openMembers = (component: number) =>
    membersOf(basis.components[component]!).filter((member) => !conditioned.includes(member));
  const urnUnits = (component: number) => {
    const { inUrn, units } = basis.components[component]!;
    return inUrn ? units.length : 0;
  };
  const isFree = (component: number) =>
    urnUnits(component) === 0 && openMembers(component).length === 0;
  const factors = mandatory.filter(isFree);
  const guards = mandatory.filter((one) => !isFree(one));
  const common = { basis, isLean, conditioned, factors, guards, rest };
  if (rest === null && guards.length === 0) return { ...common, plan: null };
  const traits = { openMembers, urnUnits, dead: basis.urn?.dead ?? 0 };
  const network = narrow(contract(rest ?? NOTHING_LEFT, isFree));
  return { ...common, plan: compile(network, guards, traits) };
}

const NOTHING_LEFT: Network = {
  nodes: [{ component: null }],
  links: [],
  need: { kind: "atLeast", k: 0, of: [] },
};

const outgoingFor = once(
  (model: Model): Outgoing => outgoingOf(model.services.length, model.dependencies),
);

/** Shared by all needs of one entry and mode. */
const groundsFor = once(() => once(() => new Map<string, Ground>()));

function groundFor(
  model: Model,
  { entry, completion }: Question,
  basis: Measure,
  isLean: boolean,
): Ground | null {
  const canBeUp = (component: number) => !isLean || !isImpossible(basis, component);
  if (!canBeUp(entry)) return null;
  const grounds = groundsFor(model)(basis);
  const key = `${entry} ${completion} ${isLean}`;
  const known = grounds.get(key);
  if (known !== undefined) return known;
  const ground = groundOf(model.dependencies, outgoingFor(model), entry, completion, {
    service: canBeUp,
    dependency: (dependency) => canBeUp(basis.services + dependency),
  });
  grounds.set(key, ground);
  return ground;
}
