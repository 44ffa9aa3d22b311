import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import { selectManifests } from "../../src/deployment/select.ts";
import type { Deployment, ManifestFile } from "../../src/deployment/workload.ts";
import { disruptionOf } from "../../src/model/disruption.ts";

const ROOT = new URL("../../../shared/realworld/", import.meta.url);
const present = existsSync(ROOT);
const absent = present ? "" : " (skipped: ../shared is absent)";

function filesOf(folder: string): readonly ManifestFile[] {
  const root = new URL(`${folder}/`, ROOT);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
}

/** Deployment of a set, or of the files of it whose path matches. */
function deploymentOf(folder: string, only = /./): Deployment {
  return readDeployment(filesOf(folder).filter((file) => only.test(file.path)));
}

/** `name` → replicas of the workloads of a kind. */
function counts(deployment: Deployment, kind: string): Record<string, number | null> {
  const ofKind = deployment.workloads.filter((one) => one.kind === kind);
  return Object.fromEntries(ofKind.map((one) => [one.name, one.replicas.count]));
}

function count(deployment: Deployment, name: string): number | null | undefined {
  return deployment.workloads.find((one) => one.name === name)?.replicas.count;
}

describe.skipIf(!present)(`sets of real manifests${absent}`, () => {
  it("otel-demo has 24 Deployments and a StatefulSet, one replica each", () => {
    const deployment = deploymentOf("manifests/otel-demo", /^k8s/);
    const deployments = Object.values(counts(deployment, "Deployment"));
    expect(deployments).toEqual(Array(24).fill(1));
    expect(counts(deployment, "StatefulSet")).toEqual({ opensearch: 1 });
    expect(deployment.diagnostics).toEqual([]);
  });

  it("otel-demo's seven Compose files agree with each other", () => {
    const deployment = deploymentOf("manifests/otel-demo", /compose/);
    expect(deployment.diagnostics).toEqual([]);
    expect(deployment.workloads.flatMap((one) => one.conflicts)).toEqual([]);
    expect(count(deployment, "frontend-proxy")).toBe(1);
  });

  it("guestbook has frontend 3, redis-replica 2 and master 1, also in its old controllers", () => {
    const deployment = deploymentOf("manifests/guestbook");
    expect(counts(deployment, "Deployment")).toEqual({
      frontend: 3,
      "redis-master": 1,
      "redis-replica": 2,
    });
    expect(counts(deployment, "ReplicationController")).toMatchObject({ frontend: 3 });
    expect(deployment.workloads.flatMap((one) => one.conflicts)).toEqual([]);
  });

  it("online-boutique states replicas of the load generator only, and nothing counts twice", () => {
    const { workloads } = deploymentOf(
      "manifests/online-boutique",
      /^(?:release|kustomize\/base)\//,
    );
    expect(workloads).toHaveLength(12);
    for (const { name, replicas, copies } of workloads) {
      const rule = name === "loadgenerator" ? "replicas" : "default";
      expect([replicas.count, replicas.rule, copies.length]).toEqual([1, rule, 1]);
    }
  });

  it.each([
    ["docker-compose.yml", 27],
    ["docker-compose-swarm.yml", 31],
    ["docker-compose-sharding.yml", 30],
  ])("social network: %s has %i services", (file, services) => {
    const deployment = deploymentOf("manifests/dsb-social-network", new RegExp(`${file}$`));
    expect(deployment.workloads).toHaveLength(services);
  });

  it("sock-shop has 14 Deployments of one, and an autoscaler for none of them", () => {
    const deployment = deploymentOf("manifests/sock-shop", /^kubernetes/);
    expect(Object.values(counts(deployment, "Deployment"))).toEqual(Array(14).fill(1));
    const scaled = deployment.workloads.filter((one) => one.replicas.rule === "autoscaler");
    expect(scaled.map((one) => one.name)).not.toContain("carts");
    expect(scaled).toHaveLength(7);
  });

  it("train-ticket states one replica 64 times in files that end with empty documents", () => {
    const { workloads, unread } = deploymentOf("manifests/train-ticket");
    const stated = workloads.reduce((sum, one) => sum + 1 + one.copies.length, 0);
    expect(stated).toBeGreaterThanOrEqual(64);
    expect(workloads.every((one) => one.replicas.count === 1)).toBe(true);
    expect(unread).toEqual([]);
  });

  it("kite's autoscaler gives 2", () => {
    const deployment = deploymentOf("manifests/rh-kite", /base\//);
    expect(count(deployment, "konflux-kite")).toBe(2);
  });

  it("a CRD that speaks of replicas has none; traefik and argocd have theirs", () => {
    expect(deploymentOf("manifests/big", /crd/).workloads).toEqual([]);
    expect(count(deploymentOf("manifests/helm-rendered"), "traefik")).toBe(2);
    const argocd = deploymentOf("manifests/big", /argocd/);
    expect(count(argocd, "argocd-redis-ha-server")).toBe(3);
    expect(count(argocd, "argocd-server")).toBe(2);
  });

  it("kube-prometheus lets one adapter go; the pods of its other budgets are an operator's", () => {
    const { workloads, idleBudgets, diagnostics } = deploymentOf("manifests/kube-prometheus");
    const adapter = workloads.find((one) => one.name === "prometheus-adapter")!;
    expect(disruptionOf(adapter.disruption, 2)).toEqual({ rollout: 1, drain: 1 });
    expect(adapter.disruption.drain!.place.file).toContain("Adapter-podDisruptionBudget.yaml");
    expect(idleBudgets[0]!.message).toMatch(/^2 disruption budgets .*alertmanager.*prometheus/);
    expect(diagnostics.map(({ code }) => code)).not.toContain("idle-budget");
  });

  it("templates are named and not fatal", () => {
    const deployment = deploymentOf("manifests/zalando-templated");
    expect(deployment.unread).toContain("cluster/manifests/z-karpenter/deployment.yaml");
    expect(deployment.diagnostics).toHaveLength(1);
    expect(deployment.diagnostics[0]!.message).toMatch(/and \d+ more/);
  });

  it("odd: what Go reads is read, and what it refuses is named", () => {
    const deployment = deploymentOf("manifests/odd");
    expect(deployment.unread).toEqual([
      "badindent-vllm-gemma-deployment.yaml",
      "dupkey-imagePullPolicy-devbot.yaml",
      "dupkey-requests-kafka-target-cluster.yaml",
      "dupkey-selector-openshift-controller.yaml",
      "gen3-template-fence-deploy.yaml",
      "gen3-template-indexd-deploy.yaml",
      "gen3-template-revproxy-deploy.yaml",
      "parseerr-analysis-run-failfast.yaml",
      "template-vitess-vtgate-controller.yaml",
    ]);
    expect(counts(deployment, "ReplicationController")).toEqual({ "sysdig-agent": 100 });
    expect(counts(deployment, "Deployment")).toMatchObject({
      "hello-v1": 3,
      "hello-v2": 3,
      "vllm-tpu": 1,
      frontend: 2,
    });
    const shell = deployment.workloads.find((one) => one.place.file.startsWith("shellvar"));
    expect(shell?.replicas.problem).toContain("REPLICAS:-1");
    expect(shell?.replicas.place.line).toBe(52);
  });

  it("every set is read without a throw, and every place points at its number or name", () => {
    for (const set of readdirSync(new URL("manifests/", ROOT))) {
      const files = filesOf(`manifests/${set}`);
      const lines = new Map(files.map((file) => [file.path, file.text.split(/\r\n|\r|\n/)]));
      for (const { name, replicas } of readDeployment(files).workloads) {
        const { file, line, column } = replicas.place;
        const rest = lines.get(file)![line - 1]!.slice(column - 1);
        if (replicas.problem !== undefined) continue;
        if (replicas.rule === "replicas") {
          expect(Number.parseInt(rest, 10)).toBe(replicas.count);
        } else if (replicas.rule === "default") expect(rest).toContain(name);
      }
    }
  });

  it("the default selection leaves out workflows and hidden folders", () => {
    const paths = filesOf("manifests/home-ops").map((file) => file.path);
    expect(selectManifests(paths, null, "").every((path) => !/(?:^|\/)\./.test(path))).toBe(true);
  });
});

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

  it("rh-sprayproxy: the patch stands for the workload whose base is remote", () => {
    const folder = "pairs/rh-sprayproxy-patch-replicas-antiaffinity";
    const production = /production/;
    const base = deploymentOf(`${folder}/base`, production);
    expect(base.workloads[0]!.replicas.problem).toContain("only a patch");
    expect(count(deploymentOf(`${folder}/head`, production), "sprayproxy")).toBe(2);
  });
});
