import { describe, expect, it } from "vitest";
import { brief, placeholder, workloadOf } from "./manifest.ts";

function knative(annotations: string, kind = "Service"): string {
  return `apiVersion: serving.knative.dev/v1
kind: ${kind}
metadata: {name: web, labels: {app: shop}}
spec:
  template:
    metadata:
      annotations:
        ${annotations}
    spec: {containers: [{image: main:1}]}
`;
}

const MIN = "autoscaling.knative.dev/min-scale";

describe("a Service of Knative", () => {
  it.each([
    [`${MIN}: "3"`, "Service"],
    ['autoscaling.knative.dev/minScale: "3"', "Service"],
    [`${MIN}: 3`, "Configuration"],
  ])("with %s has so many (%s)", (annotation, kind) => {
    const { replicas, ...workload } = workloadOf(knative(annotation, kind));
    expect(workload).toMatchObject({
      kind: "KnativeService",
      name: "web",
      labels: { app: "shop" },
    });
    expect(replicas).toMatchObject({ count: 3, rule: "knative", place: { line: 8 } });
    expect(replicas.toZero).toBeUndefined();
  });

  it.each([
    ["note: none", "1 at a.yaml:3"],
    [`${MIN}: "0"`, "1 at a.yaml:8"],
    // To be reached once, and no bound.
    ['autoscaling.knative.dev/initial-scale: "4"', "1 at a.yaml:3"],
    ['autoscaling.knative.dev/max-scale: "4"', "1 at a.yaml:3"],
  ])("with %s may have none: one counts", (annotation, fact) => {
    const { replicas } = workloadOf(knative(annotation));
    expect([brief(replicas), replicas.toZero]).toEqual([fact, true]);
  });

  it("is never without one where the autoscaler of Kubernetes scales it", () => {
    const text = knative("autoscaling.knative.dev/class: hpa.autoscaling.knative.dev");
    const { replicas } = workloadOf(text);
    expect([replicas.count, replicas.toZero]).toEqual([1, undefined]);
  });

  it("with what is no number is a problem", () => {
    const { replicas } = workloadOf(knative(`${MIN}: "${placeholder("MIN")}"`));
    expect(replicas).toMatchObject({ count: null, place: { line: 8 } });
    expect(replicas.problem).toContain(`the annotation ${MIN} of \`KnativeService/web\``);
  });

  it("loses nothing in a rollout: a revision gets calls when it is ready", () => {
    expect(workloadOf(knative(`${MIN}: "3"`)).disruption.rollout).toMatchObject({ amount: 0 });
  });
});
