import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { divided, dividedSpecs, modelOf, type SpecData, told } from "./scene.ts";

/** Services behind an entry, all of which are needed unless said otherwise, each as it is said. */
const fan = (
  services: Readonly<Record<string, SpecData>>,
  needs: readonly unknown[] = Object.keys(services),
) => ({
  defaults: { replicaAvailability: "99%", dependencyAvailability: "100%" },
  services: { web: { replicas: 1, replicaAvailability: "100%" }, ...services },
  dependencies: Object.keys(services).map((name) => `web -> ${name}`),
  endpoints: { "GET /": { entry: "web", needs } },
});

/** So many services of so many replicas. */
const alike = (count: number, replicas: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, { replicas }]));

const ends = async (count: number) =>
  [await modelOf(fan(alike(count, 2))), await modelOf(fan(alike(count, 1)))] as const;

describe("what causes may cost", () => {
  test("is enough for two facts where four mixtures are paid for", async () => {
    const { together: _, ...certain } = engine;
    const { causes } = divided(...(await ends(2)), { ...certain, price: () => 2e8 });
    expect(causes).toHaveLength(2);
  });

  test("leaves to draws what fewer mixtures cannot tell apart", async () => {
    const { causes } = divided(...(await ends(2)), { ...engine, price: () => 4e8 });
    expect(causes).toHaveLength(2);
  });

  test("is shared by the rows of an endpoint", async () => {
    const [base, head] = await ends(4);
    const dear = { ...engine, price: () => 1e8 };
    expect(divided(base, head, dear, 1).causes).toHaveLength(3);
    expect(divided(base, head, dear, 2).causes).toHaveLength(2);
  });

  test("is that of the dearer side", async () => {
    const [base, head] = await ends(8);
    for (const dear of [base, head]) {
      const price = ({ model }: { readonly model: object }) => (model === dear ? 1e8 : 1);
      expect(divided(base, head, { ...engine, price }).causes).toHaveLength(3);
    }
  });
});

test("an endpoint that did not move has no causes, though something on its way changed", async () => {
  const of = (replicas: number) => fan({ cart: { replicas, replicaAvailability: "100%" } });
  expect(await dividedSpecs(of(1), of(2))).toEqual({ delta: 0, causes: [] });
});

test("of more facts than are told apart, one that counts only while others are as at base is told", async () => {
  const others = Array.from({ length: 5 }, (_, i) => `s${i}`);
  // Of two of the others more replicas change nothing.
  const up = (i: number) => (i < 2 ? "100%" : "99%");
  const of = (replicas: number, cart: string, edge: string) =>
    modelOf(
      fan(
        {
          cart: { replicas: 1, replicaAvailability: cart },
          edge: { replicas: 1, replicaAvailability: edge },
          ...Object.fromEntries(
            others.map((name, i) => [name, { replicas, replicaAvailability: up(i) }]),
          ),
        },
        [{ anyOf: ["cart", "edge"] }, ...others],
      ),
    );
  // 2^5 mixtures, and no more.
  const dear = { ...engine, price: () => 2e7 };
  const all = divided(await of(2, "99%", "90%"), await of(1, "80%", "100%"), dear);
  expect(all.causes).toHaveLength(5);
  expect(told(all).map((one) => one.split(":")[0])).toContain("replica-availability cart");
});
