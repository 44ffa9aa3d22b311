import { asMapping, asSequence, asText, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { nameOf, namespaceOf, type ObjectReader, placeIn } from "./definition.ts";
import type { WorkloadKind, WorkloadRef } from "./workload.ts";

/** What the pods of a workload are configured with, before anything is known of other objects. */
export type Configured = {
  readonly from: WorkloadRef;
  readonly containers: readonly ConfiguredContainer[];
  /** Names of ConfigMaps that volumes put into its containers as files. */
  readonly mounted: readonly string[];
};

export type ConfiguredContainer = {
  readonly env: readonly PodVariable[];
  /** ConfigMaps of which every key is a variable. */
  readonly envFrom: readonly { readonly config: string; readonly prefix: string }[];
  /** Words of `command`, then of `args`. */
  readonly words: readonly PlacedText[];
};

export type PodVariable = {
  readonly name: string;
  /** As written, or a key of a ConfigMap; `null`: from elsewhere (a Secret, a field of the pod). */
  readonly value: string | { readonly config: string; readonly key: string } | null;
  readonly place: Place;
};

export type PlacedText = { readonly text: string; readonly place: Place };

/** A ConfigMap: variables, and files. */
export type ConfigData = {
  readonly namespace: string | null;
  readonly name: string;
  readonly entries: readonly {
    readonly key: string;
    readonly text: string;
    readonly place: Place;
  }[];
};

const KINDS: ReadonlyMap<string, { readonly kind: WorkloadKind; readonly groups: RegExp }> =
  new Map([
    ["Deployment", { kind: "Deployment", groups: /^(?:apps|extensions)\// }],
    ["StatefulSet", { kind: "StatefulSet", groups: /^apps\// }],
    ["ReplicaSet", { kind: "ReplicaSet", groups: /^(?:apps|extensions)\// }],
    ["DaemonSet", { kind: "DaemonSet", groups: /^(?:apps|extensions)\// }],
    ["ReplicationController", { kind: "ReplicationController", groups: /^v1$/ }],
    ["Rollout", { kind: "Rollout", groups: /^argoproj\.io\// }],
    ["Service", { kind: "KnativeService", groups: /^serving\.knative\.dev\// }],
  ]);

/** Add what the pod template of a workload is configured with; other objects have none. */
export const readConfigured: ObjectReader = (object, { kind, apiVersion, file }, findings) => {
  const known = KINDS.get(kind);
  const named = nameOf(object, file);
  const pod = asMapping(lookup(object, "spec", "template", "spec"));
  if (!known?.groups.test(apiVersion) || named === null || pod === null) return;
  const containers = ["containers", "initContainers"].flatMap((key) => items(lookup(pod, key)));
  findings.configured.push({
    from: { kind: known.kind, namespace: namespaceOf(object), name: named.name },
    containers: containers.map((one) => containerOf(one, file)),
    mounted: items(lookup(pod, "volumes")).flatMap(configsOfVolume),
  });
};

/** Add the data of a ConfigMap. */
export const readConfigMap: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const data = asMapping(lookup(object, "data"))?.entries ?? [];
  findings.configs.push({
    namespace: namespaceOf(object),
    name: named.name,
    entries: data.flatMap(({ key, value }) => {
      const text = asText(value);
      return text === null ? [] : [{ key, text, place: placeIn(file, value.at) }];
    }),
  });
};

function containerOf(container: YamlNode, file: string): ConfiguredContainer {
  return {
    env: items(lookup(container, "env")).flatMap((one) => variableOf(one, file)),
    envFrom: items(lookup(container, "envFrom")).flatMap((one) => {
      const config = asText(lookup(one, "configMapRef", "name"));
      return config === null ? [] : [{ config, prefix: asText(lookup(one, "prefix")) ?? "" }];
    }),
    words: ["command", "args"].flatMap((key) =>
      items(lookup(container, key)).flatMap((word) => {
        const text = asText(word);
        return text === null ? [] : [{ text, place: placeIn(file, word.at) }];
      }),
    ),
  };
}

function variableOf(node: YamlNode, file: string): readonly PodVariable[] {
  const name = asText(lookup(node, "name"));
  if (name === null) return [];
  const written = lookup(node, "value");
  const reference = lookup(node, "valueFrom", "configMapKeyRef");
  const config = asText(lookup(reference, "name"));
  const key = asText(lookup(reference, "key"));
  const value = config === null || key === null ? asText(written) : { config, key };
  return [{ name, value, place: placeIn(file, (written ?? node).at) }];
}

/** `configMap`, and those of `projected.sources` (Kubernetes API, Volume). */
function configsOfVolume(volume: YamlNode): readonly string[] {
  const sources: readonly (YamlNode | YamlMapping)[] = [
    volume,
    ...items(lookup(volume, "projected", "sources")),
  ];
  return sources.flatMap((one) => asText(lookup(one, "configMap", "name")) ?? []);
}

function items(node: YamlNode | null): readonly YamlNode[] {
  return asSequence(node)?.items ?? [];
}
