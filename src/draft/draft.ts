import { isTelemetry } from "../deployment/hint-kind.ts";
import type { Deployment } from "../deployment/workload.ts";
import { dependenciesOf } from "./dependencies.ts";
import { endpointsOf } from "./endpoints.ts";
import type { Layout } from "./layout.ts";
import { literal } from "./layout.ts";
import { rosterOf } from "./roster.ts";
import { type Draft, excludingLines, type ManifestLine } from "./spec-text.ts";
import { pathScalar, quotedScalar } from "./yaml-text.ts";

/**
 * A spec drafted from what the chosen manifests say.
 *
 * @param laptop what Compose files say that are left out; `null`: there are none
 */
export function draftOf(
  deployment: Deployment,
  laptop: Deployment | null,
  layout: Layout,
  figures: ReadonlyMap<string, number>,
): Draft {
  const roster = rosterOf(deployment);
  const found = dependenciesOf(deployment, roster, laptop);
  const { endpoints, more } = endpointsOf(deployment, laptop, roster, found.dependencies);
  const named = new Set([
    ...found.dependencies.flatMap(({ from, to }) => [from, to]),
    ...endpoints.map(({ entry }) => entry),
  ]);
  const watching = new Set(
    found.aside.filter(({ why }) => why === "telemetry").flatMap(({ to }) => to),
  );
  return {
    ...found,
    endpoints,
    more,
    manifests: manifestLines(layout),
    services: roster.services.filter((one) => named.has(one)),
    unnamed: roster.services.filter(
      (one) => !named.has(one) && !watching.has(one) && !isTelemetry(one.name),
    ),
    environments: layout.environments.map(({ name }) => name),
    figures,
  };
}

/** Exclusions narrow the default; a chart leaves none to narrow, and the rest must be named beside it. */
export function manifestLines({ charts, sharedFolders, leftOut }: Layout): readonly ManifestLine[] {
  if (charts.length === 0) return excludingLines(leftOut);
  const rendered = charts.map(({ folder }) => ({
    text: `helm: { chart: ${pathScalar(folder)} }`,
    remark: `guess: ${folder}/Chart.yaml`,
  }));
  if (sharedFolders.length === 0) return rendered;
  const beside = sharedFolders.map((folder) => ({
    text: quotedScalar(folder === "" ? "*" : `${literal(folder)}/*`),
    remark: "guess: manifests beside the charts",
  }));
  return [...beside, ...excludingLines(leftOut), ...rendered];
}
