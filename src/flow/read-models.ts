import { mostClaimsAlone } from "../gate/alpha.ts";
import type { ModelInput } from "../gate/assemble.ts";
import { buildModel } from "../model/build.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { manifestNotices } from "./manifest-notices.ts";
import { manifestsOf } from "./manifest-paths.ts";
import { assumedServices } from "./newcomers.ts";
import { readDeploymentOf } from "./read-manifests.ts";
import { emptyCache, type ReadCache, readSpecAt, type Side } from "./side.ts";
import { noSpec, specPaths } from "./spec-paths.ts";
import type { Seen } from "./told-changes.ts";

/** A spec of one commit with the model that it makes there. */
export type ReadModel = ModelInput & { readonly seen: Seen };

export type ReadModels = {
  readonly kind: "read";
  readonly side: Side;
  readonly cache: ReadCache;
  readonly inputs: readonly ReadModel[];
  /** Claims that all of them make: how surely each must be decided depends on it. */
  readonly claims: number;
};

/** The specs at one commit and their models; all or none, for half an answer would pass for a whole one. */
export async function readModels(
  side: Side,
  models: readonly string[],
): Promise<ReadModels | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }> {
  const cache = emptyCache();
  const lost = models.filter((glob) => specPaths(side.tree, [glob]).length === 0);
  const diagnostics: Diagnostic[] = lost.map((glob) => noSpec(glob, side.tree));
  const inputs: ReadModel[] = [];
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
  const claims = inputs.reduce((sum, { model }) => sum + mostClaimsAlone(model), 0);
  return { kind: "read", side, cache, inputs, claims };
}
