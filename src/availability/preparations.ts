import type { Model, Need } from "../model/model.ts";
import type { Measure } from "./measure.ts";
import { once } from "./once.ts";
import { isGoodFor, type Prepared, prepare, type Question } from "./prepare.ts";

/** `null`: the need cannot hold under this measure. */
type Preparation = { readonly prepared: Prepared | null; readonly measure: Measure };

const preparationsFor = once((_: Model) => once((_: Need) => new Map<string, Preparation[]>()));

/**
 * One preparation serves the steady state and every fault and incident that it is good for. Kept as
 * long as the model.
 *
 * @returns `null` where the need cannot hold
 */
export function preparedFor(
  model: Model,
  question: Question,
  measure: Measure,
  isLean: boolean,
): Prepared | null {
  const byEntry = preparationsFor(model)(question.need);
  const key = `${question.entry} ${question.completion} ${isLean}`;
  const list = byEntry.get(key) ?? [];
  if (list.length === 0) byEntry.set(key, list);
  const known = list.find((one) =>
    one.prepared === null ? one.measure === measure : isGoodFor(one.prepared, measure),
  );
  if (known !== undefined) return known.prepared;
  const prepared = prepare(model, question, measure, isLean);
  list.push({ prepared, measure });
  return prepared;
}
