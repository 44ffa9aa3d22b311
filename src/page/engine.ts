import { figureAlike } from "../availability/alike.ts";
import { compareEndpoint } from "../availability/compare.ts";
import type { AskOptions, EngineOptions, Estimate } from "../availability/estimate.ts";
import { estimateEndpoint } from "../availability/evaluate.ts";
import { priceOf } from "../availability/price.ts";
import { structureOf } from "../availability/structure.ts";
import type { Engine } from "../gate/engine.ts";
import { type SweepResult, sweepEndpoint } from "../gate/sweep.ts";
import { sweptOf } from "../gate/swept.ts";
import type { Model } from "../model/model.ts";
import { type PackedModel, unpackModel } from "../report/packed-model.ts";
import type { Drawing } from "./graph.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { type WhatIf, withWhatIfs } from "./what-if.ts";

export type Question =
  | { readonly kind: "model"; readonly model: PackedModel; readonly options: EngineOptions }
  /** `endpoints`: in the order in which they are wanted. A later question ends it. */
  | {
      readonly kind: "figures";
      readonly id: number;
      readonly whatIfs: readonly WhatIf[];
      readonly endpoints: readonly number[];
    }
  | { readonly kind: "layout"; readonly id: number; readonly drawing: Drawing }
  /** `asked`: `theta`, `rho`, or the name of a component. */
  | { readonly kind: "sweep"; readonly endpoint: number; readonly asked: string };

export type Answer =
  | {
      readonly kind: "figures";
      readonly id: number;
      readonly figures: readonly (readonly [endpoint: number, estimate: Estimate])[];
      readonly done: boolean;
    }
  | { readonly kind: "layout"; readonly id: number; readonly layout: Layout }
  | { readonly kind: "sweep"; readonly result: SweepResult | null };

const ENGINE: Engine = {
  estimate: estimateEndpoint,
  compare: compareEndpoint,
  price: priceOf,
  alike: figureAlike,
};

/** Milliseconds after which what is known is told, and a later question is heard. */
const SLICE = 30;

/** Nothing is claimed of these figures, so that how surely claims are decided has no effect. */
const ALPHA = 0.05;

/** Answers one question after the other with the engine that the command line uses. */
export function answerer(post: (answer: Answer) => void): (question: Question) => void {
  let model: Model | null = null;
  let options: AskOptions = { samples: 1, seed: 1, alpha: ALPHA };
  let latest = 0;
  return (question) => {
    if (question.kind === "model") {
      model = unpackModel(question.model);
      options = { ...question.options, alpha: ALPHA };
    } else if (question.kind === "layout") {
      post({ kind: "layout", id: question.id, layout: layoutOf(question.drawing) });
    } else if (question.kind === "sweep") {
      post({ kind: "sweep", result: model && sweepOf(model, options, question) });
    } else if (model !== null) {
      latest = question.id;
      const changed = withWhatIfs(model, question.whatIfs);
      void answerFigures(changed, options, question, post, () => latest === question.id);
    }
  };
}

function sweepOf(
  model: Model,
  options: AskOptions,
  question: Question & { readonly kind: "sweep" },
): SweepResult | null {
  const endpoint = model.endpoints[question.endpoint];
  const swept = sweptOf(model, question.asked);
  if (endpoint === undefined || "message" in swept) return null;
  const run = { path: "", engine: ENGINE, options };
  return sweepEndpoint(run, model, endpoint, structureOf(model, endpoint), swept);
}

async function answerFigures(
  model: Model,
  options: AskOptions,
  { id, endpoints }: Question & { readonly kind: "figures" },
  post: (answer: Answer) => void,
  isWanted: () => boolean,
): Promise<void> {
  let figures: (readonly [number, Estimate])[] = [];
  let since = performance.now();
  for (const index of endpoints) {
    const endpoint = model.endpoints[index]!;
    const { estimate } = estimateEndpoint({ model, endpoint, fault: null }, options, []);
    figures.push([index, estimate]);
    if (performance.now() - since < SLICE) continue;
    post({ kind: "figures", id, figures, done: false });
    figures = [];
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!isWanted()) return;
    since = performance.now();
  }
  post({ kind: "figures", id, figures, done: true });
}
