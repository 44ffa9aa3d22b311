import type { AskOptions, EngineOptions } from "../availability/estimate.ts";
import { alphaFor } from "../gate/alpha.ts";
import { estimateModel, type ModelEstimate, type ModelInput } from "../gate/assemble.ts";
import { credibleEstimate } from "../gate/credible.ts";
import type { Engine } from "../gate/engine.ts";
import { explainEstimate } from "../gate/explain-results.ts";
import { figuresInModel, rationed } from "../gate/ration.ts";
import { tellRationed } from "../gate/ration-notice.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { calibrateSpec } from "./calibrate.ts";
import { engine as plainEngine } from "./engine.ts";
import { hintVariants } from "./hint-variants.ts";
import { withPatches } from "./patches.ts";
import { type ReadModel, type ReadModels, readModels } from "./read-models.ts";
import type { Side } from "./side.ts";

export type EstimateOutcome =
  | {
      readonly kind: "estimated";
      readonly estimates: readonly ModelEstimate[];
      /** What each of them was made from. */
      readonly inputs: readonly ModelInput[];
    }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Every endpoint of the specs at one commit, against its SLO. Reads, and writes nothing.
 *
 * @param today `2026-11-30`, by which evidence is old; `null`: none is
 * @param calibrated with the defaults under which what was observed comes out best
 */
export async function estimate(
  side: Side,
  models: readonly string[],
  options: EngineOptions,
  today: string | null = null,
  calibrated = false,
  engine = plainEngine,
): Promise<EstimateOutcome> {
  const read = await readModels(side, models);
  if (read.kind === "invalid") return read;
  const { inputs, claims } = read;
  const asked = { ...options, alpha: alphaFor(claims) };
  const all = inputs.reduce((sum, one) => sum + figuresInModel(one.model), 0);
  const judging = rationed(engine, asked, all);
  const estimates: ModelEstimate[] = [];
  for (const input of inputs) {
    const figures = await explainedEstimate(read, input, asked, today, engine, judging);
    estimates.push(calibrated ? withCalibration(figures, input, asked) : figures);
  }
  return { kind: "estimated", estimates, inputs };
}

/**
 * One spec with its figures, what limits them and the ways back, each with its patch.
 *
 * @param judging what works out the figures themselves; absent: `engine`
 */
export async function explainedEstimate(
  { side, cache }: Pick<ReadModels, "side" | "cache">,
  input: ReadModel,
  options: AskOptions,
  today: string | null,
  engine: Engine,
  judging = engine,
): Promise<ModelEstimate> {
  const { path, model, seen } = input;
  const context = { engine, options, told: hintVariants(seen), today };
  const judged = tellRationed(estimateModel(input, judging, options), options);
  const figures = credibleEstimate(judged, input, options.seed);
  const explained = explainEstimate(figures, input, context);
  const endpoints = await withPatches(explained.model.endpoints, {
    run: { path, engine, options },
    side,
    seen,
    model,
    matchedAtBase: null,
    settle: (one) => one,
    cache,
  });
  return { ...explained, model: { ...explained.model, endpoints } };
}

function withCalibration(
  estimate: ModelEstimate,
  { model, seen }: ReadModel,
  options: AskOptions,
): ModelEstimate {
  const { calibration, diagnostics } = calibrateSpec(seen, model, options);
  return {
    ...estimate,
    model: {
      ...estimate.model,
      ...(calibration === null ? {} : { calibration }),
      diagnostics: [...estimate.model.diagnostics, ...diagnostics],
    },
  };
}
