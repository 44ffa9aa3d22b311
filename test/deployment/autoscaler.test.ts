import { describe, expect, it } from "vitest";
import { brief, deployment, deploymentOf, placeholder } from "./manifest.ts";

function autoscaler(
  target: string,
  minimum: string,
  namespace: string | null = null,
  version = "v2",
): string {
  return `apiVersion: autoscaling/${version}
kind: HorizontalPodAutoscaler
metadata:
  name: ${target}-hpa
${namespace === null ? "" : `  namespace: ${namespace}\n`}spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${target}}
  maxReplicas: 10
  ${minimum}
`;
}

describe("minReplicas", () => {
  it.each(["v1", "v2", "v2beta1", "v2beta2"])(
    "of autoscaling/%s wins over spec.replicas",
    (version) => {
      const { workloads } = deploymentOf({
        "a.yaml": deployment("web", "replicas: 5"),
        "hpa.yaml": autoscaler("web", "minReplicas: 2", null, version),
      });
      expect(workloads[0]!.replicas).toEqual({
        count: 2,
        rule: "autoscaler",
        place: { file: "hpa.yaml", line: 8, column: 16 },
      });
    },
  );

  it("wins whichever file comes first, and where the Deployment states nothing", () => {
    const { workloads } = deploymentOf({
      "a.yaml": autoscaler("web", "minReplicas: 3"),
      "b.yaml": deployment("web"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("3 at a.yaml:8");
  });

  it("is one where it is absent, told at the autoscaler's name", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5"),
      "hpa.yaml": autoscaler("web", "behavior: {}"),
    });
    expect(workloads[0]!.replicas).toMatchObject({ count: 1, rule: "autoscaler" });
    expect(brief(workloads[0]!.replicas)).toBe("1 at hpa.yaml:4");
  });

  it.each(["replicas: 5", "replicas: 0"])("may be 0, which counts as 1, beside %s", (stated) => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", stated),
      "hpa.yaml": autoscaler("web", "minReplicas: 0"),
    });
    expect(workloads[0]!.replicas).toMatchObject({ count: 1, toZero: true, rule: "autoscaler" });
  });

  it("of a patch is laid over the target of the autoscaler that it patches", () => {
    const patch = autoscaler("web", "minReplicas: 2").replace(/^ {2}scaleTargetRef.*\n/m, "");
    const { workloads, diagnostics } = deploymentOf({
      "a.yaml": deployment("web"),
      "base.yaml": autoscaler("web", "minReplicas: 4"),
      "overlay.yaml": patch,
      "stray.yaml": patch.replace("web-hpa", "other"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("4 at base.yaml:8");
    expect(workloads[0]!.conflicts.map(brief)).toEqual(["2 at overlay.yaml:7"]);
    expect(diagnostics).toEqual([]);
  });

  it("does not wake a Deployment that is switched off by replicas: 0", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 0"),
      "hpa.yaml": autoscaler("web", "minReplicas: 2"),
    });
    expect(workloads[0]!.replicas).toMatchObject({ count: 0, rule: "replicas" });
  });

  it("that is no number is a problem, also where spec.replicas is one", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5"),
      "hpa.yaml": autoscaler("web", `minReplicas: ${placeholder("MIN")}`),
    });
    expect(workloads[0]!.replicas).toMatchObject({ count: null, place: { file: "hpa.yaml" } });
    expect(workloads[0]!.replicas.problem).toContain("spec.minReplicas");
  });

  it("mends a Deployment whose own number cannot be told", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", `replicas: ${placeholder("REPLICAS")}`),
      "hpa.yaml": autoscaler("web", "minReplicas: 2"),
    });
    expect(workloads[0]!.replicas.count).toBe(2);
    expect(workloads[0]!.replicas.problem).toBeUndefined();
  });
});

