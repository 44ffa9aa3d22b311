import type { RouteFact, Workload } from "../deployment/workload.ts";
import type { Matches } from "./match.ts";
import type { Spec } from "./spec.ts";

/** Rules for calls into a service. */
export type RoutesInto = {
  /** By callers in the mesh. */
  readonly mesh: readonly RouteFact[];
  /** Of what a gateway lets in. */
  readonly gateway: readonly RouteFact[];
};

export const NO_ROUTES: RoutesInto = { mesh: [], gateway: [] };

/** What a host of the cluster is called by. */
type Names = { readonly names: ReadonlySet<string>; readonly namespace: string | null };

type Asked = { readonly route: RouteFact; readonly host: string };

/**
 * The rules for calls into each service, of those hosts that name it most exactly, each once. A host names a
 * service by its name or by that of a Kubernetes Service that selects its workload: `payment`,
 * `payment.shop`, `payment.shop.svc…`, or with a wildcard, as `*.shop.svc.cluster.local` (Istio, "Virtual
 * Service", `hosts`).
 *
 * @param matches the workloads of each service that has any
 */
export function routesInto(
  spec: Spec,
  matches: Matches,
  routes: readonly RouteFact[],
): ReadonlyMap<string, RoutesInto> {
  if (routes.length === 0) return new Map();
  const asked = indexHosts(routes);
  return new Map(
    [...spec.services.keys()].map((service) => {
      const names = namesOf(service, matches.get(service) ?? []);
      const all = [...names.names].flatMap((name) => asked.get(labelOf(name)) ?? []);
      const found = mostExact([...all, ...(asked.get("*") ?? [])], names, service.toLowerCase());
      return [
        service,
        {
          mesh: found.filter(({ through }) => through === "mesh"),
          gateway: found.filter(({ through }) => through === "gateway"),
        },
      ];
    }),
  );
}

/** Whether a host, named by an object of this namespace, is one of the service that runs as the workloads. */
export function isHostOf(
  host: string,
  from: string | null,
  service: string,
  workloads: readonly Workload[],
): boolean {
  return exactness(host.toLowerCase(), from, namesOf(service, workloads), service) > 0;
}

function namesOf(service: string, workloads: readonly Workload[]): Names {
  const names = [service.toLowerCase(), ...workloads.flatMap((one) => one.selectedBy)];
  return { names: new Set(names), namespace: workloads[0]?.namespace ?? null };
}

/** By their first label, `*` among them. */
function indexHosts(routes: readonly RouteFact[]): ReadonlyMap<string, readonly Asked[]> {
  const index = new Map<string, Asked[]>();
  for (const route of routes) {
    for (const written of route.hosts) {
      const host = written.toLowerCase();
      const label = labelOf(host);
      const before = index.get(label);
      if (before === undefined) index.set(label, [{ route, host }]);
      else before.push({ route, host });
    }
  }
  return index;
}

function labelOf(host: string): string {
  return host.split(".", 1)[0]!;
}

function mostExact(asked: readonly Asked[], names: Names, service: string): readonly RouteFact[] {
  let best = 1;
  const found = new Map<string, RouteFact>();
  for (const { route, host } of asked) {
    const rank = exactness(host, route.namespace, names, service);
    if (rank < best) continue;
    if (rank > best) found.clear();
    best = rank;
    const key = policyKey(route);
    if (!found.has(key)) found.set(key, route);
  }
  return [...found.values()];
}

const EXACT = 1000;

/** 0: another host. A longer wildcard is more exact than a shorter one, and a name than any. */
function exactness(
  host: string,
  from: string | null,
  { names, namespace }: Names,
  service: string,
): number {
  if (host === service) return mayBe(from, namespace) ? EXACT : 0;
  const [first = "", second, third] = host.split(".");
  if (first === "*") {
    const suffix = host.slice(1);
    const full = [...names].map(
      (name) => `${name}.${namespace ?? from ?? "default"}.svc.cluster.local`,
    );
    return full.some((one) => one.endsWith(suffix)) ? 1 + Math.min(suffix.length, EXACT - 2) : 0;
  }
  if (!names.has(first) || (third !== undefined && third !== "svc")) return 0;
  return mayBe(second ?? from, namespace) ? EXACT : 0;
}

/** A manifest without a namespace may be of any. */
function mayBe(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

/** Rules that say the same of the same calls are one, as where a file is kept twice. */
function policyKey(route: RouteFact): string {
  const { kind, name, through, gateways, partial, destinations } = route;
  const { timeout, retries, perTryTimeout, retryOn, abortPercent, delay, unclear } = route;
  const values = [timeout, retries, perTryTimeout, retryOn, abortPercent, delay, ...unclear];
  const to = destinations.map(({ host, weight }) => [host, weight]);
  const said = values.map((one) => one?.value ?? null);
  return JSON.stringify([kind, name, through, gateways, partial, to, said]);
}
