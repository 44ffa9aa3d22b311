import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { estimate } from "../../src/flow/estimate.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

function web(name: string, replicas: number, env: readonly string[] = []): string {
  const list = env.map((host) => JSON.stringify({ name: `${host}_URL`, value: `${host}:80` }));
  return `kind: Deployment
apiVersion: apps/v1
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ image: w, env: [${list.join(", ")}] }] }
---
kind: Service
apiVersion: v1
metadata: { name: ${name} }
spec: { selector: { app: ${name} } }
`;
}

const FILES: Files = {
  "availability.yaml": `version: 1
manifests: [k/*.yaml]
defaults: { replicaAvailability: 99%, dependencyAvailability: 100% }
services: { fraud: { replicaAvailability: 90% } }
dependencies: [checkout -> cart, other -> fraud]
endpoints: { e: { entry: checkout, slo: 95% }, o: { entry: other } }
`,
  "k/checkout.yaml": web("checkout", 1, ["cart", "fraud"]),
  "k/cart.yaml": web("cart", 1),
  "k/fraud.yaml": web("fraud", 1),
  "k/other.yaml": web("other", 1, ["fraud"]),
};

describe("a dependency that only the manifests know", () => {
  test("is an assumption of those whose way it would be on, and moves their figures", async () => {
    const side = { tree: memoryTree(FILES), rendered: null };
    const outcome = await estimate(side, ["availability.yaml"], OPTIONS);
    if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
    const [e, o] = outcome.estimates[0]!.model.endpoints;
    const [hint] = e!.explained!.assumptions.filter(({ kind }) => kind === "hint");
    expect(hint).toMatchObject({
      subject: "checkout -> fraud",
      decisive: true,
      file: "k/checkout.yaml",
    });
    expect(hint!.message).toContain("`checkout` know `fraud` (`fraud_URL`)");
    expect(hint!.range![0]).toBeCloseTo(0.99 * 0.99 * 0.9, 12);
    expect(hint!.range![1]).toBeCloseTo(0.99 * 0.99, 12);
    expect(o!.explained!.assumptions.filter(({ kind }) => kind === "hint")).toEqual([]);
  });

  test("is one in a diff, too, for the endpoints that are told", async () => {
    const before = { ...FILES, "k/cart.yaml": web("cart", 2) };
    const outcome = await diff({
      base: { tree: memoryTree(before), rendered: null },
      head: { tree: memoryTree(FILES), rendered: null },
      models: ["availability.yaml"],
      options: OPTIONS,
    });
    if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
    const { endpoints, graph, blast } = outcome.judgements[0]!.model;
    expect(endpoints.map(({ explained }) => explained !== undefined)).toEqual([true, false]);
    const kinds = endpoints[0]!.explained!.assumptions.map(({ kind }) => kind);
    expect(kinds).toContain("hint");
    expect(graph!.services.map(({ name }) => name).toSorted()).toEqual(["cart", "checkout"]);
    expect(blast!.map(({ fault }) => fault).toSorted()).toEqual([
      "cart",
      "checkout",
      "checkout -> cart",
    ]);
  });
});
