import { describe, expect, it } from "vitest";
import { isReplicaPath } from "../../src/deployment/custom.ts";
import { brief, deploymentOf, placeholder } from "./manifest.ts";

function kafka(spec: string, kind = "KafkaCluster", apiVersion = "example.com/v1"): string {
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: ledger, namespace: shop}
spec:
  ${spec}
`;
}

function numbers(spec: string): Record<string, string> {
  const [custom] = deploymentOf({ "a.yaml": kafka(spec) }).customs;
  const facts = [...(custom?.numbers ?? [])];
  return Object.fromEntries(facts.map(([path, fact]) => [path, fact.problem ?? brief(fact)]));
}

describe("a custom resource", () => {
  it("has the whole numbers below its spec, by their paths", () => {
    const spec =
      "kafka: {replicas: 3, ratio: 0.5, port: 9092}\n  pools:\n    - {size: 2}\n    - {size: 4, name: b}";
    expect(numbers(spec)).toEqual({
      "spec.kafka.replicas": "3 at a.yaml:5",
      "spec.kafka.port": "9092 at a.yaml:5",
      "spec.pools.0.size": "2 at a.yaml:7",
      "spec.pools.1.size": "4 at a.yaml:8",
    });
    expect(deploymentOf({ "a.yaml": kafka("replicas: 3") }).customs).toMatchObject([
      { kind: "KafkaCluster", namespace: "shop", name: "ledger", place: { line: 3 } },
    ]);
  });

  it("says of what cannot be told, where its key speaks of replicas, why", () => {
    expect(numbers(`replicas: ${placeholder("N")}\n  image: ${placeholder("I")}`)).toEqual({
      "spec.replicas": expect.stringContaining("spec.replicas of `KafkaCluster/ledger` is"),
    });
    expect(numbers("replicas: '3'")["spec.replicas"]).toContain("remove the quotes");
  });

  it.each([
    ["Deployment", "apps/v1"],
    ["Job", "batch/v1"],
    ["NetworkPolicy", "networking.k8s.io/v1"],
    ["ScaledJob", "keda.sh/v1alpha1"],
    ["AnalysisTemplate", "argoproj.io/v1alpha1"],
    ["VirtualService", "networking.istio.io/v1"],
  ])("is none of kind %s of %s", (kind, apiVersion) => {
    expect(deploymentOf({ "a.yaml": kafka("replicas: 3", kind, apiVersion) }).customs).toEqual([]);
  });

  it("may be what a controller makes of a chart", () => {
    const text = kafka("values: {web: {replicas: 2}}", "HelmRelease", "helm.toolkit.fluxcd.io/v2");
    const [custom] = deploymentOf({ "a.yaml": text }).customs;
    expect([...custom!.numbers.keys()]).toEqual(["spec.values.web.replicas"]);
  });

  it("is none in a definition of one, whose schema speaks of replicas", () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: kafkas.example.com}
spec:
  names: {kind: KafkaCluster}
  versions: [{name: v1, schema: {openAPIV3Schema: {properties: {replicas: {minimum: 3}}}}}]
`;
    expect(deploymentOf({ "a.yaml": definition }).customs).toEqual([]);
    expect(numbers("schema: {openAPIV3Schema: {replicas: {minimum: 3}}}")).toEqual({});
  });

  it("is read within its limits, however it is built", () => {
    const bomb = ["a0: &a0 {replicas: 1}"];
    for (let i = 1; i < 24; i++) bomb.push(`a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`);
    expect(Object.keys(numbers(bomb.join("\n  "))).length).toBeLessThanOrEqual(1000);
    const wide = Array.from({ length: 3000 }, (_, i) => `n${i}: ${i}`).join(", ");
    expect(Object.keys(numbers(`wide: {${wide}}`))).toHaveLength(1000);
  });
});

describe("a path of replicas", () => {
  it.each([
    "spec.replicas",
    "spec.replicaCount",
    "spec.kafka.minReplicas",
    "spec.instances",
    "spec.numberOfInstances",
    "spec.nodeSets.0.count",
    "spec.clusterSize",
    "spec.members",
    "spec.sizes.1.size",
  ])("is %s", (path) => {
    expect(isReplicaPath(path)).toBe(true);
  });

  it.each(["spec.maxReplicas", "spec.port", "spec.replicasPolicy.timeout", "spec.accounts"])(
    "is not %s",
    (path) => {
      expect(isReplicaPath(path)).toBe(false);
    },
  );
});
