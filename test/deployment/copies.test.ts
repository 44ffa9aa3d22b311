import { describe, expect, it } from "vitest";
import { brief, deployment, deploymentOf } from "./manifest.ts";

/** A kustomize patch: it has no selector. */
function patch(name: string, spec: string, kind = "Deployment"): string {
  return `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec:\n  ${spec}\n`;
}

describe("one workload in several files", () => {
  it("counts once where the copies agree, also when one leaves out the default", () => {
    const { workloads } = deploymentOf({
      "base/web.yaml": deployment("web"),
      "release/all.yaml": deployment("web", "replicas: 1"),
    });
    expect(workloads).toHaveLength(1);
    expect(brief(workloads[0]!.replicas)).toBe("1 at base/web.yaml:4");
    expect(workloads[0]!.copies).toEqual([{ file: "release/all.yaml", line: 4, column: 9 }]);
    expect(workloads[0]!.conflicts).toEqual([]);
  });

  it("has every differing number as a conflict, each with its line", () => {
    const { workloads } = deploymentOf({
      "base.yaml": deployment("web", "replicas: 2"),
      "prod.yaml": deployment("web", "replicas: 5"),
      "same.yaml": deployment("web", "replicas: 2"),
      "staging.yaml": deployment("web"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("2 at base.yaml:6");
    expect(workloads[0]!.conflicts.map(brief)).toEqual(["5 at prod.yaml:6", "1 at staging.yaml:4"]);
    expect(workloads[0]!.copies.map((place) => place.file)).toEqual(["same.yaml"]);
  });

  it("takes an empty namespace for none", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 2", '""'),
      "b.yaml": deployment("web", "replicas: 2"),
    });
    expect(workloads.map((one) => [one.namespace, one.copies.length])).toEqual([[null, 1]]);
  });

  it("is told apart by namespace and by kind", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 1", "a"),
      "b.yaml": deployment("web", "replicas: 2", "b"),
      "c.yaml": deployment("web", "replicas: 3"),
      "d.yaml": deployment("web", "replicas: 4").replace("kind: Deployment", "kind: StatefulSet"),
    });
    expect(workloads.map((one) => [one.kind, one.namespace, one.replicas.count])).toEqual([
      ["Deployment", "a", 1],
      ["Deployment", "b", 2],
      ["Deployment", null, 3],
      ["StatefulSet", null, 4],
    ]);
  });

  it("is not one default and one number that cannot be told", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web"),
      "b.yaml": deployment("web", 'replicas: "1"'),
    });
    expect(workloads[0]!.conflicts).toMatchObject([{ count: null, place: { file: "b.yaml" } }]);
    expect(workloads[0]!.conflicts[0]!.problem).toContain("remove the quotes");
  });
});

describe("a patch", () => {
  it("that says nothing of replicas changes nothing, wherever it stands", () => {
    const { workloads } = deploymentOf({
      "a-patch.yaml": patch("web", "template: {metadata: {labels: {version: v2}}}"),
      "base.yaml": deployment("web", "replicas: 3"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("3 at base.yaml:6");
    expect(workloads[0]!.podLabels).toMatchObject({ app: "web" });
    expect([workloads[0]!.copies, workloads[0]!.conflicts]).toEqual([[], []]);
  });

  it("with another number is a conflict of the whole definition", () => {
    const { workloads } = deploymentOf({
      "a-patch.yaml": patch("web", "replicas: 5"),
      "base.yaml": deployment("web", "replicas: 3"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("3 at base.yaml:6");
    expect(workloads[0]!.conflicts.map(brief)).toEqual(["5 at a-patch.yaml:5"]);
  });

  it("stands for the workload where the base is somewhere else", () => {
    const { workloads } = deploymentOf({
      "prod.yaml": patch("web", "replicas: 2"),
      "tuning.yaml": patch("web", "minReadySeconds: 5"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("2 at prod.yaml:5");
    expect(workloads[0]!.conflicts).toEqual([]);
  });

  it("alone does not tell the replicas of what it patches", () => {
    const containers = "template: {spec: {containers: [{name: main, args: [x]}]}}";
    const { workloads } = deploymentOf({ "tuning.yaml": patch("web", containers) });
    expect(workloads[0]!.replicas).toMatchObject({ count: null, rule: "default" });
    expect(workloads[0]!.replicas.problem).toContain("only a patch of `Deployment/web`");
  });
});
