import { describe, expect, it } from "vitest";
import { absent, count, deploymentOf, present } from "./real-sets.ts";

describe.skipIf(!present)(`pairs of real commits${absent}`, () => {
  /** What differs between base and head: `name: base → head`. */
  function changes(pair: string, only = /./): readonly string[] {
    const [base, head] = ["base", "head"].map((side) => {
      const { workloads } = deploymentOf(`pairs/${pair}/${side}`, only);
      return new Map(workloads.map((one) => [`${one.kind}/${one.name}`, one.replicas.count]));
    });
    const names = [...new Set([...base!.keys(), ...head!.keys()])].sort();
    return names
      .filter((name) => base!.get(name) !== head!.get(name))
      .map((name) => `${name}: ${base!.get(name)} → ${head!.get(name)}`);
  }

  it.each<[string, RegExp, readonly string[]]>([
    [
      "dk-hpa-min-10-to-2",
      /overlays\/production/,
      ["Deployment/dreamkast: 10 → 2", "Deployment/dreamkast-ui: 10 → 1"],
    ],
    ["dsb-hotel-compose-replicas-down", /./, ["ComposeService/frontend: 3 → 1"]],
    [
      "sg-replicas-up",
      /^base\//,
      ["Deployment/precise-code-intel-worker: 1 → 2", "Deployment/sourcegraph-frontend: 1 → 2"],
    ],
    ["kp-adapter-ha", /./, ["Deployment/prometheus-adapter: 1 → 2"]],
    ["kp-adapter-pdb", /./, []],
    ["neco-teleport-proxy-2", /./, ["Deployment/teleport-proxy: 1 → 2"]],
    ["ob-release-image-only", /./, []],
    ["ob-checkout-cart-addr-added", /./, []],
    ["otel-compose-envvar-rename-only", /compose/, []],
    ["knserving-pdb-api-version-only", /./, []],
    ["rh-proxy-rollingupdate-readiness", /./, []],
    ["argocd-antiaffinity-base", /./, []],
    [
      "sg-grafana-deploy-to-sts",
      /^base\//,
      ["Deployment/grafana: 1 → undefined", "StatefulSet/grafana: undefined → 1"],
    ],
    ["sg-remove-github-proxy", /^base\//, ["Deployment/github-proxy: 1 → undefined"]],
    ["emojivoto-remove-api", /emojivoto\.yml/, ["Deployment/api: 1 → undefined"]],
    ["tt-avatar-service-added", /./, ["Deployment/ts-avatar-service: undefined → 1"]],
    [
      "aks-redis-removed-worker-rewired",
      /./,
      [
        "Deployment/makeline-service: undefined → 1",
        "Deployment/redis: 1 → undefined",
        "Deployment/virtual-customer: undefined → 1",
      ],
    ],
    [
      "otel-compose-rename-checkout",
      /compose\.yml/,
      ["ComposeService/checkout: undefined → 1", "ComposeService/checkoutservice: 1 → undefined"],
    ],
    [
      "otel-compose-kafka-async-added",
      /compose\.yml/,
      [
        "ComposeService/accountingservice: undefined → 1",
        "ComposeService/frauddetectionservice: undefined → 1",
        "ComposeService/kafka: undefined → 1",
      ],
    ],
    // The manifest itself is a Go template, in which nothing can be trusted: it is named instead.
    ["zalando-csi-replicas-down", /./, []],
  ])("%s", (pair, only, expected) => {
    expect(changes(pair, only)).toEqual(expected);
  });

  it("zalando-csi-replicas-down: the templated controller is among the unread", () => {
    const { unread } = deploymentOf("pairs/zalando-csi-replicas-down/head");
    expect(unread).toContain("cluster/manifests/03-ebs-csi/controller.yaml");
  });

  it.each([
    ["neco-vmalertmanager-cr-pdb", "VMAlertmanager", "spec.replicaCount", 1, 3],
    [
      "home-ops-helmrelease-replicas",
      "HelmRelease",
      "spec.values.controllers.cloudflare-tunnel.replicas",
      undefined,
      2,
    ],
  ])("%s: %s states %s", (pair, kind, path, base, head) => {
    const stated = ["base", "head"].map((side) => {
      const { customs } = deploymentOf(`pairs/${pair}/${side}`);
      return customs.find((one) => one.kind === kind)?.numbers.get(path)?.count;
    });
    expect(stated).toEqual([base, head]);
  });

  it("rh-sprayproxy: the patch stands for the workload whose base is remote", () => {
    const folder = "pairs/rh-sprayproxy-patch-replicas-antiaffinity";
    const production = /production/;
    const base = deploymentOf(`${folder}/base`, production);
    expect(base.workloads[0]!.replicas.problem).toContain("only a patch");
    expect(count(deploymentOf(`${folder}/head`, production), "sprayproxy")).toBe(2);
  });
});