describe("the target", () => {
  it.each([
    ["shop", "shop", 2],
    [null, null, 2],
    ["shop", null, 2],
    [null, "shop", 2],
    ["shop", "other", 5],
  ])("in namespace %s, autoscaler in %s: %i replicas", (of, scaler, count) => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5", of),
      "hpa.yaml": autoscaler("web", "minReplicas: 2", scaler),
    });
    expect(workloads[0]!.replicas.count).toBe(count);
  });

  it("is the one without a namespace where one has none, like the autoscaler", () => {
    const { workloads, diagnostics } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5"),
      "b.yaml": deployment("web", "replicas: 6", "shop"),
      "hpa.yaml": autoscaler("web", "minReplicas: 2"),
    });
    expect(workloads.map((one) => one.replicas.count)).toEqual([2, 6]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["replicas-beside-autoscaler"]);
  });

  it("is none of several in different namespaces, and that is told", () => {
    const { workloads, diagnostics } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5", "a"),
      "b.yaml": deployment("web", "replicas: 6", "b"),
      "hpa.yaml": autoscaler("web", "minReplicas: 2"),
    });
    expect(workloads.map((one) => one.replicas.count)).toEqual([5, 6]);
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "ambiguous-autoscaler", file: "hpa.yaml", line: 4 },
    ]);
    expect(diagnostics[0]!.message).toContain("`a.yaml:4`, `b.yaml:4`");
  });

  it("has the kind that the autoscaler names", () => {
    const text = autoscaler("web", "minReplicas: 2").replace(
      "kind: Deployment",
      "kind: StatefulSet",
    );
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5"),
      "h.yaml": text,
    });
    expect(workloads[0]!.replicas.count).toBe(5);
  });

  it("that no manifest has is told once for all", () => {
    const { workloads, diagnostics } = deploymentOf({
      "h.yaml": ["cart", "b", "c", "d"]
        .map((name) => autoscaler(name, "minReplicas: 2"))
        .join("---\n"),
      "a.yaml": deployment("carts"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("1 at a.yaml:4");
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "autoscaler-without-target", file: "h.yaml", line: 4 },
    ]);
    expect(diagnostics[0]!.message).toContain(
      "`HorizontalPodAutoscaler/cart-hpa` scales `Deployment/cart`",
    );
    expect(diagnostics[0]!.message).toContain(" and 1 more: no manifest has that");
  });

  it("may be a custom resource, whose minimum is not counted", () => {
    const kafka =
      "apiVersion: example.com/v1\nkind: Kafka\nmetadata: {name: web}\nspec: {size: 3}\n";
    const text = autoscaler("web", "minReplicas: 2").replace("kind: Deployment", "kind: Kafka");
    expect(deploymentOf({ "a.yaml": kafka, "h.yaml": text }).diagnostics).toMatchObject([
      { severity: "notice", code: "autoscaler-of-custom", file: "h.yaml", line: 4 },
    ]);
  });
});

describe("several autoscalers of one target", () => {
  it("conflict where they differ and are one where they agree", () => {
    const { workloads } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 5"),
      "prod.yaml": autoscaler("web", "minReplicas: 10"),
      "same.yaml": autoscaler("web", "minReplicas: 10"),
      "staging.yaml": autoscaler("web", "minReplicas: 1"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("10 at prod.yaml:8");
    expect(workloads[0]!.conflicts.map(brief)).toEqual(["1 at staging.yaml:8"]);
  });

  it("settle what copies of the Deployment disagree about", () => {
    const { workloads } = deploymentOf({
      "base.yaml": deployment("web", "replicas: 1"),
      "prod.yaml": deployment("web", "replicas: 4"),
      "hpa.yaml": autoscaler("web", "minReplicas: 2"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("2 at hpa.yaml:8");
    expect(workloads[0]!.conflicts).toEqual([]);
  });
});

describe("replicas beside an autoscaler", () => {
  it("are told once, at the first, as each apply sets the target back", () => {
    const { diagnostics } = deploymentOf({
      "a.yaml": deployment("web", "replicas: 2"),
      "b.yaml": deployment("pay", "replicas: 3"),
      "c.yaml": deployment("cart"),
      "d.yaml": deployment("off", "replicas: 0"),
      "h.yaml": ["web", "pay", "cart", "off"]
        .map((name) => autoscaler(name, "minReplicas: 2"))
        .join("---\n"),
    });
    expect(diagnostics).toMatchObject([
      { severity: "notice", code: "replicas-beside-autoscaler", file: "a.yaml", line: 6 },
    ]);
    expect(diagnostics[0]!.message).toContain(
      "`Deployment/web` (`a.yaml:6`), `Deployment/pay` (`b.yaml:6`);",
    );
  });
});
