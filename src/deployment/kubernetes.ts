import { asMapping, asSequence, asText, isAbsent, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { quoted } from "../yaml/problem.ts";
import {
  readApplication,
  readApplicationSet,
  readFluxKustomization,
  readHelmRelease,
} from "./applied.ts";
import { readArgoRollout } from "./argo-rollout.ts";
import { readAutoscaler } from "./autoscaler.ts";
import { readBudget } from "./budget.ts";
import { readCustom } from "./custom.ts";
import { type Findings, labelsOf, nameOf, namespaceOf, type ObjectReader } from "./definition.ts";
import {
  readGatewayRoute,
  readIngress,
  readOpenShiftRoute,
  readServiceEntrance,
  readVirtualServiceEntrance,
} from "./entrances.ts";
import { readConfigMap, readConfigured } from "./hint-pods.ts";
import { readHttpRoute } from "./http-route.ts";
import { readVirtualService } from "./istio.ts";
import { readScaledObject } from "./keda.ts";
import { readKnativeService } from "./knative.ts";
import { podOf } from "./pod.ts";
import { statedReplicas } from "./replicas.ts";
import { readRollout } from "./rollout.ts";
import type { ReplicaFact, WorkloadKind } from "./workload.ts";

type ObjectType = { readonly apiVersion: string; readonly kind: string };

const WORKLOADS: ReadonlyMap<string, { readonly kind: WorkloadKind; readonly groups: RegExp }> =
  new Map([
    ["Deployment", { kind: "Deployment", groups: /^(?:apps|extensions)\// }],
    ["StatefulSet", { kind: "StatefulSet", groups: /^apps\// }],
    ["ReplicaSet", { kind: "ReplicaSet", groups: /^(?:apps|extensions)\// }],
    ["DaemonSet", { kind: "DaemonSet", groups: /^(?:apps|extensions)\// }],
    ["ReplicationController", { kind: "ReplicationController", groups: /^v1$/ }],
  ]);

/** What else is read, by kind and group; several readers may look at one object. */
const READERS: readonly {
  readonly kind: string;
  readonly groups: RegExp;
  readonly read: ObjectReader;
}[] = [
  { kind: "HorizontalPodAutoscaler", groups: /^autoscaling\//, read: readAutoscaler },
  { kind: "ScaledObject", groups: /^keda\.sh\//, read: readScaledObject },
  { kind: "Rollout", groups: /^argoproj\.io\//, read: readArgoRollout },
  { kind: "Service", groups: /^serving\.knative\.dev\//, read: readKnativeService },
  { kind: "Configuration", groups: /^serving\.knative\.dev\//, read: readKnativeService },
  {
    kind: "PodDisruptionBudget",
    groups: /^policy\//,
    read: (object, { apiVersion, file }, findings) =>
      readBudget(object, apiVersion, file, findings),
  },
  {
    kind: "Service",
    groups: /^v1$/,
    read: (object, _, findings) => readSelector(object, findings),
  },
  { kind: "Application", groups: /^argoproj\.io\//, read: readApplication },
  { kind: "ApplicationSet", groups: /^argoproj\.io\//, read: readApplicationSet },
  {
    kind: "Kustomization",
    groups: /^kustomize\.toolkit\.fluxcd\.io\//,
    read: readFluxKustomization,
  },
  { kind: "HelmRelease", groups: /^helm\.toolkit\.fluxcd\.io\//, read: readHelmRelease },
  // What stands in their values may be a number of replicas, which only a chart knows.
  { kind: "Application", groups: /^argoproj\.io\//, read: readCustom },
  { kind: "HelmRelease", groups: /^helm\.toolkit\.fluxcd\.io\//, read: readCustom },
  { kind: "Service", groups: /^v1$/, read: readServiceEntrance },
  { kind: "ConfigMap", groups: /^v1$/, read: readConfigMap },
  { kind: "Ingress", groups: /^(?:networking\.k8s\.io|extensions)\//, read: readIngress },
  { kind: "HTTPRoute", groups: /^gateway\.networking\.k8s\.io\//, read: readGatewayRoute },
  { kind: "GRPCRoute", groups: /^gateway\.networking\.k8s\.io\//, read: readGatewayRoute },
  {
    kind: "VirtualService",
    groups: /^networking\.istio\.io\//,
    read: readVirtualServiceEntrance,
  },
  { kind: "VirtualService", groups: /^networking\.istio\.io\//, read: readVirtualService },
  { kind: "HTTPRoute", groups: /^gateway\.networking\.k8s\.io\//, read: readHttpRoute },
  { kind: "Route", groups: /^route\.openshift\.io\//, read: readOpenShiftRoute },
];

/** Lists of lists are legal and pointless; this many are followed. */
const MAX_LIST_DEPTH = 10;

/** Add what one Kubernetes document defines to the findings; other objects are passed over. */
export function readKubernetes(document: YamlNode, file: string, findings: Findings): void {
  readObject(document, file, findings, null, 0);
}

/** True for a document that names its kind as Kubernetes objects do. */
export function isKubernetes(document: YamlNode): boolean {
  return asText(lookup(document, "kind")) !== null;
}

function readObject(
  node: YamlNode,
  file: string,
  findings: Findings,
  assumed: ObjectType | null,
  depth: number,
): void {
  const object = asMapping(node);
  const kind = asText(lookup(object, "kind")) ?? assumed?.kind ?? null;
  const apiVersion = asText(lookup(object, "apiVersion")) ?? assumed?.apiVersion ?? null;
  if (object === null || kind === null || apiVersion === null) return;
  const items = asSequence(lookup(object, "items"));
  if (kind.endsWith("List") && items !== null) {
    // Items of a DeploymentList do not repeat what the list says already.
    const itemKind = kind.slice(0, -"List".length);
    const inherited = itemKind === "" ? null : { apiVersion, kind: itemKind };
    if (depth >= MAX_LIST_DEPTH) return;
    for (const item of items.items) readObject(item, file, findings, inherited, depth + 1);
    return;
  }
  readConfigured(object, { kind, apiVersion, file }, findings);
  const workload = WORKLOADS.get(kind);
  if (workload?.groups.test(apiVersion)) {
    readWorkload(object, workload.kind, apiVersion, file, findings);
    return;
  }
  const about = { kind, apiVersion, file };
  const readers = READERS.filter((one) => one.kind === kind && one.groups.test(apiVersion));
  if (readers.length === 0) readCustom(object, about, findings);
  for (const { read } of readers) read(object, about, findings);
}

function readWorkload(
  object: YamlMapping,
  kind: WorkloadKind,
  apiVersion: string,
  file: string,
  findings: Findings,
): void {
  const named = nameOf(object, file);
  if (named === null) return;
  const { name, place } = named;
  const partial = isPatch(object, apiVersion);
  findings.definitions.push({
    kind,
    namespace: namespaceOf(object),
    name,
    labels: labelsOf(lookup(object, "metadata", "labels")),
    podLabels: labelsOf(lookup(object, "spec", "template", "metadata", "labels")),
    replicas: replicasOf(object, `${kind}/${name}`, partial, place),
    rollout: readRollout(object, kind, name, place),
    ...podOf(lookup(object, "spec", "template"), file, namespaceOf(object)),
    place,
    partial,
  });
}

function replicasOf(
  object: YamlMapping,
  workload: string,
  partial: boolean,
  place: Place,
): ReplicaFact {
  if (workload.startsWith("DaemonSet/")) return { count: null, rule: "daemonset", place };
  const written = lookup(object, "spec", "replicas");
  const what = `spec.replicas of ${quoted(workload)}`;
  const stated = statedReplicas(written, "replicas", place.file, what);
  if (stated !== null) return stated;
  if (partial && changesContainersOnly(object)) {
    const problem = `only a patch of ${quoted(workload)} is among the manifests, and it states no replicas; name the patched manifest too`;
    return { count: null, rule: "default", place, problem };
  }
  return { count: 1, rule: "default", place };
}

/** Containers without a single image: a patch, whose default is not one but what the patched manifest says. */
function changesContainersOnly(object: YamlMapping): boolean {
  const containers = asSequence(lookup(object, "spec", "template", "spec", "containers"));
  if (containers === null || containers.items.length === 0) return false;
  return containers.items.every((container) => isAbsent(lookup(container, "image")));
}

/**
 * A strategic merge patch is recognised by what the API server would miss: the selector, which apps/v1 and
 * apps/v1beta2 require and older groups take from the labels of the template.
 */
function isPatch(object: YamlMapping, apiVersion: string): boolean {
  if (!isAbsent(lookup(object, "spec", "selector"))) return false;
  if (apiVersion === "apps/v1" || apiVersion === "apps/v1beta2") return true;
  return isAbsent(lookup(object, "spec", "template", "metadata", "labels"));
}

function readSelector(object: YamlMapping, findings: Findings): void {
  const name = asText(lookup(object, "metadata", "name"));
  const labels = labelsOf(lookup(object, "spec", "selector"));
  // A Service without a selector gets its endpoints by hand and selects nothing.
  if (name === null || Object.keys(labels).length === 0) return;
  const namespace = namespaceOf(object);
  findings.selectors.push({ namespace, name, labels });
}
