import { describe, expect, it } from "vitest";
import { deployment, deploymentOf } from "./manifest.ts";

const TWICE = deployment("web", "replicas: 1\n  replicas: 3");
const PROBLEM = "key `replicas` is written twice, first in line 6; keep one";

const AUTOSCALER = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 4
`;

describe("a workload of a document that writes a key twice", () => {
  it("is known, and its replicas are a problem that names both lines", () => {
    const { workloads, unread, diagnostics } = deploymentOf({ "a.yaml": TWICE });
    const [web] = workloads;
    expect([web?.name, web?.replicas.count]).toEqual(["web", null]);
    expect(web?.replicas.place).toEqual({ file: "a.yaml", line: 7, column: 3 });
    expect(web?.replicas.problem).toContain(PROBLEM);
    expect(unread).toEqual(["a.yaml"]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([["unread-manifests", 7]]);
  });

  it("is one wherever the key is", () => {
    const twice = deployment("web", "replicas: 2").replace(
      "image: main:1",
      "image: main:1, image: main:2",
    );
    const [web] = deploymentOf({ "a.yaml": twice }).workloads;
    expect(web?.replicas.problem).toContain("key `image` is written twice, first in line 10");
  });

  it.each<[string, Record<string, string>]>([
    ["an autoscaler", { "a.yaml": TWICE, "b.yaml": AUTOSCALER }],
    ["a copy that is sound", { "a.yaml": deployment("web", "replicas: 1"), "b.yaml": TWICE }],
    ["a copy that says otherwise", { "a.yaml": deployment("web", "replicas: 5"), "b.yaml": TWICE }],
    [
      "a later copy that says otherwise",
      { "a.yaml": TWICE, "b.yaml": deployment("web", "replicas: 5") },
    ],
  ])("is one beside %s", (_what, files) => {
    const { workloads } = deploymentOf(files);
    expect(workloads).toHaveLength(1);
    expect(workloads[0]!.replicas.problem).toContain(PROBLEM);
    expect(workloads[0]!.conflicts).toEqual([]);
  });

  it("leaves the other documents of the file alone", () => {
    const { workloads } = deploymentOf({ "a.yaml": `${TWICE}---\n${deployment("db")}` });
    const known = workloads.map(({ name, replicas }) => [name, replicas.count]);
    expect(known).toEqual([
      ["db", 1],
      ["web", null],
    ]);
  });
});

it("an autoscaler that writes a key twice makes the replicas of its target a problem", () => {
  const twice = AUTOSCALER.replace("minReplicas: 4", "minReplicas: 4\n  minReplicas: 5");
  const { workloads } = deploymentOf({ "a.yaml": deployment("web"), "b.yaml": twice });
  expect(workloads[0]!.replicas).toMatchObject({ count: null, place: { file: "b.yaml", line: 7 } });
  expect(workloads[0]!.replicas.problem).toContain("key `minReplicas` is written twice");
});

it("a Compose file that writes a service twice makes the replicas of its services a problem", () => {
  const text = "services:\n  web:\n    image: a\n  db:\n    image: b\n  web:\n    image: c\n";
  const { workloads, unread } = deploymentOf({
    "compose.yaml": text,
    "z/compose.yaml": "services: {cache: {image: d}}",
  });
  const problems = workloads.map(({ name, replicas }) => [name, replicas.problem !== undefined]);
  expect(problems).toEqual([
    ["web", true],
    ["db", true],
    ["cache", false],
  ]);
  expect(workloads[0]!.replicas.problem).toContain("key `web` is written twice, first in line 2");
  expect(unread).toEqual(["compose.yaml"]);
});

it("a custom resource that writes a key twice makes its numbers a problem", () => {
  const kafka = "apiVersion: example.com/v1\nkind: Kafka\nmetadata: {name: k}\n";
  const text = `${kafka}spec:\n  replicas: 3\n  requests: {cpu: 1, cpu: 2}\n`;
  const [custom] = deploymentOf({ "a.yaml": text }).customs;
  expect(custom?.numbers.get("spec.replicas")).toMatchObject({ count: null, place: { line: 6 } });
  expect(custom?.numbers.get("spec.replicas")?.problem).toContain("key `cpu` is written twice");
});
