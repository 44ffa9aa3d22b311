import { mayShareNamespace } from "./combine.ts";
import type { ComposeService } from "./compose-service.ts";
import type { Selector } from "./definition.ts";
import type { Workload, WorkloadRef } from "./workload.ts";

/** Finds the workloads behind a host that one in `namespace` names; none where it is no Service or workload. */
export type HostFinder = (host: string, namespace: string | null) => readonly WorkloadRef[];

type Named = { readonly namespace: string | null; readonly workloads: readonly WorkloadRef[] };

/** Second labels of public names: `redis.io` is no Service `redis` in a namespace `io`. */
const PUBLIC = /^(?:[a-z]{2}|com|org|net|dev|app|edu|gov|info|cloud|local|internal|localhost)$/;

/**
 * Names as the DNS of a cluster has them (Kubernetes, "DNS for Services and Pods"): `service`,
 * `service.namespace`, `service.namespace.svc…`, and a pod of a StatefulSet before its Service. The name of
 * a workload counts where no Service has it: charts make Services that manifests do not show.
 */
export function clusterHosts(
  workloads: readonly Workload[],
  selectors: readonly Selector[],
): HostFinder {
  const services = new Map<string, Named[]>();
  const byName = new Map<string, Named[]>();
  const namespaces = new Set<string | null>();
  for (const workload of workloads) {
    if (workload.kind === "ComposeService") continue;
    namespaces.add(workload.namespace);
    add(byName, workload.name, {
      namespace: workload.namespace,
      workloads: [refOf(workload)],
    });
  }
  const selected = bySelector(workloads);
  for (const { namespace, name } of selectors) {
    namespaces.add(namespace);
    const all = selected.get(name) ?? [];
    const exact = all.filter((one) => one.namespace === namespace);
    const behind =
      exact.length > 0 ? exact : all.filter((one) => mayShareNamespace(namespace, one.namespace));
    if (behind.length > 0) add(services, name, { namespace, workloads: behind.map(refOf) });
  }
  const find = (name: string, namespace: string | null) =>
    pick(services.get(name), namespace) ?? pick(byName.get(name), namespace) ?? [];
  const search: HostFinder = (host, namespace) => {
    const [first = "", second, third, fourth] = host.split(".");
    if (second === undefined) return find(first, namespace);
    const mayBeSpace = (name: string) => namespaces.has(name) || !PUBLIC.test(name);
    if (third === "svc" || (third === undefined && mayBeSpace(second))) {
      const found = find(first, second);
      if (found.length > 0) return found;
    }
    // `kafka-0.kafka-headless`, in its own namespace or in another.
    if (!/-\d+$/.test(first) || (third !== undefined && fourth !== undefined && fourth !== "svc"))
      return [];
    const pods = third === undefined ? find(second, namespace) : find(second, third);
    return pods.filter(({ name }) => first.replace(/-\d+$/, "") === name);
  }; // Many workloads know the same few hosts.
  const known = new Map<string, readonly WorkloadRef[]>();
  return (host, namespace) => {
    const key = `${namespace ?? ""}\0${host}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = search(host, namespace);
    known.set(key, found);
    return found;
  };
}

/** Names of services, and what else they are called in the networks of their project. */
export function composeHosts(project: readonly ComposeService[]): HostFinder {
  const names = new Map<string, Set<string>>();
  for (const { name, aliases } of project) {
    for (const called of [name, ...aliases.map(({ text }) => text)]) {
      const key = called.toLowerCase();
      names.set(key, (names.get(key) ?? new Set()).add(name));
    }
  }
  return (host) =>
    [...(names.get(host) ?? [])].map((name) => ({
      kind: "ComposeService",
      namespace: null,
      name,
    }));
}

/** Those of the very namespace before those that may turn out to be of it; nothing where that is not one. */
function pick(
  named: readonly Named[] | undefined,
  namespace: string | null,
): readonly WorkloadRef[] | null {
  if (named === undefined) return null;
  const exact = named.filter((one) => one.namespace === namespace);
  const possible =
    exact.length > 0 ? exact : named.filter((one) => mayShareNamespace(one.namespace, namespace));
  const all = new Map(
    possible.flatMap(({ workloads }) =>
      workloads.map((one) => [JSON.stringify(one), one] as const),
    ),
  );
  const spaces = new Set(possible.map((one) => one.namespace));
  return all.size === 0 || spaces.size > 1 ? null : [...all.values()];
}

function bySelector(workloads: readonly Workload[]): ReadonlyMap<string, readonly Workload[]> {
  const index = new Map<string, Workload[]>();
  for (const workload of workloads) {
    for (const name of workload.selectedBy) add(index, name, workload);
  }
  return index;
}

export function refOf({ kind, namespace, name }: WorkloadRef): WorkloadRef {
  return { kind, namespace, name };
}

function add<T>(index: Map<string, T[]>, key: string, value: T): void {
  const before = index.get(key);
  if (before === undefined) index.set(key, [value]);
  else before.push(value);
}
