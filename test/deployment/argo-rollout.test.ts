import { describe, expect, it } from "vitest";
import { brief, deployment, deploymentOf, workloadOf } from "./manifest.ts";

function rollout(spec: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  ${spec}
`;
}

const PODS =
  "selector: {matchLabels: {app: web}}\n  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: main:1}]}}";
const REF = "workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web-pods}";

describe("a Rollout", () => {
  it("has its replicas, or one", () => {
    const stated = workloadOf(rollout(`replicas: 5\n  ${PODS}`));
    expect(stated).toMatchObject({ kind: "Rollout", name: "web", podLabels: { app: "web" } });
    expect(brief(stated.replicas)).toBe("5 at a.yaml:5");
    expect(brief(workloadOf(rollout(PODS)).replicas)).toBe("1 at a.yaml:3");
    expect(workloadOf(rollout(`replicas: "5"\n  ${PODS}`)).replicas.problem).toContain(
      "spec.replicas of `Rollout/web`",
    );
  });

  it("is scaled by an autoscaler, selected by a Service, and kept by a budget", () => {
    const { workloads } = deploymentOf({
      "r.yaml": rollout(`replicas: 5\n  ${PODS}`),
      "h.yaml":
        "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec: {scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web}, minReplicas: 3}\n",
      "s.yaml":
        "apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {selector: {app: web}}\n",
      "p.yaml":
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: p}\nspec: {maxUnavailable: 2, selector: {matchLabels: {app: web}}}\n",
    });
    expect(workloads).toMatchObject([
      { replicas: { count: 3 }, selectedBy: ["shop"], disruption: { drain: { amount: 2 } } },
    ]);
  });
});

describe("an update of a Rollout", () => {
  const down = (percent: number) => ({ percent, rounding: "down" });

  it.each<[string, unknown, number]>([
    ["strategy: {canary: {}}", down(25), 0],
    ["paused: false", down(25), 0],
    ["strategy: {canary: {maxUnavailable: 2}}", 2, 0],
    ["strategy: {canary: {maxUnavailable: 10%, maxSurge: 0}}", down(10), 1],
    // A router keeps the stable pods until the new ones have all calls.
    ["strategy: {canary: {maxUnavailable: 2, trafficRouting: {istio: {}}}}", 0, 0],
    ["strategy: {blueGreen: {activeService: web}}", 0, 0],
    ["strategy: {blueGreen: {activeService: web, maxUnavailable: 1}}", 1, 0],
  ])("with %s may take away %j", (strategy, amount, least) => {
    const { disruption } = workloadOf(rollout(`${strategy}\n  ${PODS}`));
    expect(disruption.rollout).toMatchObject({ kind: "maxUnavailable", amount, least });
    expect(disruption.rollout!.problem).toBeUndefined();
  });

  it("with what is no amount counts the default, and says so", () => {
    const text = rollout(`strategy: {canary: {maxUnavailable: "2"}}\n  ${PODS}`);
    const { rollout: allowed } = workloadOf(text).disruption;
    expect(allowed).toMatchObject({ amount: down(25), place: { line: 5 } });
    expect(allowed!.problem).toContain('maxUnavailable of `Rollout/web` (canary) is `"2"`');
    expect(allowed!.problem).toContain("(the default, 25%, is counted)");
  });
});

describe("workloadRef", () => {
  const spread =
    "\n      topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web-pods}}}]";
  const lender = deployment("web-pods", "replicas: 0").replace(
    "    spec: {containers",
    `    spec: {${spread.trim()}, containers`,
  );

  it.each(["", "namespace"])("lends the pods of a Deployment that runs none %s", (namespace) => {
    const here = namespace === "" ? "" : ", namespace: shop";
    const { workloads, diagnostics } = deploymentOf({
      "d.yaml": lender.replace(
        "name: web-pods\n",
        `name: web-pods\n${here === "" ? "" : "  namespace: shop\n"}`,
      ),
      "r.yaml": rollout(`replicas: 5\n  ${REF}`).replace("{name: web}", `{name: web${here}}`),
      "s.yaml":
        "apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {selector: {app: web-pods}}\n",
    });
    expect(workloads).toHaveLength(1);
    expect(workloads[0]).toMatchObject({
      kind: "Rollout",
      podLabels: { app: "web-pods" },
      selectedBy: ["shop"],
      placement: [{ topologyKey: "zone", rule: "spread" }],
    });
    expect(brief(workloads[0]!.replicas)).toBe("5 at r.yaml:5");
    expect(diagnostics).toEqual([]);
  });

  it("to what no manifest has leaves the Rollout by itself", () => {
    const { workloads } = deploymentOf({
      "d.yaml": deployment("other"),
      "r.yaml": rollout(`replicas: 5\n  ${REF}`),
    });
    expect(workloads.map(({ name }) => name)).toEqual(["other", "web"]);
  });

  it("tells of an autoscaler that names the Deployment", () => {
    const { workloads, diagnostics } = deploymentOf({
      "d.yaml": deployment("web-pods"),
      "r.yaml": rollout(`replicas: 5\n  ${REF}`),
      "h.yaml":
        "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec: {scaleTargetRef: {kind: Deployment, name: web-pods}, minReplicas: 3}\n",
    });
    expect(workloads.map((one) => one.replicas.count)).toEqual([5]);
    expect(diagnostics).toMatchObject([
      { code: "misdirected-autoscaler", file: "h.yaml", line: 4 },
    ]);
  });
});
