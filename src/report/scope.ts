import type { ModelResult, Result } from "../gate/result.ts";
import type { Detail } from "./detail.ts";
import type { Repository } from "./link.ts";
import type { Origin } from "./origin.ts";

/** What a Markdown report needs to know beside the result. */
export type ReportContext = {
  readonly repository: Repository | null;
  /** The page of the run, where the job summary has the full report. */
  readonly runUrl: string | null;
  /** Tells the comments of several gates on one pull request apart. */
  readonly commentId: string;
  /** Kept for the next run in the comment's marker. */
  readonly state: string | null;
  /** What the comment's marker tells of the run. */
  readonly origin?: Origin | null;
  /** The longest the text may be, in the unit of its place; default GitHub's. */
  readonly limit?: number;
};

/** What a part of the report on one model is made from. */
export type Scope = {
  readonly result: Result;
  readonly model: ModelResult;
  readonly context: ReportContext;
  readonly detail: Detail;
};

/** One part of a model's report; `null` where there is nothing to say. */
export type Section = (scope: Scope) => string | null;
