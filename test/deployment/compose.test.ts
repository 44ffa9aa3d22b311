import { describe, expect, it } from "vitest";
import { brief, deploymentOf, placeholder, workloadOf } from "./manifest.ts";

function service(more: string): string {
  return `services:\n  web:\n    image: web:1\n    ${more}\n`;
}

describe("services", () => {
  it("are workloads by their key, with one replica", () => {
    const place = { file: "a.yaml", line: 2, column: 3 };
    expect(workloadOf(service("restart: always"))).toMatchObject({
      kind: "ComposeService",
      namespace: null,
      name: "web",
      replicas: { count: 1, rule: "default", place },
      place,
    });
  });

  it.each([
    ["deploy: {replicas: 3}", 3, "replicas"],
    ["deploy: {replicas: '3'}", 3, "replicas"],
    ["deploy: {mode: replicated, replicas: 0}", 0, "replicas"],
    ["scale: 4", 4, "scale"],
    ["{scale: 2, deploy: {replicas: 2}}", 2, "replicas"],
    ["deploy: {mode: global}", null, "daemonset"],
  ])("with %s: %s by %s", (more, count, rule) => {
    const text = more.startsWith("{")
      ? `services:\n  web: ${more.replace("{", "{image: web, ")}\n`
      : service(more);
    const { replicas } = workloadOf(text);
    expect(replicas).toMatchObject({ count, rule });
    expect(replicas.problem).toBeUndefined();
  });

  it.each([
    [`deploy: {replicas: "${placeholder("REPLICAS")}"}`, "`REPLICAS` is set nowhere"],
    [`scale: ${placeholder("N:?say how many")}`, "needs `N` (`say how many`)"],
    [`scale: "${placeholder("N")}${placeholder("M")}"`, "`N` is set nowhere"],
    [`scale: "${placeholder("N!")}"`, "is no variable"],
    [`scale: ${placeholder("N:-two")}`, "write a whole number"],
    ["scale: 1.5", "write a whole number"],
    ["extends: {file: base.yaml, service: web}", "`base.yaml`, which is no Compose file"],
    ["extends: {file: ../base.yaml, service: web}", "outside the repository"],
    ["extends: {file: /etc/base.yaml, service: web}", "outside the repository"],
    ["extends: {file: https://shop.example/base.yaml, service: web}", "fetched from elsewhere"],
    ["extends: {file: a.yaml}", "names no service"],
    ["extends: other", "names `other`, which `a.yaml` does not have"],
    ["extends: web", "leads back to itself"],
    ["scale: 2\n    deploy: {replicas: 3}", "which Compose refuses; keep one"],
  ])("with %j: a problem, and never a default", (more, message) => {
    const { replicas } = workloadOf(service(more));
    expect(replicas.count).toBeNull();
    expect(replicas.problem).toContain(message);
    expect(replicas.problem).toContain("`web`");
  });

  it("need not be known through extends where they state their replicas", () => {
    expect(workloadOf(service("extends: {service: x}\n    scale: 2")).replicas.count).toBe(2);
  });

  it.each(["labels: {app: shop, tier: '1'}", "labels: [app=shop, tier=1]"])(
    "have labels: %s",
    (labels) => {
      expect(Object.entries(workloadOf(service(labels)).labels)).toEqual([
        ["app", "shop"],
        ["tier", "1"],
      ]);
    },
  );

  it("are read through anchors and merge keys, at the line of the number", () => {
    const { workloads } = deploymentOf({
      "compose.yaml": `x-common: &common
  image: x
  deploy: {replicas: 3}
services:
  a: *common
  b:
    <<: *common
    scale: 3
`,
    });
    expect(workloads.map((one) => brief(one.replicas))).toEqual([
      "3 at compose.yaml:3",
      "3 at compose.yaml:3",
    ]);
  });
});

describe("what is a Compose file", () => {
  it.each([
    ["services: [docker]\n", "a list of services"],
    ["services:\n  App\\Mailer: {class: Mailer, autowire: true}\n", "a container of objects"],
    ["services:\n  web: {replicas: 2}\n", "a model spec"],
    ["kind: Service\nservices:\n  web: {image: x}\n", "a Kubernetes object"],
    ["spec:\n  services:\n    web: {image: x}\n", "services further down"],
  ])("not %j: %s", (text) => {
    expect(deploymentOf({ "a.yaml": text }).workloads).toEqual([]);
  });

  it("by its content, whatever its name", () => {
    expect(
      deploymentOf({ "prod/stack.json": '{"services": {"web": {"image": "x"}}}' }).workloads,
    ).toHaveLength(1);
  });
});

describe("several files", () => {
  it("agree as copies where an override says nothing of replicas", () => {
    const { workloads } = deploymentOf({
      "compose.override.yaml": "services:\n  web:\n    environment: {DEBUG: '1'}\n",
      "compose.yaml": service("scale: 2"),
      "other.yaml": service("deploy: {replicas: 2}"),
    });
    expect(brief(workloads[0]!.replicas)).toBe("2 at compose.yaml:4");
    expect(workloads[0]!.place.file).toBe("compose.yaml");
    expect(workloads[0]!.copies).toEqual([{ file: "other.yaml", line: 2, column: 3 }]);
    expect(workloads[0]!.conflicts).toEqual([]);
  });

  it("conflict where they state different numbers", () => {
    const { workloads } = deploymentOf({
      "a.yaml": service("scale: 2"),
      "b.yaml": service("scale: 3"),
    });
    expect(workloads[0]!.conflicts.map(brief)).toEqual(["3 at b.yaml:4"]);
  });
});

describe("a service that waits for a profile", () => {
  const text = "services: {web: {image: x, profiles: [debug], scale: 3}, app: {image: y}}\n";

  it("is not deployed, and told once", () => {
    const { workloads, diagnostics } = deploymentOf({ "compose.yaml": text, "b.yaml": text });
    expect(workloads.map(({ name }) => name)).toEqual(["app"]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ severity: "notice", code: "compose-profiles", line: 1 });
    expect(diagnostics[0]?.message).toContain("`web` (compose.yaml:1), `web` (b.yaml:1)");
  });

  it("starts where its list of profiles is empty", () => {
    expect(workloadOf("services: {web: {image: x, profiles: []}}\n").replicas.count).toBe(1);
  });
});
