import { describe, expect, it } from "vitest";

import type { Allowance, Deployment } from "../../src/deployment/workload.ts";
import { disruptionOf } from "../../src/model/disruption.ts";
import { deployment, deploymentOf, placeholder } from "./manifest.ts";

/** A budget whose selector and numbers stand on line 6. */
function budget(
  spec: string,
  { name = "web", namespace = "", version = "v1" }: Readonly<Record<string, string>> = {},
): string {
  return `apiVersion: policy/${version}
kind: PodDisruptionBudget
metadata:
  name: ${name}
  namespace: "${namespace}"
spec: {${spec}}
`;
}

const SELECTOR = "selector: {matchLabels: {app: web}}";

function drained(
  read: Deployment,
  name = "web",
): { readonly drain: Allowance | null; readonly at: (replicas: number) => number | null } {
  const { disruption } = read.workloads.find((one) => one.name === name)!;
  return {
    drain: disruption.drain,
    at: (replicas) => disruptionOf(disruption, replicas).drain,
  };
}

/** Of `web`, which has the label `app: web`, with one budget. */
function webWith(spec: string, facts: Readonly<Record<string, string>> = {}) {
  return drained(deploymentOf({ "a.yaml": deployment("web"), "pdb.yaml": budget(spec, facts) }));
}

describe("a disruption budget", () => {
  it("is none where none selects the pods", () => {
    expect(drained(deploymentOf({ "a.yaml": deployment("web") })).drain).toBeNull();
    expect(webWith("selector: {matchLabels: {app: pay}}, maxUnavailable: 1").drain).toBeNull();
  });

  it.each([
    ["maxUnavailable: 1", 5, 1],
    ["maxUnavailable: 0", 5, 0],
    ["maxUnavailable: 30%", 5, 2],
    ["minAvailable: 2", 5, 3],
    ["minAvailable: 2", 1, 0],
    ["minAvailable: 50%", 5, 2],
    ["minAvailable: 100%", 5, 0],
    ["minAvailable: 0", 5, 5],
    ["minAvailable: null, maxUnavailable: 2", 5, 2],
  ])("of %s lets, of %i replicas, %i go", (numbers, replicas, expected) => {
    for (const version of ["v1", "v1beta1"]) {
      const { drain, at } = webWith(`${numbers}, ${SELECTOR}`, { version });
      expect(at(replicas)).toBe(expected);
      expect(drain!.problem).toBeUndefined();
    }
  });

  it("tells the line and column of its number", () => {
    expect(webWith(`minAvailable: 50%, ${SELECTOR}`).drain).toEqual({
      kind: "minAvailable",
      amount: { percent: 50, rounding: "up" },
      least: 0,
      beside: 0,
      place: { file: "pdb.yaml", line: 6, column: 22 },
    });
  });

  it.each([
    ['minAvailable: "2", ', 22, "spec.minAvailable of `PodDisruptionBudget/web`", 1],
    ["maxUnavailable: -1, ", 24, "is `-1`; write a whole number", 1],
    [`maxUnavailable: "${placeholder("N")}", `, 24, "render the manifest", 1],
    ["maxUnavailable: 120%, ", 24, "100% at the most", 1],
    ["minAvailable: 1, maxUnavailable: 3, ", 41, "keep one", 1],
  ])("of %s counts one replica and tells it at column %i", (numbers, column, says, expected) => {
    const { drain, at } = webWith(numbers + SELECTOR);
    expect(drain!.problem).toContain(says);
    expect(drain!.problem).toContain("one replica is counted");
    expect(drain!.place).toEqual({ file: "pdb.yaml", line: 6, column });
    expect(at(5)).toBe(expected);
  });

  it("of no number lets none go, and is told at its name", () => {
    const { drain, at } = webWith(SELECTOR);
    expect(at(5)).toBe(0);
    expect(drain!.problem).toContain("neither minAvailable nor maxUnavailable");
    expect(drain!.place).toEqual({ file: "pdb.yaml", line: 4, column: 9 });
  });

  it("protects no Compose service", () => {
    const files = {
      "compose.yaml": "services: {web: {image: web}}\n",
      "pdb.yaml": budget("selector: {}, maxUnavailable: 0"),
    };
    expect(drained(deploymentOf(files)).drain).toBeNull();
  });

  it("of another group is none", () => {
    const text = budget(`maxUnavailable: 0, ${SELECTOR}`).replace("policy/v1", "example.com/v1");
    const read = deploymentOf({ "a.yaml": deployment("web"), "pdb.yaml": text });
    expect([drained(read).drain, read.idleBudgets]).toEqual([null, []]);
  });
});

