import type { Model, Need } from "../model/model.ts";
import type { Measure } from "./measure.ts";
import { once } from "./once.ts";
import { isGoodFor, type Prepared, prepare, type Question } from "./prepare.ts";
import { steadyOf } from "./situations.ts";

/** Of one question about a model, by the measure it was prepared for; `null`: the need cannot hold under it. */
type Preparations = WeakMap<Measure, Prepared | null>;

const preparationsFor = once((_: Model) => new Map<string, Preparations>());

const textOf = once((need: Need) => JSON.stringify(need));

/**
 * One preparation serves the steady state and every fault and incident that it is good for. Kept as long as
 * the model. Which one it is does not depend on what was asked before, nor does the last digit of a figure:
 * shards ask in other orders than one run (docs/sharding.md).
 *
 * @param kin the first measure of the fault, whose preparation may serve its other situations, too
 * @returns `null` where the need cannot hold
 */
export function preparedFor(
  model: Model,
  question: Question,
  measure: Measure,
  isLean: boolean,
  kin: Measure = measure,
): Prepared | null {
  const { entry, completion, need } = question;
  const known = preparationsFor(model);
  const key = `${entry} ${completion} ${isLean} ${textOf(need)}`;
  const list: Preparations = known.get(key) ?? new WeakMap();
  known.set(key, list);
  const steady = steadyOf(model);
  for (const basis of [steady, kin]) {
    // A kill has an urn, and the steady state none: it serves no kill.
    if (basis.urn?.size !== measure.urn?.size) continue;
    const prepared = preparedOn(list, model, question, basis, isLean);
    if (basis === measure || (prepared !== null && isGoodFor(prepared, measure))) return prepared;
  }
  return preparedOn(list, model, question, measure, isLean);
}

function preparedOn(
  list: Preparations,
  model: Model,
  question: Question,
  basis: Measure,
  isLean: boolean,
): Prepared | null {
  const before = list.get(basis);
  if (before !== undefined) return before;
  const prepared = prepare(model, question, basis, isLean);
  list.set(basis, prepared);
  return prepared;
}
