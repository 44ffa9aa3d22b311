import type { Place } from "../yaml/diagnostic.ts";
import type { Residence } from "./residence.ts";

/**
 * A known failure of a node of G: a service, one instance of it, or a machine (a Kubernetes node) with
 * all that runs on it. Its calls say nothing of a channel, whose ρ holds for live ends (Eq. 11).
 */
export type Outage = {
  readonly of: OutageSubject;
  /** Microseconds since the epoch, [from, until); `Infinity`: it is not over. */
  readonly from: number;
  readonly until: number;
  /** Where somebody wrote it down. */
  readonly place?: Place;
};

export type OutageSubject =
  | { readonly kind: "service"; readonly service: string }
  /** `service` is `null` where only the instance was named. */
  | { readonly kind: "instance"; readonly service: string | null; readonly instance: string }
  | { readonly kind: "node"; readonly node: string };

/**
 * Outages of nodes as outages of the instances that sit on them; what sits on none that is known stays
 * as it is, and matches an instance of the node's own name (`host.name`).
 */
export function placeOutages(
  outages: readonly Outage[],
  residences: readonly Residence[],
): readonly Outage[] {
  const onNode = new Map<string, Residence[]>();
  const servicesOf = new Map<string, string>();
  for (const residence of residences) {
    if (residence.service !== null) servicesOf.set(residence.instance, residence.service);
    if (residence.node === null) continue;
    const there = onNode.get(residence.node);
    if (there === undefined) onNode.set(residence.node, [residence]);
    else there.push(residence);
  }
  return outages.flatMap(({ of, from, until }): Outage[] => {
    if (of.kind === "instance" && of.service === null) {
      const service = servicesOf.get(of.instance) ?? null;
      return [{ of: { ...of, service }, from, until }];
    }
    if (of.kind !== "node") return [{ of, from, until }];
    const there = onNode.get(of.node) ?? [];
    if (there.length === 0) return [{ of, from, until }];
    return there.map(({ service, instance }) => ({
      of: { kind: "instance", service, instance },
      from,
      until,
    }));
  });
}
