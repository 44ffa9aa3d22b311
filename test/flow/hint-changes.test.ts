import { describe, expect, test } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import type { Diagnostic } from "../../src/yaml/diagnostic.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1000, seed: 1 };

/** A Deployment that is configured with hosts, and its Service. */
function web(name: string, env: Readonly<Record<string, string>> = {}): string {
  const list = Object.entries(env).map(([key, value]) => JSON.stringify({ name: key, value }));
  return `kind: Deployment
apiVersion: apps/v1
metadata: { name: ${name} }
spec:
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

const spec = (...dependencies: readonly string[]) =>
  `version: 1\nmanifests: [k/*.yaml]\ndependencies: [${["checkout -> cart", ...dependencies].join(", ")}]\nendpoints: { e: { entry: checkout } }\n`;

const BASE: Files = {
  "availability.yaml": spec(),
  "k/checkout.yaml": web("checkout", { CART_ADDR: "cart:80" }),
  "k/cart.yaml": web("cart"),
  "k/fraud.yaml": web("fraud-check"),
  "k/bus.yaml": web("kafka"),
  "k/collector.yaml": web("otel-collector"),
};

async function told(head: Files, base: Files = BASE): Promise<readonly Diagnostic[]> {
  const side = (files: Files) => ({ tree: memoryTree(files), rendered: null });
  const request = {
    base: side(base),
    head: side({ ...base, ...head }),
    models: ["availability.yaml"],
    options: OPTIONS,
  };
  const outcome = await diff(request);
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  const all = outcome.judgements.flatMap(({ model }) => model.diagnostics);
  return all.filter(({ code }) => code === "unmodelled-call");
}

const checkout = (env: Readonly<Record<string, string>>) => ({
  "k/checkout.yaml": web("checkout", { CART_ADDR: "cart:80", ...env }),
});

describe("a change that makes a service know another", () => {
  test("is told where the model has no such dependency", async () => {
    expect(await told(checkout({ FRAUD_URL: "http://u:hunter2@fraud-check:8080" }))).toEqual([
      {
        ...{ severity: "warning", code: "unmodelled-call" },
        ...{ file: "k/checkout.yaml", line: 8, column: expect.any(Number) },
        message:
          "this change makes `checkout` know `fraud-check` (through `FRAUD_URL`), and the model has no such dependency; if a request needs it, add `checkout -> fraud-check` to `dependencies`",
      },
    ]);
  });

  test("suggests the arrow of messages where the host is a broker", async () => {
    const [one] = await told(checkout({ KAFKA_ADDR: "kafka:9092" }));
    expect(one?.message).toContain("add `checkout ~> kafka`");
  });

  test("is told between two services of the model, by their names", async () => {
    const cart = { "k/cart.yaml": web("cart", { BACK: "http://checkout:80" }) };
    const [one, ...more] = await told(cart);
    expect(one?.message).toContain("this change makes `cart` know `checkout`");
    expect(more).toEqual([]);
  });

  test.each([
    ["telemetry", checkout({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel-collector:4317" })],
    [
      "what base knew under another name",
      { "k/checkout.yaml": web("checkout", { CART: "cart:80" }) },
    ],
    [
      "what no service of the model knows",
      { "k/fraud.yaml": web("fraud-check", { C: "cart:80" }) },
    ],
    [
      "a dependency of the spec",
      {
        ...checkout({ F: "fraud-check:80" }),
        "availability.yaml": spec("checkout ~> fraud-check"),
      },
    ],
    [
      "who takes messages from a broker of the spec",
      { ...checkout({ K: "kafka:9092" }), "availability.yaml": spec("kafka ~> checkout") },
    ],
    ["an image, or a label", { "k/cart.yaml": web("cart").replace("image: w", "image: v") }],
  ])("is silent about %s", async (_, head) => {
    expect(await told(head)).toEqual([]);
  });

  test("is silent about what base knew already, and the model left out", async () => {
    const base = { ...BASE, ...checkout({ FRAUD_URL: "http://fraud-check:80" }) };
    expect(await told(checkout({ FRAUD_ADDR: "fraud-check:8080" }), base)).toEqual([]);
  });

  test("is silent where there is nothing to compare with", async () => {
    const { "availability.yaml": _, ...bare } = BASE;
    const head = { "availability.yaml": spec(), ...checkout({ F: "fraud-check:80" }) };
    expect(await told(head, bare)).toEqual([]);
  });

  test("is told ten times, and then counted", async () => {
    const many = Array.from({ length: 13 }, (_, i) => `s${i}`);
    const others = Object.fromEntries(many.map((name) => [`k/${name}.yaml`, web(name)]));
    const env = Object.fromEntries(many.map((name) => [`${name}_URL`, `http://${name}:80`]));
    const lines = await told(checkout(env), { ...BASE, ...others });
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)?.message).toContain("3 more services");
  });
});
