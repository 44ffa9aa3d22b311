import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brief, deployment, deploymentOf, placeholder, workloadOf } from "./manifest.ts";

const KINDS = [
  ["Deployment", "apps/v1"],
  ["Deployment", "apps/v1beta1"],
  ["Deployment", "extensions/v1beta1"],
  ["StatefulSet", "apps/v1"],
  ["ReplicaSet", "apps/v1"],
  ["ReplicationController", "v1"],
] as const;

function manifest(kind: string, apiVersion: string, spec: string): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\nspec: {${spec}}\n`;
}

describe("workloads", () => {
  it.each(KINDS)("%s of %s has the replicas it states", (kind, apiVersion) => {
    const workload = workloadOf(manifest(kind, apiVersion, "replicas: 3"));
    expect(workload).toMatchObject({ kind, name: "web", namespace: null });
    expect(workload.replicas).toEqual({
      count: 3,
      rule: "replicas",
      place: { file: "a.yaml", line: 4, column: 18 },
    });
  });

  it.each(KINDS)("%s of %s without replicas has one, told at its name", (kind, apiVersion) => {
    const place = { file: "a.yaml", line: 3, column: 18 };
    const workload = workloadOf(manifest(kind, apiVersion, "paused: false"));
    expect(workload.replicas).toEqual({ count: 1, rule: "default", place });
    expect(workload.place).toEqual(place);
  });

  it("leaves the number of a DaemonSet to the spec", () => {
    const { replicas } = workloadOf(manifest("DaemonSet", "apps/v1", "replicas: 4"));
    expect(replicas).toMatchObject({ count: null, rule: "daemonset" });
    expect(replicas.problem).toBeUndefined();
  });

  it.each([
    ["Deployment", "example.com/v1"],
    ["StatefulSet", "apps.kruise.io/v1"],
    ["ReplicationController", "apps/v1"],
    ["DeploymentConfig", "apps.openshift.io/v1"],
    ["Rollout", "example.com/v1"],
    ["Service", "example.com/v1"],
  ])("passes over %s of %s", (kind, apiVersion) => {
    expect(deploymentOf({ "a.yaml": manifest(kind, apiVersion, "replicas: 3") })).toMatchObject({
      workloads: [],
      unread: [],
      diagnostics: [],
    });
  });

  it("reads labels, also those named like parts of JavaScript", () => {
    const workload = workloadOf(`apiVersion: apps/v1
kind: Deployment
metadata: {name: constructor, labels: {__proto__: x, on: y}}
spec: {template: {metadata: {labels: {toString: z}}}}
`);
    expect(workload.name).toBe("constructor");
    expect(Object.entries(workload.labels)).toEqual([
      ["__proto__", "x"],
      ["on", "y"],
    ]);
    expect(Object.entries(workload.podLabels)).toEqual([["toString", "z"]]);
  });

  it("passes over a workload without a name", () => {
    const text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {generateName: a-}\nspec: {}\n";
    expect(deploymentOf({ "a.yaml": text }).workloads).toEqual([]);
  });
});

describe("replicas", () => {
  it.each([
    ["0", 0],
    ["3.0", 3],
    ["010", 8],
    ["1_0", 10],
    ["0x10", 16],
    ["null", 1],
    ["", 1],
    ["~", 1],
  ])("%j counts as %i", (written, count) => {
    expect(workloadOf(deployment("web", `replicas: ${written}`)).replicas.count).toBe(count);
  });

  it.each([
    ['"3"', '`"3"`; remove the quotes'],
    [placeholder("REPLICAS"), `\`${placeholder("REPLICAS")}\`; placeholders are not supported`],
    ["'{{ .Values.replicas }}'", "`{{ .Values.replicas }}`; placeholders"],
    ["2.5", "`2.5`; write a whole number, 0 or more"],
    ["-1", "`-1`; write a whole number, 0 or more"],
    ["2147483648", "`2147483648`; write a whole number"],
    ["yes", "`yes`; write a whole number"],
    [".inf", "`.inf`; write a whole number"],
    ["[3]", "a sequence; write a whole number"],
  ])("%s is no number, and never taken for a default", (written, message) => {
    const { replicas } = workloadOf(deployment("web", `replicas: ${written}`));
    expect(replicas).toMatchObject({ count: null, rule: "replicas", place: { line: 6 } });
    expect(replicas.problem).toContain(`spec.replicas of \`Deployment/web\` is ${message}`);
  });
});

