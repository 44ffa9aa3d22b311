import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import { selectManifests } from "../../src/deployment/select.ts";
import { disruptionOf } from "../../src/model/disruption.ts";
import { absent, count, counts, deploymentOf, filesOf, present, ROOT } from "./real-sets.ts";

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

  it("odd: keys written twice are problems of their own workloads, with both lines", () => {
    const { workloads } = deploymentOf("manifests/odd", /^dupkey/);
    const problems = workloads.map(({ name, replicas }) => [name, replicas.problem]);
    expect(problems).toEqual([
      ["devbot-deployment", expect.stringMatching(/`imagePullPolicy` .* first in line 23/)],
      ["openshift", expect.stringMatching(/`selector` is written twice, first in line 8/)],
    ]);
    expect(workloads.map(({ replicas }) => replicas.place.line)).toEqual([37, 12]);
  });

  it("odd: numbers of custom resources are known by their paths, each at its line", () => {
    const customs = deploymentOf("manifests/odd").customs;
    const numbers = (name: string) => customs.find((one) => one.kind === name)?.numbers;
    expect(numbers("DeploymentConfig")?.get("spec.replicas")?.count).toBe(7);
    expect(numbers("RedisFailover")?.get("spec.redis.replicas")?.count).toBe(3);
    expect(numbers("RedisFailover")?.get("spec.sentinel.replicas")?.count).toBe(3);
  });

  it.each(["v1", "v2beta1", "v2beta2"])("odd: an autoscaler of %s gives its app 2", (version) => {
    const [hpa] = filesOf("manifests/odd").filter(({ path }) =>
      path.endsWith(`hpa-${version}.yaml`),
    );
    const apps = ["cartservice", "checkoutservice", "frontend"].map(
      (name) => `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\n`,
    );
    const { workloads } = readDeployment([hpa!, { path: "apps.yaml", text: apps.join("---\n") }]);
    const scaled = workloads.filter(({ replicas }) => replicas.rule === "autoscaler");
    expect(scaled.map(({ replicas }) => replicas.count)).toContain(2);
    expect(scaled.every(({ replicas }) => replicas.place.file === hpa!.path)).toBe(true);
  });

  it("argo-rollouts: canary 5, blue-green 2, and 5 of the Rollout that refers to a Deployment", () => {
    const deployment = deploymentOf("manifests/argo-rollouts-examples");
    expect(counts(deployment, "Rollout")).toMatchObject({
      "rollout-canary": 5,
      "rollout-bluegreen": 2,
      "rollout-ref-deployment": 5,
    });
    expect(counts(deployment, "Deployment")).toEqual({});
  });

  it("Knative's services count, beside its own HorizontalPodAutoscalers", () => {
    expect(counts(deploymentOf("manifests/knative"), "KnativeService")).toEqual({
      "grpc-ping": 1,
      "login-service": 1,
      "multi-container": 1,
      "search-service": 1,
      "tag-header": 1,
    });
  });

  it("kube-prometheus has custom resources of 2 and 3 replicas", () => {
    const { customs } = deploymentOf("manifests/kube-prometheus");
    const replicas = customs.map(({ kind, numbers }) => [
      kind,
      numbers.get("spec.replicas")?.count,
    ]);
    expect(replicas).toEqual([
      ["Alertmanager", 3],
      ["Prometheus", 2],
    ]);
  });

  it("a stated number of replicas is never passed over in silence", () => {
    const silent: string[] = [];
    for (const set of readdirSync(new URL("manifests/", ROOT))) {
      for (const file of filesOf(`manifests/${set}`)) {
        const start = performance.now();
        const { workloads, customs, diagnostics } = readDeployment([file]);
        expect(performance.now() - start).toBeLessThan(5000);
        const states = /^(?:kind: (?:Deployment|StatefulSet|Rollout|ReplicationController))$/m;
        const isTold = diagnostics.length > 0 || customs.length > 0;
        if (states.test(file.text) && workloads.length === 0 && !isTold) silent.push(file.path);
      }
    }
    expect(silent).toEqual([]);
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
