import type { Subject } from "../../availability/subject.ts";
import type { GateRun } from "../engine.ts";
import type { Cause } from "../result.ts";
import { causesIn, changesOf } from "./cause.ts";
import { dependencyFacts } from "./dependency-facts.ts";
import { divide } from "./divide.ts";
import { domainFacts, incidentFacts } from "./domain-facts.ts";
import { drawnCauses } from "./drawn-causes.ts";
import { endpointFacts } from "./endpoint-facts.ts";
import { type Fact, joinPieces } from "./facts.ts";
import { faultFacts } from "./fault-facts.ts";
import { boardOf } from "./game.ts";
import { unitsOf, type Weigh } from "./gather.ts";
import { type Ends, gainBetween, type Mixtures, mixturesOf, priceOfMixing } from "./mixtures.ts";
import { serviceFacts } from "./service-facts.ts";
import { type Sides, sidesOf } from "./sides.ts";
import { toldRows } from "./told-rows.ts";

/** Facts that are told apart; beyond, those of one service count together (semantics, "Causes"). */
const MOST_UNITS = 10;
/** Transitions that the causes of one spec may cost, its endpoints alike: some ten seconds. */
const MOST_WORK = 1e9;

/**
 * The delta of an endpoint that both commits have, in the steady state or under a fault of both, divided
 * over what changed: Shapley over the feasible orders. The effects sum to the delta; the largest first.
 * Facts that cannot be told apart are one cause: those that no feasible order takes one by one, and, of an
 * endpoint whose figure is too dear to be worked out or drawn for every mixture, all.
 *
 * @param rows of this endpoint that share what its causes may cost
 * @returns none where nothing moved
 */
export function causesOf(
  run: GateRun,
  base: Subject,
  head: Subject,
  ends: Ends,
  delta: number,
  rows = 1,
): readonly Cause[] {
  if (delta === 0) return [];
  const sides = sidesOf(base, head);
  const facts = factsOf(sides);
  const work = MOST_WORK / head.model.endpoints.length / rows;
  const most = mostUnits(run, base, head, work);
  if (facts.length < 2) return together(facts, delta);
  const known = most < 2 ? null : exactCauses(run, sides, facts, most, ends, work);
  return known ?? drawnCauses(run, sides, facts, delta, work) ?? together(facts, delta);
}

/** @returns `null` where a mixture is not exact, or was not paid for */
function exactCauses(
  run: GateRun,
  sides: Sides,
  facts: readonly Fact[],
  most: number,
  ends: Ends,
  work: number,
): readonly Cause[] | null {
  const mixtures = mixturesOf(run, sides, facts, 2 * work);
  // What is prepared for one of these serves most of the others: replicas sit on all the members there are.
  for (const all of [false, true]) mixtures.of(() => all).figure();
  const units = unitsOf(facts, most, weighing(mixtures, ends));
  const { whole, mixtureOf, isFeasible } = boardOf(mixtures, facts, units);
  const figureOf = (set: number) =>
    set === 0 ? ends.base : set === whole ? ends.head : mixtureOf(set).figure();
  const shares = divide({
    facts: units.length,
    isFeasible,
    gain: (less, more) => gainBetween(figureOf(less), figureOf(more)),
  });
  if (mixtures.isOverspent()) return null;
  return causesIn(units, shares);
}

function weighing(mixtures: Mixtures, { base, head }: Ends): Weigh {
  return (units) =>
    units.map((unit) => {
      const first = mixtures.of((fact) => unit.includes(fact)).figure();
      const without = mixtures.of((fact) => !unit.includes(fact)).figure();
      return Math.abs(gainBetween(base, first)) + Math.abs(gainBetween(without, head));
    });
}

/** All that can have moved the endpoint, in the order in which changes are told. */
function factsOf(sides: Sides): readonly Fact[] {
  const rows = toldRows(sides.base.model, sides.head.model);
  return joinPieces([
    ...domainFacts(sides, rows),
    ...serviceFacts(sides, rows),
    ...dependencyFacts(sides, rows),
    ...incidentFacts(sides, rows),
    ...faultFacts(sides),
    ...endpointFacts(sides),
  ]);
}

/** As many as their mixtures can be paid for: 2^n of them. */
function mostUnits({ engine }: GateRun, base: Subject, head: Subject, work: number): number {
  const prices = [base, head].map((one) => engine.price?.(one) ?? Number.POSITIVE_INFINITY);
  const each = Math.max(...prices) + priceOfMixing(head.model);
  return Math.min(MOST_UNITS, Math.floor(Math.log2(work / each)));
}

function together(facts: readonly Fact[], effect: number): readonly Cause[] {
  const changes = changesOf(facts);
  return changes.length === 0 ? [] : [{ changes, effect }];
}
