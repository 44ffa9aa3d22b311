import type { EngineOptions } from "../availability/estimate.ts";
import { alphaFor, mostClaimsAlone } from "../gate/alpha.ts";
import { estimateModel, type ModelEstimate, type ModelInput } from "../gate/assemble.ts";
import { explainEstimate } from "../gate/explain-results.ts";
import { buildModel } from "../model/build.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { engine } from "./engine.ts";
import { manifestNotices } from "./manifest-notices.ts";
import { manifestsOf } from "./manifest-paths.ts";
import { assumedServices } from "./newcomers.ts";
import { readDeploymentOf } from "./read-manifests.ts";
import { emptyCache, readSpecAt, type Side } from "./side.ts";
import { noSpec, specPaths } from "./spec-paths.ts";

export type EstimateOutcome =
  | { readonly kind: "estimated"; readonly estimates: readonly ModelEstimate[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/** Every endpoint of the specs at one commit, against its SLO. Reads, and writes nothing. */
export async function estimate(
  side: Side,
  models: readonly string[],
  options: EngineOptions,
): Promise<EstimateOutcome> {
  const cache = emptyCache();
  const lost = models.filter((glob) => specPaths(side.tree, [glob]).length === 0);
  const diagnostics: Diagnostic[] = lost.map((glob) => noSpec(glob, side.tree));
  const inputs: ModelInput[] = [];
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
        inputs.push({ path, model: built.model, diagnostics: told });
        continue;
      }
    }
    diagnostics.push(...told);
  }
  if (hasErrors(diagnostics)) return { kind: "invalid", diagnostics };
  // How surely each claim must be decided depends on how many all specs make.
  const claims = inputs.reduce((sum, { model }) => sum + mostClaimsAlone(model), 0);
  const asked = { ...options, alpha: alphaFor(claims) };
  const context = { engine, options: asked, told: [] };
  return {
    kind: "estimated",
    estimates: inputs.map((input) =>
      explainEstimate(estimateModel(input, engine, asked), input, context),
    ),
  };
}
