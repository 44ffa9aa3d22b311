import type { RouteFact } from "../deployment/workload.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { quote } from "./wording.ts";

/** "VirtualService `payment`". */
export function routeTitle({ kind, name }: RouteFact): string {
  return `${kind} ${quote(name)}`;
}

/** "VirtualService `payment` (deploy/mesh.yaml:12)". */
export function routeAt(route: RouteFact): string {
  return `${routeTitle(route)} (${where(route.place)})`;
}

export function where({ file, line }: Place): string {
  return `${file}:${line}`;
}

/** The hosts that a rule is for, the first of many. */
export function hostsText({ hosts }: RouteFact): string {
  const [first = "", ...others] = hosts;
  return others.length === 0 ? quote(first) : `${quote(first)} and ${others.length} more`;
}