describe("its selector", () => {
  const expression = (key: string, operator: string, values = "") =>
    `selector: {matchExpressions: [{key: ${key}, operator: ${operator}, values: [${values}]}]}`;

  it.each([
    ["selector: {}", true],
    [SELECTOR, true],
    ["selector: {matchLabels: {app: web, tier: front}}", false],
    [expression("app", "In", "pay, web"), true],
    [expression("app", "In", "pay"), false],
    [expression("tier", "In", "front"), false],
    [expression("app", "NotIn", "web"), false],
    [expression("app", "NotIn", "pay"), true],
    [expression("tier", "NotIn", "front"), true],
    [expression("app", "Exists"), true],
    [expression("tier", "Exists"), false],
    [expression("app", "DoesNotExist"), false],
    [expression("tier", "DoesNotExist"), true],
    [expression("constructor", "Exists"), false],
    // What the API server refuses selects nothing.
    [expression("app", "Equals", "web"), false],
    [expression("app", "NotIn"), false],
    [expression("app", "Exists", "web"), false],
    ["selector: {matchExpressions: [{operator: DoesNotExist}]}", false],
    ["selector: web", false],
    // Both must hold.
    ["selector: {matchLabels: {app: web}, matchExpressions: [{key: x, operator: Exists}]}", false],
    [
      "selector: {matchLabels: {app: pay}, matchExpressions: [{key: app, operator: Exists}]}",
      false,
    ],
    ["", false],
  ])("%s selects app=web: %s", (selector, expected) => {
    const { drain } = webWith(`maxUnavailable: 1${selector === "" ? "" : `, ${selector}`}`);
    expect(drain !== null).toBe(expected);
  });

  it("that is empty selects nothing in v1beta1", () => {
    expect(webWith("maxUnavailable: 1, selector: {}", { version: "v1beta1" }).drain).toBeNull();
  });

  it.each([
    ["shop", "shop", true],
    [null, "", true],
    ["shop", "", true],
    [null, "shop", true],
    ["shop", "other", false],
  ])("in namespace %s of the workload, %s of the budget: %s", (of, namespace, expected) => {
    const read = deploymentOf({
      "a.yaml": deployment("web", "", of),
      "pdb.yaml": budget(`maxUnavailable: 1, ${SELECTOR}`, { namespace }),
    });
    expect(drained(read).drain !== null).toBe(expected);
    expect(read.idleBudgets.length).toBe(expected ? 0 : 1);
  });
});

