import type { AskOptions, EngineOptions } from "../availability/estimate.ts";
import { alphaFor, mostClaimsAlone } from "../gate/alpha.ts";
import { estimateModel, type ModelEstimate, type ModelInput } from "../gate/assemble.ts";
import { credibleEstimate } from "../gate/credible.ts";
import { explainEstimate } from "../gate/explain-results.ts";
import { buildModel } from "../model/build.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { calibrateSpec } from "./calibrate.ts";
import { engine } from "./engine.ts";
import { hintVariants } from "./hint-variants.ts";
import { manifestNotices } from "./manifest-notices.ts";
import { manifestsOf } from "./manifest-paths.ts";
import { assumedServices } from "./newcomers.ts";
import { withPatches } from "./patches.ts";
import { readDeploymentOf } from "./read-manifests.ts";
import { emptyCache, readSpecAt, type Side } from "./side.ts";
import { noSpec, specPaths } from "./spec-paths.ts";
import type { Seen } from "./told-changes.ts";

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
): Promise<EstimateOutcome> {
  const cache = emptyCache();
  const lost = models.filter((glob) => specPaths(side.tree, [glob]).length === 0);
  const diagnostics: Diagnostic[] = lost.map((glob) => noSpec(glob, side.tree));
  const inputs: (ModelInput & { readonly seen: Seen })[] = [];
  for (const path of specPaths(side.tree, models)) {
    const read = await readSpecAt(side.tree, path, cache);
    const told = [...read.diagnostics];
    if (read.spec !== null) {
      const manifests = await manifestsOf(side, read.spec, cache);
      const deployment = await readDeploymentOf(side, manifests, cache);
      const context = { matchedAtBase: null, carriedFrom: null };
      const built = buildModel(read.spec, deployment, context);
      told.push(...deployment.diagnostics, ...built.diagnostics);
      told.push(...manifestNotices(side, read.spec));
      if (built.model !== null && !hasErrors(deployment.diagnostics)) {
        told.push(...assumedServices(built.model, null));
        const seen = { spec: read.spec, deployment, model: built.model, matches: built.matches };
        inputs.push({ path, model: built.model, diagnostics: told, seen });
        continue;
      }
    }
    diagnostics.push(...told);
  }
  if (hasErrors(diagnostics)) return { kind: "invalid", diagnostics };
  // How surely each claim must be decided depends on how many all specs make.
  const claims = inputs.reduce((sum, { model }) => sum + mostClaimsAlone(model), 0);
  const asked = { ...options, alpha: alphaFor(claims) };
  const estimates: ModelEstimate[] = [];
  for (const input of inputs) {
    const context = { engine, options: asked, told: hintVariants(input.seen), today };
    const figures = credibleEstimate(estimateModel(input, engine, asked), input, options.seed);
    const explained = explainEstimate(figures, input, context);
    const endpoints = await withPatches(explained.model.endpoints, {
      run: { path: input.path, engine, options: asked },
      side,
      seen: input.seen,
      model: input.model,
      matchedAtBase: null,
      settle: (model) => model,
      cache,
    });
    const patched = { ...explained, model: { ...explained.model, endpoints } };
    estimates.push(calibrated ? withCalibration(patched, input, asked) : patched);
  }
  return { kind: "estimated", estimates, inputs };
}

function withCalibration(
  estimate: ModelEstimate,
  { model, seen }: ModelInput & { readonly seen: Seen },
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
