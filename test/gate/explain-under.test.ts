import { expect, test } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { estimateModel } from "../../src/gate/assemble.ts";
import { explainEstimate } from "../../src/gate/explain-results.ts";
import { modelOf } from "./causes/scene.ts";

const options = { samples: 100, seed: 1, alpha: 0.05 };

/** What is told of each endpoint of one spec: how many ways back, of all that were sought. */
async function waysBack(endpoints: Readonly<Record<string, unknown>>) {
  const model = await modelOf({
    defaults: { replicaAvailability: "99%", dependencyAvailability: "100%" },
    services: { web: { replicas: 2 }, stock: { replicas: 2 }, cart: { replicas: 1 } },
    dependencies: ["web -> stock", "web -> cart"],
    faults: {
      "cart lost": { down: ["cart"] },
      "stock lost": { down: ["stock"] },
    },
    endpoints,
  });
  const input = { path: "availability.yaml", model, diagnostics: [] };
  const context = { engine, options, told: [], today: null };
  const { model: found } = explainEstimate(estimateModel(input, engine, options), input, context);
  const ways = found.endpoints.map(({ name, explained }): [string, number] => [
    name,
    explained!.remedies.length + explained!.requirements.length,
  ]);
  const notices = new Map(found.diagnostics.map(({ code, message }) => [code, message]));
  return { ways: new Map(ways), notices };
}

const promising = (under: Readonly<Record<string, string>>) => ({
  entry: "web",
  needs: [{ anyOf: ["stock", "cart"] }],
  slo: "90%",
  under,
});

test("a way back is sought for what is promised under a fault and missed, and for nothing that is kept", async () => {
  const { ways } = await waysBack({
    "GET /kept": promising({ "stock lost": "90%", "cart lost": "90%" }),
    "GET /missed": promising({ "stock lost": "90%", "cart lost": "99.99%" }),
    "GET /unpromised": promising({}),
  });
  expect(ways.get("GET /missed")).toBeGreaterThan(0);
  expect(ways.get("GET /kept")).toBe(0);
  expect(ways.get("GET /unpromised")).toBe(0);
});

test("each promise is held to the figure under its own fault", async () => {
  // With the one replica of the cart alone, 98.99%; with both of the stock, 99.98%.
  const { ways } = await waysBack({
    "GET /missed": promising({ "stock lost": "99.5%" }),
    "GET /kept": promising({ "cart lost": "99.9%" }),
  });
  expect(ways.get("GET /missed")).toBeGreaterThan(0);
  expect(ways.get("GET /kept")).toBe(0);
});

test("for the worst twenty of them", async () => {
  const missed = Array.from({ length: 23 }, (_, at) => [
    `GET /${at}`,
    promising({ "cart lost": "99.99%" }),
  ]);
  const { notices } = await waysBack({
    ...Object.fromEntries(missed),
    "GET /kept": promising({ "stock lost": "90%", "cart lost": "90%" }),
  });
  expect(notices.get("ways-not-sought")).toContain("worst 20 endpoints, and not at 3 more");
});