describe("streams and lists", () => {
  it("reads every document of a file, each at its own line", () => {
    const text = `${deployment("a", "replicas: 2")}---\n# nothing\n---\n${deployment("b", "replicas: 4")}---\n`;
    const { workloads } = deploymentOf({ "all.yaml": text });
    expect(workloads.map((one) => brief(one.replicas))).toEqual([
      "2 at all.yaml:6",
      "4 at all.yaml:19",
    ]);
  });

  it("reads the items of lists, typed and nested", () => {
    const text = `apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: DeploymentList
  items:
  - metadata: {name: a}
    spec: {replicas: 2}
- apiVersion: apps/v1
  kind: StatefulSet
  metadata: {name: b}
  spec: {replicas: 3}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
- null
`;
    const { workloads } = deploymentOf({ "list.yaml": text });
    expect(workloads.map((one) => `${one.kind}/${one.name} ${brief(one.replicas)}`)).toEqual([
      "Deployment/a 2 at list.yaml:8",
      "StatefulSet/b 3 at list.yaml:12",
    ]);
  });

  it("reads JSON on one line", () => {
    const text = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"replicas":7}}`;
    const { place, count } = workloadOf(text).replicas;
    expect(count).toBe(7);
    expect(text.slice(place.column - 1)).toBe("7}}");
  });
});

describe("Kubernetes Services", () => {
  const service = (name: string, selector: string, namespace = ""): string =>
    `---\napiVersion: v1\nkind: Service\nmetadata: {name: ${name}${namespace}}\nspec: {${selector}}\n`;

  it("are named by the workloads whose pods they select", () => {
    const { workloads } = deploymentOf({
      "a.yaml": `${deployment("web", "", "shop")}${service("front", "selector: {app: web}")}${service("also", "selector: {app: web}", ", namespace: shop")}`,
      "b.yaml": `${service("else", "selector: {app: web}", ", namespace: other")}${service("more", "selector: {app: web, tier: x}")}${service("none", "selector: {}")}${service("external", "type: ExternalName")}`,
    });
    expect(workloads[0]!.selectedBy).toEqual(["also", "front"]);
  });
});

describe("any way of writing it", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const workload = fc.record({
    kind: fc.constantFrom("Deployment", "StatefulSet"),
    name,
    replicas: fc.option(fc.nat(50)),
    style: fc.constantFrom("block", "flow", "json", "pretty"),
  });

  function write(one: {
    kind: string;
    name: string;
    replicas: number | null;
    style: string;
  }): string {
    const spec = one.replicas === null ? {} : { replicas: one.replicas };
    const selector = { matchLabels: { app: one.name } };
    const object = {
      apiVersion: "apps/v1",
      kind: one.kind,
      metadata: { name: one.name },
      spec: { selector, ...spec },
    };
    if (one.style === "json") return JSON.stringify(object);
    if (one.style === "pretty") return JSON.stringify(object, null, 2);
    const number = one.replicas === null ? "" : `replicas: ${one.replicas}`;
    if (one.style === "flow") {
      return `{kind: ${one.kind}, apiVersion: apps/v1, metadata: {name: "${one.name}"}, spec: {selector: {}, ${number}}}`;
    }
    return `spec:\n  selector: {}\n  ${number} # why\nmetadata:\n  name: '${one.name}'\nkind: ${one.kind}\napiVersion: apps/v1`;
  }

  it("gives the same facts, and places that point at the numbers", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(workload, { selector: (one) => `${one.kind}/${one.name}`, maxLength: 6 }),
        fc.constantFrom("\n", "\r\n"),
        (written, end) => {
          const text = written.map(write).join("\n---\n").replaceAll("\n", end);
          const { workloads, unread } = deploymentOf({ "a.yaml": text });
          expect(unread).toEqual([]);
          expect(workloads.map((one) => [one.kind, one.name, one.replicas.count])).toEqual(
            written.map((one) => [one.kind, one.name, one.replicas ?? 1]),
          );
          for (const { replicas, name: pointed } of workloads) {
            const { line, column } = replicas.place;
            const rest = text
              .split(end)
              [line - 1]!.slice(column - 1)
              .replace(/^["']/, "");
            const expected = replicas.rule === "default" ? pointed : String(replicas.count);
            expect(rest.startsWith(expected)).toBe(true);
          }
        },
      ),
      { seed: 20261130, numRuns: 400 },
    );
  });
});
