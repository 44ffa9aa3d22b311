import type { Deployment, Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { buildDependencies } from "./build-dependencies.ts";
import { buildDomains } from "./build-domains.ts";
import { buildEndpoints } from "./build-endpoints.ts";
import { buildFaults } from "./build-faults.ts";
import { buildServices } from "./build-services.ts";
import type { BuildContext } from "./claim.ts";
import { defaultsNotice } from "./defaults-notice.ts";
import { disruptionNotices } from "./disruption-notices.ts";
import { domainNotices } from "./domain-notices.ts";
import type { Matches } from "./match.ts";
import type { Model } from "./model.ts";
import { placementNotices } from "./placement-notices.ts";
import { replicaNotices } from "./replica-notices.ts";
import { routesInto } from "./route-hosts.ts";
import { routeNotices } from "./route-notices.ts";
import type { Spec } from "./spec.ts";
import { unknownReplicas } from "./unknown-replicas.ts";
import { counted } from "./wording.ts";

export type ModelOutcome = {
  /** `null` where the diagnostics hold an error. */
  readonly model: Model | null;
  /** The workloads that give each service its replicas. */
  readonly matches: Matches;
  /** Workloads that no service claims. */
  readonly unclaimed: readonly Workload[];
  /** Empty for a carried evaluation: base and head tell all of it. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Lay a spec over what is deployed at one commit: ⟨G, R, P, Φ⟩ with all names resolved. */
export function buildModel(
  spec: Spec,
  deployment: Deployment,
  context: BuildContext,
): ModelOutcome {
  const { domains, members } = buildDomains(spec);
  const {
    services,
    claims,
    diagnostics: found,
  } = buildServices(spec, deployment, domains, context);
  const diagnostics = [
    ...found,
    ...emptyManifests(deployment, spec),
    // Carried over, base's spec never fails for want of a workload.
    ...(context.carriedFrom === null ? unknownReplicas(claims, deployment, spec) : []),
  ];
  const matches = new Map<string, readonly Workload[]>();
  for (const [name, { shares }] of claims) {
    const workloads = shares.map(({ workload }) => workload);
    if (workloads.length > 0) matches.set(name, workloads);
  }
  const claimed = new Set([...matches.values()].flat());
  const unclaimed = deployment.workloads.filter((workload) => !claimed.has(workload));
  if (hasErrors(diagnostics)) return { model: null, matches, unclaimed, diagnostics };

  const routes = routesInto(spec, matches, deployment.routes);
  const calls = buildDependencies(spec, indexOf(services), domains, {
    routes,
    carried: context.carriedFrom !== null,
  });
  if (hasErrors(calls.diagnostics)) {
    const found = [...diagnostics, ...calls.diagnostics];
    return { model: null, matches, unclaimed, diagnostics: found };
  }
  const { dependencies } = calls;
  const indices = { services: indexOf(services), dependencies: indexOf(dependencies) };
  const { faults, incidents } = buildFaults(spec, services, {
    ...indices,
    domains: indexOf(domains),
    members: indexOf(members),
  });
  const endpoints = buildEndpoints(spec, { ...indices, faults: indexOf(faults) });
  const model = {
    services,
    dependencies,
    domains,
    members,
    faults,
    incidents,
    endpoints,
    gate: spec.gate,
  };
  const told = [
    ...diagnostics,
    ...calls.diagnostics,
    ...domainNotices(model, spec),
    ...placementNotices(spec, matches),
    ...disruptionNotices(spec, matches, deployment),
    ...replicaNotices(matches),
    ...routeNotices(spec, matches, deployment, routes),
    ...defaultsNotice(model, matches, spec),
    ...unclaimedNotice(unclaimed, spec),
  ];
  return { model, matches, unclaimed, diagnostics: context.carriedFrom === null ? told : [] };
}

function indexOf(named: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  return new Map(named.map(({ name }, index) => [name, index]));
}

/** A glob that names nothing must not pass for a system of defaults. */
function emptyManifests({ workloads }: Deployment, spec: Spec): readonly Diagnostic[] {
  const [first] = [...(spec.manifests ?? []), ...spec.renders];
  if (first === undefined || workloads.length > 0) return [];
  const message =
    "no workload was found in the manifests, and nothing but the spec says how many replicas there are; correct `manifests` (everything below a folder is `folder/`), or remove it";
  return [diagnostic("warning", "no-workloads", message, first.place)];
}

function unclaimedNotice(unclaimed: readonly Workload[], spec: Spec): readonly Diagnostic[] {
  if (unclaimed.length === 0) return [];
  const message = `${counted(unclaimed.length, "workload")} of the manifests ${unclaimed.length === 1 ? "is" : "are"} no service of the spec`;
  return [diagnostic("notice", "unclaimed-workloads", message, spec.place)];
}
