import { describe, expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { engine } from "../../src/flow/engine.ts";
import { estimate } from "../../src/flow/estimate.ts";
import { explain } from "../../src/flow/explain.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { memoryTree } from "./memory-tree.ts";

const OPTIONS = { samples: 1_000, seed: 1 };
const TODAY = "2026-11-30";

function spec(endpoints: Readonly<Record<string, string>>): string {
  return [
    "version: 1",
    "services: { web: { replicas: 2 }, db: { replicas: 1 } }",
    "dependencies: [web -> db]",
    "endpoints:",
    ...Object.entries(endpoints).map(([name, rest]) => `  ${name}: { entry: web${rest} }`),
    "",
  ].join("\n");
}

const SIDE = {
  tree: memoryTree({
    "a.yaml": spec({ "GET /cart": ", slo: 99.95%", "GET /": "", "POST /login": ", needs: []" }),
    "b.yaml": spec({ "GET /cart": "" }),
    "c.yaml": spec({ "GET /other": "" }),
  }),
  rendered: null,
};
const ALL = ["a.yaml", "b.yaml", "c.yaml"];

describe("explaining one endpoint", () => {
  it("is about that endpoint alone, in every spec that has it, with the figures of `estimate`", async () => {
    const explained = await explain(SIDE, ALL, "GET /cart", OPTIONS, TODAY);
    const whole = await estimate(SIDE, ALL, OPTIONS, TODAY);
    if (explained.kind !== "explained" || whole.kind !== "estimated") throw new Error("invalid");
    const { estimates, inputs } = explained;
    expect(estimates.map(({ model }) => model.path)).toEqual(["a.yaml", "b.yaml"]);
    for (const { model } of estimates) {
      expect(model.endpoints.map(({ name }) => name)).toEqual(["GET /cart"]);
      const other = whole.estimates.find((one) => one.model.path === model.path);
      const same = other?.model.endpoints.find(({ name }) => name === "GET /cart");
      expect(model.endpoints[0]).toEqual(same);
    }
    expect(inputs.map(({ model }) => model.endpoints.length)).toEqual([1, 1]);
    const [cart] = estimates[0]!.model.endpoints;
    expect(cart?.explained?.limits[0]).toMatchObject({ component: "db", single: true });
    expect(cart?.explained?.remedies[0]?.change).toBe("replicas of db 1 -> 2");
    const [reason] = estimates[0]!.reasons;
    expect(reason).toMatchObject({ code: "below-slo", endpoint: "GET /cart" });
  });

  it("is as sure of its figures as `estimate`, which shares out its doubt among all endpoints", async () => {
    const alphas = new Set<number>();
    const noted: Engine = {
      ...engine,
      estimate: (subject, options, claims) => {
        alphas.add(options.alpha);
        return engine.estimate(subject, options, claims);
      },
    };
    await explain(SIDE, ALL, "GET /cart", OPTIONS, TODAY, noted);
    await estimate(SIDE, ALL, OPTIONS, TODAY, false, noted);
    expect(alphas.size).toBe(1);
  });

  it("suggests a name that is there where the one given is not, or lists some", async () => {
    const told = async (name: string) => {
      const outcome = await explain(SIDE, ALL, name, OPTIONS, TODAY);
      return outcome.kind === "invalid" ? outcome.diagnostics.map(({ message }) => message) : [];
    };
    expect(await told("GET /crat")).toEqual([
      "there is no endpoint `GET /crat`; did you mean `GET /cart`?",
    ]);
    expect(await told("toString")).toEqual([
      "there is no endpoint `toString`; there is `GET /cart`, `GET /`, `POST /login` and 1 more",
    ]);
  });

  it("is refused where a spec cannot be read", async () => {
    const outcome = await explain(SIDE, ["lost.yaml"], "GET /cart", OPTIONS, TODAY);
    expect(outcome).toMatchObject({ kind: "invalid", diagnostics: [{ code: "no-spec" }] });
  });
});

it("offers of ways back that cost the same the one through what the change touched", async () => {
  const shop = (web: number, db: number) => ({
    tree: memoryTree({
      "a.yaml": [
        "version: 1",
        `services: { web: { replicas: ${web} }, db: { replicas: ${db} } }`,
        "dependencies: [{ web -> db: { availability: 100% } }]",
        "endpoints: { GET /: { entry: web, slo: 99.85% } }",
        "",
      ].join("\n"),
    }),
    rendered: null,
  });
  const wayBack = async (base: [number, number]) => {
    const sides = { base: shop(...base), head: shop(1, 1) };
    const outcome = await diff({ ...sides, models: ["a.yaml"], options: OPTIONS });
    if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
    return outcome.judgements[0]!.model.endpoints[0]!.explained?.remedies[0]?.change;
  };
  expect(await wayBack([2, 1])).toBe("replicas of web 1 -> 2");
  expect(await wayBack([1, 2])).toBe("replicas of db 1 -> 2");
});
