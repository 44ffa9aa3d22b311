import type { AlikeFigure } from "../availability/alike.ts";
import type { Claim } from "../availability/claim.ts";
import type { Comparison } from "../availability/compare.ts";
import type { AskOptions, Estimate } from "../availability/estimate.ts";
import type { Estimated } from "../availability/evaluate.ts";
import type { Joint, JointOptions } from "../availability/joint.ts";
import type { Subject } from "../availability/subject.ts";

/** What the gate asks of `src/availability`; handed in, so that the rules can be tested on figures. */
export type Engine = {
  /** Claims about one figure: their `base` is 0. */
  readonly estimate: (subject: Subject, options: AskOptions, claims: readonly Claim[]) => Estimated;
  /** Both sides under common random numbers, and head minus base. */
  readonly compare: (
    base: Subject,
    head: Subject,
    options: AskOptions,
    claims: readonly Claim[],
  ) => Comparison;
  /** What an exact figure costs, in transitions; absent: there are none. */
  readonly price?: (subject: Subject) => number;
  /** What a figure has cost, in transitions; absent: nothing that would have to be bounded. */
  readonly spent?: (subject: Subject, estimate: Estimate, most?: number) => number;
  /** Figures over the same draws; absent: nothing is drawn. */
  readonly together?: (subjects: readonly Subject[], options: JointOptions) => Joint | null;
  /** An exact figure by what was prepared for another model of the same graph; see `figureAlike`. */
  readonly alike?: (subject: Subject, like: Subject, work: number) => AlikeFigure | null;
};

/** What stays the same for all endpoints of a spec. */
export type GateRun = {
  /** Path of the spec. */
  readonly path: string;
  readonly engine: Engine;
  readonly options: AskOptions;
};
