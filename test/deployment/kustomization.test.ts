import { describe, expect, it } from "vitest";
import { brief, deployment, deploymentOf } from "./manifest.ts";

const kustomization = (count: string, name = "web"): string =>
  `resources: [web.yaml]\nreplicas:\n  - name: ${name}\n    count: ${count}\n`;

describe("the replicas of a kustomization", () => {
  const web = deployment("web", "replicas: 3");
  const webOf = (text: string, more: Readonly<Record<string, string>> = {}) =>
    deploymentOf({ "web.yaml": web, "kustomization.yaml": text, ...more }).workloads[0]!;

  it.each(["", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"])(
    "conflict with another number, whether its kind is written or not (%j)",
    (head) => {
      const { replicas, conflicts } = webOf(head + kustomization("1"));
      expect(brief(replicas)).toBe("3 at web.yaml:6");
      expect(conflicts.map(brief)).toEqual([`1 at kustomization.yaml:${head === "" ? 4 : 6}`]);
    },
  );

  it("agree with the same number, and leave other names and kinds alone", () => {
    expect(webOf(kustomization("3")).conflicts).toEqual([]);
    expect(webOf(kustomization("1", "db")).conflicts).toEqual([]);
    const daemon = deployment("web").replace("kind: Deployment", "kind: DaemonSet");
    const { workloads } = deploymentOf({ "a.yaml": daemon, "k.yaml": kustomization("1") });
    expect(workloads[0]!.conflicts).toEqual([]);
  });

  it("give way to an autoscaler", () => {
    const autoscaler =
      "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {minReplicas: 2, maxReplicas: 4, scaleTargetRef: {kind: Deployment, name: web}}\n";
    const { replicas, conflicts } = webOf(kustomization("1"), { "h.yaml": autoscaler });
    expect([replicas.count, conflicts]).toEqual([2, []]);
  });

  it("are a problem where they are no number", () => {
    expect(webOf(kustomization('"2"')).conflicts).toMatchObject([
      { count: null, problem: expect.stringContaining("remove the quotes") },
    ]);
  });
});

describe("a patch within a kustomization", () => {
  const told = (text: string) => {
    const { diagnostics } = deploymentOf({ "kustomization.yaml": text });
    return diagnostics.map(({ code, line }) => `${code} ${line}`);
  };

  it.each([
    [
      "patches:\n  - patch: |-\n      - op: replace\n        path: /spec/replicas\n        value: 1\n",
      2,
    ],
    ["resources: []\npatches:\n- target: {name: web}\n  patch: |\n    spec: {replicas: 1}\n", 3],
    ["patchesStrategicMerge:\n  - |\n    kind: Deployment\n    $patch: delete\n", 3],
    ["patchesJson6902:\n  - target: {name: web}\n    patch: '[{path: /spec/replicas}]'\n", 2],
  ])("is told where it may change replicas: %j", (text, line) => {
    expect(told(text)).toEqual([`kustomize-patch ${line}`]);
  });

  it.each([
    "patches:\n  - path: bump-replicas.yaml\n",
    "patches:\n  - patch: |-\n      - op: replace\n        path: /spec/template/x\n",
    "patchesStrategicMerge: [bump-replicas.yaml]\n",
  ])("is not where it cannot, or lies in a file of its own: %j", (text) => {
    expect(told(text)).toEqual([]);
  });
});
