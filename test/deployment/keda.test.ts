import { describe, expect, it } from "vitest";
import { brief, deployment, deploymentOf } from "./manifest.ts";

function scaledObject(spec: string, annotations = "", name = "web"): string {
  return `apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: ${name}-scaler
  annotations: {${annotations}}
spec:
  scaleTargetRef: {name: ${name}}
  ${spec === "" ? "maxReplicaCount: 9" : spec}
`;
}

/** The replicas of a Deployment that states 5, under the ScaledObject. */
function replicasUnder(spec: string, annotations = "") {
  const { workloads, diagnostics } = deploymentOf({
    "a.yaml": deployment("web", "replicas: 5"),
    "s.yaml": scaledObject(spec, annotations),
  });
  const codes = diagnostics
    .map(({ code }) => code)
    .filter((code) => code !== "replicas-beside-autoscaler");
  return { ...workloads[0]!.replicas, codes };
}

describe("a ScaledObject", () => {
  it("gives its minReplicaCount, whatever the Deployment states", () => {
    const { codes, ...fact } = replicasUnder("minReplicaCount: 2");
    expect(fact).toEqual({
      count: 2,
      rule: "keda",
      place: { file: "s.yaml", line: 8, column: 20 },
    });
    expect(codes).toEqual([]);
  });

  it.each([
    ["", "1 at s.yaml:4"],
    ["minReplicaCount: 0", "1 at s.yaml:8"],
    ["idleReplicaCount: 0", "1 at s.yaml:4"],
    ["minReplicaCount: 3\n  idleReplicaCount: 0", "3 at s.yaml:8"],
  ])("with %j may have none: what it is woken to counts", (spec, fact) => {
    const found = replicasUnder(spec);
    expect([brief(found), found.toZero]).toEqual([fact, true]);
  });

  it("counts its idle number where that is more than none", () => {
    const found = replicasUnder("minReplicaCount: 3\n  idleReplicaCount: 1");
    expect([brief(found), found.toZero]).toEqual(["1 at s.yaml:9", undefined]);
  });

  it("wakes a Deployment of replicas: 0", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 0"),
      "s.yaml": scaledObject("minReplicaCount: 2"),
    });
    expect(workloads[0]!.replicas.count).toBe(2);
  });

  it("stays at paused-replicas, also at none", () => {
    const held = (count: number) => `autoscaling.keda.sh/paused-replicas: "${count}"`;
    expect(replicasUnder("minReplicaCount: 2", held(4))).toMatchObject({ count: 4, codes: [] });
    const none = replicasUnder("minReplicaCount: 2", held(0));
    expect([none.count, none.toZero]).toEqual([0, undefined]);
  });

  it("that is paused leaves the number to the manifest, and that is told", () => {
    const paused = 'autoscaling.keda.sh/paused: "true"';
    expect(replicasUnder("minReplicaCount: 2", paused)).toMatchObject({
      count: 5,
      rule: "replicas",
      codes: ["paused-autoscaler"],
    });
    expect(replicasUnder("minReplicaCount: 2", paused.replace("true", "false")).count).toBe(2);
  });

  it.each(["minReplicaCount: few", "idleReplicaCount: 1.5", "minReplicaCount: '2'"])(
    "with %s is a problem of its target",
    (spec) => {
      expect(replicasUnder(spec)).toMatchObject({ count: null });
      expect(replicasUnder(spec).problem).toContain("of `ScaledObject/web-scaler`");
    },
  );

  it("may scale another kind, and one that is missing is told", () => {
    const of = (kind: string) =>
      scaledObject("minReplicaCount: 2").replace("{name: web}", `{kind: ${kind}, name: web}`);
    const rollout = deployment("web", "replicas: 5")
      .replace("apps/v1", "argoproj.io/v1alpha1")
      .replace("kind: Deployment", "kind: Rollout");
    const { workloads } = deploymentOf({ "a.yaml": rollout, "s.yaml": of("Rollout") });
    expect(brief(workloads[0]!.replicas)).toBe("2 at s.yaml:8");
    const lost = deploymentOf({ "a.yaml": rollout, "s.yaml": of("StatefulSet") });
    expect(lost.workloads[0]!.replicas.count).toBe(5);
    expect(lost.diagnostics.map(({ code }) => code)).toEqual(["autoscaler-without-target"]);
  });

  it("for Jobs is passed over", () => {
    const text = scaledObject("minReplicaCount: 2").replace("ScaledObject", "ScaledJob");
    const { workloads, customs, diagnostics } = deploymentOf({
      "a.yaml": deployment("web"),
      "s.yaml": text,
    });
    expect([workloads[0]!.replicas.count, customs, diagnostics]).toEqual([1, [], []]);
  });
});
