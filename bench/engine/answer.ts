import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { evaluate } from "../../src/availability/exact.ts";
import type { Measure } from "../../src/availability/measure.ts";
import { type Prepared, prepare } from "../../src/availability/prepare.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { evaluateWithSlopes } from "../../src/availability/slopes.ts";
import type { Subject } from "../../src/availability/subject.ts";

/** What the benchmark asks of the engine: with `draw.ts`, the place to change where the engine does. */
export type Answer = {
  readonly availability: number;
  readonly unavailability: number;
  readonly method: string;
  /** Width of the interval: 0 where the answer is exact. */
  readonly gap: number;
};

export function answer(subject: Subject, samples = 1000): Answer {
  const { estimate } = estimateEndpoint(subject, { samples, seed: 1, alpha: 0.05 }, []);
  const { availability, unavailability, method, interval } = estimate;
  const gap = interval === undefined ? 0 : interval[1] - interval[0];
  return { availability, unavailability, method, gap };
}

/** Two runs of what is prepared already: for the figure, and for the figure with all slopes. */
export function passes(subject: Subject): {
  readonly forward: () => unknown;
  readonly both: () => unknown;
} {
  const { prepared, measure } = preparationOf(subject, false);
  return {
    forward: () => evaluate(prepared, measure),
    both: () => evaluateWithSlopes(prepared, measure),
  };
}

/** Of an endpoint of one need, without domains. */
export function preparationOf(
  { model, endpoint, fault }: Subject,
  isLean: boolean,
): { readonly prepared: Prepared; readonly measure: Measure } {
  const { measure } = situationsOf(model, fault)[0]![0]!;
  const { entry, completion, mixture } = endpoint;
  const prepared = prepare(model, { entry, completion, need: mixture[0]!.need }, measure, isLean);
  if (prepared === null) throw new Error("the need cannot hold");
  return { prepared, measure };
}
