import { describe, expect, it } from "vitest";
import type { WorkloadKind } from "../../src/deployment/workload.ts";
import { build, lines, workload } from "./support.ts";

const spec = "version: 1\ndependencies: [web -> pay]\nendpoints: { e: { entry: web } }\n";
const at = (line: number) => ({ file: "deploy.yaml", line, column: 3 });

describe("matching", () => {
  const byName = workload({ name: "pay", count: 2 });
  const byLabel = (label: string, pod: boolean) =>
    workload({ name: `${label}-${pod}`, [pod ? "podLabels" : "labels"]: { [label]: "pay" } });
  const ordered = [
    byName,
    byLabel("app.kubernetes.io/name", false),
    byLabel("app.kubernetes.io/name", true),
    byLabel("app", false),
    byLabel("app", true),
    byLabel("k8s-app", false),
    byLabel("k8s-app", true),
    workload({ name: "selected", selectedBy: ["other", "pay"] }),
  ];

  it("takes the first rule that finds anything, in the contract's order", async () => {
    for (let i = 0; i < ordered.length; i++) {
      const { matches } = await build(spec, ordered.slice(i).reverse());
      expect(matches.get("pay")).toEqual([ordered[i]]);
    }
    expect((await build(spec, [])).matches.size).toBe(0);
  });

  it("puts `workload` before all, and nothing in its place", async () => {
    const named = (text: string) => `${spec}services: { pay: { workload: ${text} } }\n`;
    const stateful = workload({
      kind: "StatefulSet",
      namespace: "shop",
      name: "pay-v2",
      place: at(5),
    });
    const all = [...ordered, stateful];
    expect((await build(named("StatefulSet/pay-v2"), all)).matches.get("pay")).toEqual([stateful]);
    expect((await build(named("StatefulSet/shop/pay-v2"), all)).matches.get("pay")).toEqual([
      stateful,
    ]);
    expect(
      (await build(named("{ kind: StatefulSet, namespace: shop, name: pay-v2 }"), all)).matches.get(
        "pay",
      ),
    ).toEqual([stateful]);
    for (const [text, remedy] of [
      ["StatefulSet/shop/pay-v3", "; did you mean `StatefulSet/shop/pay-v2`?"],
      ["Deployment/nothing-like-it", "; name one of the manifests, or remove `workload`"],
    ]) {
      const { model, diagnostics } = await build(named(text!), all);
      expect(model).toBeNull();
      expect(lines(diagnostics)).toEqual([
        `4:30 error unknown-workload: no manifest has the workload \`${text}\` of service \`pay\`${remedy}`,
      ]);
    }
  });

  it("lists the workloads where one rule finds several", async () => {
    const prod = workload({ name: "pay", namespace: "prod", place: at(3) });
    const compose = workload({
      kind: "ComposeService",
      name: "pay",
      place: { ...at(7), file: "compose.yaml" },
    });
    const { model, diagnostics } = await build(spec, [prod, compose]);
    expect(model).toBeNull();
    expect(lines(diagnostics)).toEqual([
      "2:16 error ambiguous-workload: service `pay` matches several workloads: Deployment/prod/pay (deploy.yaml:3), ComposeService/pay (compose.yaml:7); narrow `manifests` to what is deployed, or set its `workload`: a list where they serve it together",
    ]);
    const chosen = `${spec}services: { pay: { workload: ComposeService/pay } }\n`;
    expect((await build(chosen, [prod, compose])).matches.get("pay")).toEqual([compose]);
    const staging = workload({ name: "pay", namespace: "staging", place: at(9) });
    const vague = `${spec}services: { pay: { workload: Deployment/pay } }\n`;
    expect(lines((await build(vague, [prod, staging])).diagnostics)).toEqual([
      "4:30 error ambiguous-workload: service `pay` matches several workloads: Deployment/prod/pay (deploy.yaml:3), Deployment/staging/pay (deploy.yaml:9); name the namespace in its `workload`",
    ]);
    const unplaced = workload({ name: "pay", place: at(11) });
    expect((await build(vague, [prod, unplaced])).matches.get("pay")).toEqual([unplaced]);
  });

  it("leaves external services alone", async () => {
    const { matches, unclaimed } = await build(`${spec}services: { pay: { external: 99% } }\n`, [
      byName,
    ]);
    expect(matches.has("pay")).toBe(false);
    expect(unclaimed).toEqual([byName]);
  });

  it("refuses `replicas` beside a workload that any rule matches", async () => {
    for (const one of ordered) {
      const { model, diagnostics } = await build(`${spec}services: { pay: { replicas: 2 } }\n`, [
        one,
      ]);
      expect(model).toBeNull();
      expect(diagnostics).toMatchObject([
        { severity: "error", code: "contradiction", line: 4, column: 30 },
      ]);
    }
  });
});

describe("a claimed workload", () => {
  const claimed = workload({ name: "pay", count: 3, place: at(5) });
  const conflict = {
    count: 1,
    rule: "replicas",
    place: { file: "staging.yaml", line: 9, column: 1 },
  } as const;

  it("must agree with its copies", async () => {
    const torn = { ...claimed, conflicts: [conflict] };
    const { model, diagnostics } = await build(spec, [torn]);
    expect(model).toBeNull();
    expect(lines(diagnostics)).toEqual([
      "deploy.yaml:6:3 error conflicting-workload: the manifests disagree on the replicas of `Deployment/pay`: 3 (deploy.yaml:6), 1 (staging.yaml:9); narrow `manifests` to one environment, or write one spec an environment with `extends`",
    ]);
    const other = spec.replace("pay", "cart");
    expect((await build(other, [torn])).model).not.toBeNull();
    const place = { ...conflict.place, file: "shop/kustomization.yaml" };
    const patched = { ...claimed, conflicts: [{ ...conflict, place }] };
    expect(lines((await build(spec, [patched])).diagnostics)[0]).toMatch(
      /; have `shop\/kustomization\.yaml` rendered by `kustomize:` and its folder under `manifests`, or narrow /,
    );
  });

  it("must tell its replicas", async () => {
    const unclear = {
      ...claimed,
      replicas: { ...claimed.replicas, count: null, problem: "replicas is what?; write a number" },
    };
    const { model, diagnostics } = await build(spec, [unclear]);
    expect(model).toBeNull();
    expect(lines(diagnostics)).toEqual([
      "deploy.yaml:6:3 error bad-replicas: replicas is what?; write a number",
    ]);
    const many = workload({ name: "pay", count: 2_000_000_000, place: at(5) });
    expect(lines((await build(spec, [many])).diagnostics)).toEqual([
      "deploy.yaml:6:3 error bad-replicas: `Deployment/pay` has 2000000000 replicas; write a whole number from 0 to 10000",
    ]);
  });

  it("is told when two services share it", async () => {
    const shared = workload({ name: "web", selectedBy: ["pay"], place: at(5) });
    const { model, diagnostics } = await build(spec, [shared]);
    expect(model).not.toBeNull();
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "shared-workload", line: 2, column: 16 },
      { code: "defaulted" },
    ]);
  });
});

describe("kinds", () => {
  it.each<WorkloadKind>([
    "Deployment",
    "StatefulSet",
    "ReplicaSet",
    "ReplicationController",
    "DaemonSet",
    "ComposeService",
  ])("%s can be named", async (kind) => {
    const one = workload({ kind, name: "x" });
    const text = `${spec}services: { pay: { workload: ${kind}/x } }\n`;
    expect((await build(text, [one])).matches.get("pay")).toEqual([one]);
  });
});
