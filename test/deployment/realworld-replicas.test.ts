import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import type { Deployment } from "../../src/deployment/workload.ts";

const ROOT = new URL("../../../shared/realworld/manifests/", import.meta.url);
const present = existsSync(ROOT);

function deploymentOf(set: string, only = /./): Deployment {
  const root = new URL(`${set}/`, ROOT);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => /\.(?:ya?ml|json)$/.test(path) && only.test(path)).sort();
  return readDeployment(
    files.map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") })),
  );
}

/** `name` → replicas, with a `?` where there may be none. */
function counts({ workloads }: Deployment, kind: string): Record<string, string> {
  const ofKind = workloads.filter((one) => one.kind === kind);
  return Object.fromEntries(
    ofKind.map(({ name, replicas }) => [name, `${replicas.count}${replicas.toZero ? "?" : ""}`]),
  );
}

/** `Kind/name` → the number at a path. */
function numbers({ customs }: Deployment, path: string): Record<string, number | null> {
  return Object.fromEntries(
    customs.flatMap(({ kind, name, numbers: all }) => {
      const fact = all.get(path);
      return fact === undefined ? [] : [[`${kind}/${name}`, fact.count]];
    }),
  );
}

describe.skipIf(!present)(`replicas${present ? "" : " (skipped: ../shared is absent)"}`, () => {
  it("of Argo Rollouts: canary 5, blue-green 2, and 5 for a Deployment of none", () => {
    const deployment = deploymentOf("argo-rollouts-examples");
    expect(counts(deployment, "Rollout")).toMatchObject({
      "rollout-canary": "5",
      "rollout-canary-preview": "3",
      "rollout-bluegreen": "2",
      "rollout-ref-deployment": "5",
      "istio-host-split": "4",
    });
    expect(counts(deployment, "Deployment")).toEqual({});
    const byName = (name: string) => deployment.workloads.find((one) => one.name === name)!;
    expect(byName("rollout-ref-deployment").podLabels).toEqual({ app: "rollout-ref-deployment" });
    expect(byName("rollout-canary").disruption.rollout!.amount).toMatchObject({ percent: 25 });
    for (const name of ["rollout-bluegreen", "istio-host-split"]) {
      expect(byName(name).disruption.rollout!.amount).toBe(0);
    }
  });

  it("of Knative may be none at all, where no manifest says more", () => {
    const services = counts(deploymentOf("knative"), "KnativeService");
    expect(Object.keys(services).sort()).toEqual([
      "grpc-ping",
      "login-service",
      "multi-container",
      "search-service",
      "tag-header",
    ]);
    const twins = counts(deploymentOf("dsb-hotel", /^knative/), "KnativeService");
    expect(Object.keys(twins)).toHaveLength(7);
    expect(new Set([...Object.values(services), ...Object.values(twins)])).toEqual(new Set(["1?"]));
  });

  it("of kube-prometheus' resources: 2 and 3", () => {
    expect(numbers(deploymentOf("kube-prometheus"), "spec.replicas")).toEqual({
      "Prometheus/k8s": 2,
      "Alertmanager/main": 3,
    });
  });

  it("of what is odd: 3, 3 and 7", () => {
    const odd = deploymentOf("odd");
    expect(numbers(odd, "spec.redis.replicas")).toEqual({ "RedisFailover/my-target-cluster": 3 });
    expect(numbers(odd, "spec.replicas")).toMatchObject({ "DeploymentConfig/hello": 7 });
  });

  it("of charts that home-ops has others render are in their values", () => {
    const homeOps = deploymentOf("home-ops");
    expect(numbers(homeOps, "spec.values.replicaCount")).toMatchObject({ "HelmRelease/echo": 2 });
    const proxy = "spec.provider.kubernetes.envoyDeployment.replicas";
    expect(numbers(homeOps, proxy)).toEqual({ "EnvoyProxy/envoy": 2 });
  });

  it("of sock-shop: an autoscaler of a Deployment that is not there, and seven beside numbers", () => {
    const { diagnostics } = deploymentOf("sock-shop", /^kubernetes/);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "autoscaler-without-target",
      "replicas-beside-autoscaler",
    ]);
    expect(diagnostics[0]!.message).toMatch(
      /^`HorizontalPodAutoscaler\/cart` scales `Deployment\/cart`: no manifest has that/,
    );
    expect(diagnostics[1]!.message).toContain(" and 4 more; the autoscaler's minimum is counted");
  });

  it("of each version of the autoscaler's format are 2", () => {
    const web = (name: string) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec: {selector: {}}\n`;
    const root = new URL("odd/hpa-versions/", ROOT);
    for (const path of readdirSync(root)) {
      const text = readFileSync(new URL(path, root), "utf8");
      const { workloads } = readDeployment([
        { path, text },
        { path: "web.yaml", text: web("cartservice") },
      ]);
      expect([path, workloads[0]!.replicas.count]).toEqual([path, 2]);
    }
  });
});
