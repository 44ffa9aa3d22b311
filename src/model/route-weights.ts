import type { Deployment, RouteFact, Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Matches } from "./match.ts";
import { isHostOf, type RoutesInto } from "./route-hosts.ts";
import { routeTitle } from "./route-words.ts";
import type { Spec } from "./spec.ts";
import { quote } from "./wording.ts";

/**
 * Calls that rules into services of the model send where nothing of the manifests answers. Which of those
 * that answer gets how many of them changes no figure.
 */
export function unservedWeights(
  spec: Spec,
  matches: Matches,
  { workloads }: Deployment,
  into: ReadonlyMap<string, RoutesInto>,
): readonly Diagnostic[] {
  const routes = new Set([...into.values()].flatMap(({ mesh, gateway }) => [...mesh, ...gateway]));
  if (workloads.length === 0 || routes.size === 0) return [];
  const names = new Map<string, Workload[]>();
  for (const workload of workloads) {
    for (const name of new Set([workload.name, ...workload.selectedBy])) {
      const before = names.get(name);
      if (before === undefined) names.set(name, [workload]);
      else before.push(workload);
    }
  }
  const isServed = (host: string, route: RouteFact): boolean => {
    const [first = ""] = host.split(".", 1);
    const isOne = (name: string, workloads: readonly Workload[]) =>
      isHostOf(host, route.namespace, name, workloads);
    return (
      (names.get(first) ?? []).some((one) => isOne(first, [one])) ||
      [...spec.services.keys()].some((name) => isOne(name, matches.get(name) ?? []))
    );
  };
  return [...routes].flatMap((route) =>
    route.destinations
      .filter(({ host, weight }) => weight > 0 && isOfCluster(host) && !isServed(host, route))
      .map(({ host, weight, place }) => unserved(route, host, weight, place)),
  );
}

function unserved(
  route: RouteFact,
  host: string,
  weight: number,
  place: RouteFact["place"],
): Diagnostic {
  const total = route.destinations.reduce((sum, one) => sum + one.weight, 0);
  const share = total === weight ? "all its calls" : `calls (${weight} of ${total})`;
  const message = `${routeTitle(route)} sends ${share} to ${quote(host)}, which no workload of the manifests serves, and no figure counts that; correct the host, or add what serves it to \`manifests\``;
  return diagnostic("warning", "unserved-route", message, place);
}

/** `payment`, `payment.shop.svc` or `payment.shop.svc.cluster.local`: what is longer may be anywhere. */
function isOfCluster(host: string): boolean {
  return /^[^.*]+(?:\.[^.]+\.svc(?:\.cluster\.local)?)?$/.test(host);
}
