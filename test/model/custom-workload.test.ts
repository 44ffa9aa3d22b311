import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import { buildModel } from "../../src/model/build.ts";
import { placeholder } from "../deployment/manifest.ts";
import { alone, lines, told, validSpec } from "./support.ts";

const spec = (workload: string) => `version: 1
services: { ledger: { workload: ${workload} } }
endpoints: { e: { entry: ledger } }
`;
const at = (path: string, more = "") =>
  spec(`{ kind: KafkaCluster, name: ledger${more}, replicasAt: ${path} }`);

const kafka = (spec: string, namespace = "shop") => `apiVersion: example.com/v1
kind: KafkaCluster
metadata: { name: ledger, namespace: ${namespace} }
spec: { ${spec} }
`;

async function build(text: string, ...manifests: readonly string[]) {
  const files = manifests.map((one, i) => ({ path: `${i}.yaml`, text: one }));
  return buildModel(await validSpec(text), readDeployment(files), alone);
}

const errors = async (text: string, ...manifests: readonly string[]) =>
  lines((await build(text, ...manifests)).diagnostics).filter((one) => one.includes(" error "));

describe("a service of a custom resource", () => {
  const three = kafka("kafka: { replicas: 3, port: 9092 }, zookeeper: { size: 5 }");

  it("has the number at the path, and its line", async () => {
    const { model, unclaimed } = await build(at("spec.kafka.replicas"), three);
    expect(model?.services[0]).toMatchObject({
      replicas: { length: 3 },
      disruption: { rollout: 1, drain: 1 },
      origin: {
        workload: "KafkaCluster/shop/ledger",
        replicasFrom: "manifest",
        replicasPlace: { file: "0.yaml", line: 4 },
      },
    });
    expect(unclaimed).toEqual([]);
    expect(
      (await build(at("spec.zookeeper.size"), three)).model?.services[0]?.replicas.length,
    ).toBe(5);
    expect(
      (await build(at("spec.kafka.replicas", ", namespace: shop"), three)).model,
    ).not.toBeNull();
  });

  it.each([
    ["spec.kafka.replica", "did you mean `spec.kafka.replicas`?"],
    ["spec.a", "it has one at `spec.kafka.replicas`, `spec.kafka.port`, `spec.zookeeper.size`"],
  ])("at %s is an error that names those that it has", async (path, remedy) => {
    expect(await errors(at(path), three)).toEqual([
      `2:33 error unknown-replicas-path: \`KafkaCluster/ledger\` of service \`ledger\` has no whole number at \`${path}\`; ${remedy}`,
    ]);
  });

  it("is an error where there is no number, no such thing, or several", async () => {
    expect((await errors(at("spec.size"), kafka("size: '3'")))[0]).toContain(
      'error bad-replicas: spec.size of `KafkaCluster/ledger` is `"3"`; remove the quotes',
    );
    expect(
      (await errors(at("spec.x"), kafka(`x: { y: true }, image: '${placeholder("I")}'`)))[0],
    ).toContain("it has none below `spec`");
    expect(
      (await errors(at("spec.x"), three.replace("name: ledger", "name: ledgers")))[0],
    ).toContain(
      "error unknown-workload: no manifest has the workload `KafkaCluster/ledger` of service `ledger`; did you mean `KafkaCluster/ledgers`?",
    );
    expect(
      (await errors(at("spec.kafka.replicas"), three, kafka("kafka: { replicas: 3 }", "b")))[0],
    ).toContain(
      "error ambiguous-workload: service `ledger` matches several workloads: KafkaCluster/shop/ledger (0.yaml:3), KafkaCluster/b/ledger (1.yaml:3); name the namespace",
    );
    const other = kafka("kafka: { replicas: 1 }");
    expect((await errors(at("spec.kafka.replicas"), three, other))[0]).toContain(
      "error conflicting-workload: the manifests disagree on the replicas of `KafkaCluster/shop/ledger`: 3 (0.yaml:4), 1 (1.yaml:4)",
    );
    expect(await errors(at("spec.kafka.replicas"), three, kafka("kafka: { replicas: 3 }"))).toEqual(
      [],
    );
  });

  it("may be one of several workloads, and two services may be of one object", async () => {
    const both = spec(
      "[{ kind: KafkaCluster, name: ledger, replicasAt: spec.kafka.replicas }, { kind: KafkaCluster, name: ledger, replicasAt: spec.zookeeper.size }]",
    );
    expect((await build(both, three)).model?.services[0]?.replicas.length).toBe(8);
    const { model, diagnostics } = await build(
      `version: 1
services:
  a: { workload: { kind: KafkaCluster, name: ledger, replicasAt: spec.kafka.replicas } }
  b: { workload: { kind: KafkaCluster, name: ledger, replicasAt: spec.zookeeper.size } }
  c: { workload: { kind: KafkaCluster, name: ledger, replicasAt: spec.zookeeper.size } }
endpoints: { e: { entry: a } }
`,
      three,
    );
    expect(model?.services.map(({ replicas }) => replicas.length)).toEqual([3, 5, 5]);
    expect(lines(diagnostics).filter((one) => one.includes("shared-workload"))).toEqual([
      expect.stringContaining("services `b` and `c` both run as `KafkaCluster/shop/ledger`"),
    ]);
  });

  it("is not to be pointed to where the kind is read, or without a path", async () => {
    expect(await told(spec("{ kind: Deployment, name: pay, replicasAt: spec.replicas }"))).toEqual([
      expect.stringMatching(
        /^2:64 error contradiction: `replicasAt` beside the kind `Deployment`, whose replicas are read; remove it$/,
      ),
    ]);
    expect(await told(spec("KafkaCluster/ledger"))).toEqual([
      expect.stringContaining(
        "error unknown-kind: the kind `KafkaCluster` is not read; known: Deployment, StatefulSet, ReplicaSet, ReplicationController, DaemonSet, Rollout, KnativeService, ComposeService; for another kind, say where its number of replicas stands: `{ kind: KafkaCluster, name: ledger, replicasAt: spec.replicas }`",
      ),
    ]);
  });
});

describe("kinds beside those of Kubernetes", () => {
  it.each([
    ["Rollout", "argoproj.io/v1alpha1", "replicas: 3"],
    [
      "KnativeService",
      "serving.knative.dev/v1",
      "template: { metadata: { annotations: { autoscaling.knative.dev/min-scale: '3' } } }",
    ],
  ])("%s is one that a spec may name", async (kind, apiVersion, body) => {
    const written = kind === "KnativeService" ? "Service" : kind;
    const manifest = `apiVersion: ${apiVersion}\nkind: ${written}\nmetadata: { name: web }\nspec: { ${body} }\n`;
    const { model } = await build(spec(`${kind}/web`), manifest);
    expect(model?.services[0]?.replicas.length).toBe(3);
  });
});
