import type { Subject } from "../availability/subject.ts";
import type { Simulated } from "./row.ts";

export type SimulateOptions = {
  /** States to draw, at least 1. */
  readonly samples: number;
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number;
  /** Of the interval, in (0, 1): 0.95, 0.999, … */
  readonly confidence: number;
};

/** A by crude Monte Carlo of the whole model. */
export function simulate(_subject: Subject, { samples }: SimulateOptions): Simulated {
  return { estimate: 0, samples, interval: [0, 1] };
}
