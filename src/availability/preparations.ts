import type { Model, Need } from "../model/model.ts";
import type { Measure } from "./measure.ts";
import type { Network } from "./network.ts";
import { once } from "./once.ts";
import { isGoodFor, type Prepared, prepare, type Question } from "./prepare.ts";
import { steadyOf } from "./situations.ts";

/** Of one question about a model, by the measure it was prepared for; `null`: the need cannot hold under it. */
type Preparations = WeakMap<Measure, Prepared | null>;

type Kept = { readonly byQuestion: Map<string, Preparations>; parts: number };

const preparationsFor = once((_: Model): Kept => ({ byQuestion: new Map(), parts: 0 }));

/** Of a network, from which on its plan is large: some 8 KB a part. */
const LARGE = 200;
/** Parts of large ones that are kept; beyond, all are let go, and prepared again when asked for. */
const MOST_PARTS = 30_000;

const textOf = once((need: Need) => JSON.stringify(need));

/**
 * One preparation serves the steady state and every fault and incident that it is good for. Kept as long as
 * the model, within bounds. Which one it is does not depend on what was asked before, nor does the last digit of a figure:
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
  const { byQuestion: known } = preparationsFor(model);
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
  keepWithin(preparationsFor(model), prepared?.rest ?? null);
  return prepared;
}

/** A run asks for thousands of them at the most once: kept, they would fill the memory. */
function keepWithin(kept: Kept, rest: Network | null): void {
  const parts = rest === null ? 0 : rest.nodes.length + rest.links.length;
  if (parts < LARGE) return;
  kept.parts += parts;
  if (kept.parts <= MOST_PARTS) return;
  kept.byQuestion.clear();
  kept.parts = 0;
}
