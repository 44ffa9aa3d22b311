import type { Residence } from "../residence.ts";
import { POD_INFO, REPLICA_SET_OWNER } from "./metric-names.ts";
import { labelOf, type Series } from "./series.ts";

/** What a pod is a replica of; `null`: of nothing that serves (a pod of a Job). */
export type Owners = (namespace: string, pod: string) => string | null;

/** Letters and digits of generated names: no vowels and nothing alike (apimachinery, `rand.SafeEncodeString`). */
const SAFE = "[bcdfghjklmnpqrstvwxz2456789]";
const OF_REPLICA_SET = new RegExp(`^(.+)-${SAFE}{6,10}$`);
const OF_DEPLOYMENT = new RegExp(`^(.+)-${SAFE}{6,10}-${SAFE}{5}$`);
const OF_DAEMON_SET = new RegExp(`^(.+)-${SAFE}{5}$`);
const OF_STATEFUL_SET = /^(.+)-\d+$/;

/** From `kube_pod_info` and `kube_replicaset_owner`; of a pod that neither tells, from its name's form. */
export function ownersOf(all: readonly Series[]): Owners {
  const deployments = new Map<string, string>();
  for (const series of all) {
    if (series.name !== REPLICA_SET_OWNER || labelOf(series, "owner_kind") !== "Deployment")
      continue;
    const key = keyOf(labelOf(series, "namespace"), labelOf(series, "replicaset"));
    deployments.set(key, labelOf(series, "owner_name"));
  }
  const pods = new Map<string, string | null>();
  for (const series of all) {
    if (series.name !== POD_INFO) continue;
    const namespace = labelOf(series, "namespace");
    const owner = ownerOf(series, (set) => deployments.get(keyOf(namespace, set)) ?? null);
    if (owner !== undefined) pods.set(keyOf(namespace, labelOf(series, "pod")), owner);
  }
  return (namespace, pod) => {
    const known = pods.get(keyOf(namespace, pod));
    return known === undefined ? byName(pod) : known;
  };
}

function ownerOf(
  info: Series,
  deploymentOf: (replicaSet: string) => string | null,
): string | null | undefined {
  const name = labelOf(info, "created_by_name");
  switch (labelOf(info, "created_by_kind")) {
    case "Job":
      return null;
    case "ReplicaSet":
      return deploymentOf(name) ?? OF_REPLICA_SET.exec(name)?.[1] ?? name;
    case "StatefulSet":
    case "DaemonSet":
    case "ReplicationController":
      return name;
    default:
      return undefined;
  }
}

function byName(pod: string): string {
  for (const form of [OF_DEPLOYMENT, OF_DAEMON_SET, OF_STATEFUL_SET]) {
    const owner = form.exec(pod)?.[1];
    if (owner !== undefined) return owner;
  }
  return pod;
}

/** Which node each pod is on, by `kube_pod_info`. */
export function residencesOf(all: readonly Series[], owners: Owners): readonly Residence[] {
  return all
    .filter(({ name }) => name === POD_INFO)
    .map((info) => {
      const instance = labelOf(info, "pod");
      return {
        instance,
        service: owners(labelOf(info, "namespace"), instance),
        node: labelOf(info, "node") || null,
      };
    });
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