describe("several budgets", () => {
  const one = `maxUnavailable: 1, ${SELECTOR}`;
  const two = `maxUnavailable: 2, ${SELECTOR}`;

  it("on one workload let none go, and are told with their places", () => {
    const read = deploymentOf({
      "a.yaml": deployment("web"),
      "b.yaml": budget(two, { name: "b" }),
      "c.yaml": budget(one, { name: "c" }),
    });
    const { drain, at } = drained(read);
    expect(at(5)).toBe(0);
    expect(drain!.place).toEqual({ file: "b.yaml", line: 4, column: 9 });
    expect(drain!.problem).toContain("2 disruption budgets select the pods of `Deployment/web`");
    expect(drain!.problem).toContain("(`b.yaml:4`, `c.yaml:4`)");
    expect(read.idleBudgets).toEqual([]);
  });

  it("of one name are one: alike, or told", () => {
    const files = { "a.yaml": deployment("web"), "b.yaml": budget(one), "c.yaml": budget(one) };
    expect(drained(deploymentOf(files)).drain!.problem).toBeUndefined();
    const { drain } = drained(deploymentOf({ ...files, "d.yaml": budget(two) }));
    expect(drain).toMatchObject({ amount: 1, place: { file: "b.yaml" } });
    expect(drain!.problem).toContain("another number go at `d.yaml:4`");
  });

  it("of one name, one a patch: the whole one counts, and another number is told", () => {
    const read = deploymentOf({
      "a.yaml": budget("maxUnavailable: 2"),
      "b.yaml": budget(one),
      "c.yaml": deployment("web"),
    });
    expect(drained(read).drain).toMatchObject({ amount: 1, place: { file: "b.yaml" } });
    expect(drained(read).drain!.problem).toContain("`a.yaml:4`");
    expect(read.idleBudgets).toEqual([]);
  });

  it("of one name, with and without the namespace: each workload has its own", () => {
    const read = deploymentOf({
      "base/pdb.yaml": budget(one),
      "base/web.yaml": deployment("web"),
      "release/pdb.yaml": budget(two, { namespace: "shop" }),
      "release/web.yaml": deployment("web", "", "shop"),
    });
    const drains = read.workloads.map(({ disruption }) => disruption.drain);
    expect(drains).toMatchObject([{ amount: 1 }, { amount: 2 }]);
    expect(drains.map((drain) => drain!.problem)).toEqual([undefined, undefined]);
  });
});

describe("several workloads", () => {
  const all = "selector: {matchExpressions: [{key: app, operator: Exists}]}";

  it("under one budget share what it lets go", () => {
    const read = deploymentOf({
      "a.yaml": deployment("web", "replicas: 2"),
      "b.yaml": deployment("pay", "replicas: 4"),
      "c.yaml": deployment("far", "replicas: 9", "elsewhere"),
      "pdb.yaml": budget(`minAvailable: 50%, ${all}`, { namespace: "shop" }),
    });
    expect(drained(read).drain!.beside).toBe(4);
    expect([drained(read).at(2), drained(read, "pay").at(4)]).toEqual([2, 3]);
    expect(drained(read, "far").drain).toBeNull();
  });

  it("share nothing across namespaces, whatever the budget leaves open", () => {
    const read = deploymentOf({
      "a.yaml": deployment("web", "replicas: 2", "shop"),
      "b.yaml": deployment("pay", "replicas: 4", "bank"),
      "pdb.yaml": budget(`minAvailable: 1, ${all}`),
    });
    expect([drained(read).at(2), drained(read, "pay").at(4)]).toEqual([1, 3]);
  });

  it("count with their autoscalers' minima, and copies count once", () => {
    const scaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: pay}
spec: {minReplicas: 6, scaleTargetRef: {kind: Deployment, name: pay}}
`;
    const read = deploymentOf({
      "a.yaml": deployment("web", "replicas: 2"),
      "b.yaml": deployment("pay", "replicas: 4"),
      "copy.yaml": deployment("pay", "replicas: 4", "shop"),
      "hpa.yaml": scaler,
      "pdb.yaml": budget(`minAvailable: 5, ${all}`),
    });
    expect(drained(read).drain!.beside).toBe(6);
    expect(drained(read).at(2)).toBe(2);
  });
});

describe("budgets that select nothing", () => {
  it("are told in one notice, apart from what is told always", () => {
    const idle = (name: string) =>
      budget("maxUnavailable: 1, selector: {matchLabels: {app: gone}}", { name });
    const read = deploymentOf({
      "a.yaml": deployment("web"),
      "b.yaml": idle("b"),
      "c.yaml": budget("maxUnavailable: 2", { name: "patch" }),
    });
    expect(read.diagnostics).toEqual([]);
    expect(read.idleBudgets).toMatchObject([
      { severity: "notice", code: "idle-budget", file: "b.yaml", line: 4, column: 9 },
    ]);
    expect(read.idleBudgets[0]!.message).toContain(
      "2 disruption budgets select no workload among the manifests: `b.yaml:4`, `c.yaml:4`;",
    );
    const many = Object.fromEntries([..."abcdefg"].map((name) => [`${name}.yaml`, idle(name)]));
    expect(deploymentOf(many).idleBudgets[0]!.message).toContain("`e.yaml:4`, and 2 more;");
  });
});
