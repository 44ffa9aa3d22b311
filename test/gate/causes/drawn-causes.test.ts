import { describe, expect, test } from "vitest";
import { engine } from "../../../src/flow/engine.ts";
import { causesOf } from "../../../src/gate/causes/causes.ts";
import { drawnCauses } from "../../../src/gate/causes/drawn-causes.ts";
import { joinPieces } from "../../../src/gate/causes/facts.ts";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import type { Model } from "../../../src/model/model.ts";
import { availabilityOf, divided, modelOf, type SpecData } from "./scene.ts";

const OPTIONS = { samples: 200_000, seed: 1, alpha: 0.05 };

/** No figure is exact: all but the cheapest are drawn, as those of a model that is too hard are. */
const drawing: Engine = {
  ...engine,
  price: () => Number.POSITIVE_INFINITY,
  alike: () => null,
};

/** Services that call each other in circles, of which nothing can be laid out. */
function tangled(of: SpecData): Promise<Model> {
  const names = Array.from({ length: 24 }, (_, i) => `s${i}`);
  const calls = names.flatMap((from, i) =>
    [1, 5, 11].map((step) => `${from} -> s${(i + step + ((i * i) % 3)) % names.length}`),
  );
  return modelOf({
    defaults: { replicaAvailability: "97%", dependencyAvailability: "98%" },
    dependencies: [...new Set(calls)].filter((one) => !/^(\S+) -> \1$/.test(one)),
    endpoints: { "GET /": { entry: "s0", needs: ["s7", { anyOf: ["s11", "s13"] }, "s17"] } },
    ...of,
  });
}

function causes(base: Model, head: Model, by: Engine) {
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  const compared = by.compare(from!, to!, OPTIONS, []);
  const run = { path: "availability.yaml", engine: by, options: OPTIONS };
  const { delta } = compared.difference;
  return { compared, delta, causes: causesOf(run, from!, to!, compared, delta) };
}

describe("causes of what is drawn", () => {
  test("each has its effect within its interval, and all sum to the delta as it is printed", async () => {
    const at = (first: boolean, second: boolean, third: boolean) =>
      tangled({
        services: {
          s0: { replicas: first ? 1 : 2 },
          s7: { replicas: second ? 1 : 3 },
          s13: { replicas: third ? 3 : 1 },
        },
      });
    const [base, head] = [await at(false, false, false), await at(true, true, true)];
    const { delta, causes: found, compared } = causes(base, head, engine);
    expect(compared.head.method).toBe("monte-carlo");
    expect(found.map(({ changes }) => changes.map(({ subject }) => subject))).toHaveLength(3);
    const sum = found.reduce((all, { effect }) => all + effect, 0);
    expect(Math.abs(sum - delta)).toBeLessThan(1e-12);
    // The entry is needed by itself: losing one of its replicas costs so much of what the rest holds.
    const rest = compared.base.availability / (1 - 0.03 ** 2);
    const own = found.find(({ changes }) => changes[0]!.subject === "s0")!;
    expect(own.effect).toBeCloseTo(-rest * (0.03 - 0.03 ** 2), 2);
    for (const { effect, interval } of found) {
      expect(interval![0]).toBeLessThanOrEqual(effect);
      expect(interval![1]).toBeGreaterThanOrEqual(effect);
      expect(interval![1] - interval![0]).toBeLessThan(0.01);
    }
  });

  test("the same commits have the same causes, to the last digit", async () => {
    const at = (up: string) =>
      tangled({
        services: {
          s0: { replicas: 1, replicaAvailability: up },
          s7: { replicas: up === "99%" ? 2 : 1 },
        },
      });
    const once = async () => causes(await at("99%"), await at("95%"), engine).causes;
    expect(await once()).toEqual(await once());
  });

  test("are those of exact figures, as far as the draws can tell", async () => {
    const shop = (first: boolean, second: boolean) =>
      modelOf({
        defaults: { replicaAvailability: "90%", dependencyAvailability: "99%" },
        services: { web: { replicas: first ? 1 : 2 }, cart: { replicas: second ? 1 : 3 } },
        dependencies: ["web -> cart", { "web -> mail": { availability: second ? "95%" : "97%" } }],
        endpoints: { "GET /": { entry: "web" } },
      });
    const [base, head] = [await shop(false, false), await shop(true, true)];
    const exact = divided(base, head).causes;
    const drawn = divided(base, head, drawing).causes;
    expect(drawn).toHaveLength(exact.length);
    for (const { changes, effect } of exact) {
      const same = drawn.find((one) => one.changes[0]!.subject === changes[0]!.subject)!;
      expect(Math.abs(same.effect - effect)).toBeLessThan(1e-12);
      expect(same.interval).toBeUndefined();
    }
  });

  test("where they cost more than there is, all changes are one cause", async () => {
    const at = (replicas: number) =>
      tangled({ services: { s0: { replicas }, s7: { replicas: replicas + 1 } } });
    const [base, head] = [await at(2), await at(1)];
    const many = { ...head, endpoints: Array(20_000).fill(head.endpoints[0]) };
    const { causes: found } = causes(base, many, engine);
    expect(found).toHaveLength(1);
    expect(found[0]!.changes).toHaveLength(2);
    expect(found[0]!.interval).toBeUndefined();
  });

  test("are as many as can be mixed for an eighth of the work: 2^n of them", async () => {
    const at = (replicas: number) =>
      modelOf({
        defaults: { replicaAvailability: "90%" },
        services: { web: { replicas }, cart: { replicas }, mail: { replicas } },
        dependencies: ["web -> cart", "web -> mail"],
        endpoints: { "GET /": { entry: "web" } },
      });
    const [base, head] = [await at(2), await at(1)];
    const [from, to] = [base, head].map((model) => ({
      model,
      endpoint: model.endpoints[0]!,
      fault: null,
    }));
    const sides = sidesOf(from!, to!);
    const facts = joinPieces(serviceFacts(sides, toldRows(base, head)));
    const by = { ...drawing, spent: () => 0 };
    const run = { path: "availability.yaml", engine: by, options: OPTIONS };
    const delta = availabilityOf(head) - availabilityOf(base);
    const told = (work: number) => drawnCauses(run, sides, facts, delta, work)?.length ?? null;
    // Three services and two dependencies, each of 300 transitions.
    const each = 300 * 5;
    expect([8, 4].map((sets) => told(8 * sets * each))).toEqual([3, 2]);
    expect([8, 4].map((sets) => told(8 * sets * each - 1))).toEqual([2, null]);
  });
});
