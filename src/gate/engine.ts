import type { Comparison, Subject } from "../availability/compare.ts";
import type { EngineOptions, Estimate } from "../availability/estimate.ts";
import type { Endpoint, Model } from "../model/model.ts";

/** What the gate asks of `src/availability`; handed in, so that the rules can be tested on figures. */
export type Engine = {
  readonly estimate: (model: Model, endpoint: Endpoint, options: EngineOptions) => Estimate;
  /** Both sides under common random numbers, and head minus base. */
  readonly compare: (base: Subject, head: Subject, options: EngineOptions) => Comparison;
};

/** What stays the same for all endpoints of a spec. */
export type GateRun = {
  /** Path of the spec. */
  readonly path: string;
  readonly engine: Engine;
  readonly options: EngineOptions;
};
