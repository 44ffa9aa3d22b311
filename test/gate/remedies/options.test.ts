import { describe, expect, test } from "vitest";
import type { Limit } from "../../../src/gate/explained.ts";
import { leversOf, optionalSteps } from "../../../src/gate/remedies/options.ts";
import { namedStep, stepText } from "../../../src/gate/remedies/step.ts";
import type { Model } from "../../../src/model/model.ts";
import { builtModel } from "../../model/support.ts";

type SpecData = { readonly [key: string]: unknown };

const shop = (services: SpecData, dependencies: readonly unknown[], asked: SpecData = {}) =>
  builtModel(
    JSON.stringify({
      version: 1,
      domains: {
        zone: { members: ["a", "b", "c"], availability: "99%" },
        rack: { members: ["r", "s"], availability: "99%" },
      },
      services,
      dependencies,
      endpoints: { "GET /": { entry: "web", ...asked } },
    }),
  );

/** The components of a model as limits, in this order, each as critical as given or as any. */
const limits = (
  names: readonly string[],
  kind: Limit["kind"] = "service",
  birnbaum = 1,
): readonly Limit[] => names.map((component) => ({ component, kind, birnbaum }) as Limit);

/** Of each lever the first step, the last, and what they add. */
const told = (model: Model, given: readonly Limit[]) =>
  leversOf(model, given).map(({ steps, added }) => {
    const [first, last] = [steps[0]!, steps.at(-1)!].map((one) => stepText(namedStep(model, one)));
    return [first, last, added[0], added.at(-1)];
  });

describe("what can be turned", () => {
  test("is what limits the endpoint, the most critical first: spread, retries, then replicas", async () => {
    const late = (retries: number) => ({ timeout: { onTime: "90%", retries } });
    const model = await shop(
      { web: { replicas: 2, placement: { zone: "packed" } }, cart: { replicas: 1 } },
      [{ "web -> cart": late(3) }, { "cart ~> web": late(0) }],
    );
    const all = limits(["cart ~> web", "cart", "web", "web -> cart"]);
    expect(told(model, all)).toEqual([
      ["spread web over zone", "spread web over zone", 0, 0],
      ["retries of cart ~> web 0 -> 1", "retries of cart ~> web 0 -> 5", 0, 0],
      ["retries of web -> cart 3 -> 4", "retries of web -> cart 3 -> 5", 0, 0],
      ["replicas of cart 1 -> 2", "replicas of cart 1 -> 21", 1, 20],
      ["replicas of web 2 -> 3", "replicas of web 2 -> 22", 1, 20],
    ]);
    expect(told(model, limits(["cart"]))).toEqual([
      ["replicas of cart 1 -> 2", "replicas of cart 1 -> 21", 1, 20],
    ]);
    expect(told(model, limits(["cart", "web"], "service", 0))).toEqual([]);
  });

  test("is no further retry where there are five, or more", async () => {
    const late = (retries: number) => ({ timeout: { onTime: "90%", retries } });
    const model = await shop({ web: { replicas: 1 } }, [
      { "web -> four": late(4) },
      { "web -> five": late(5) },
      { "web -> six": late(6) },
    ]);
    expect(told(model, limits(["web -> six", "web -> five", "web -> four"]))).toEqual([
      ["retries of web -> four 4 -> 5", "retries of web -> four 4 -> 5", 0, 0],
    ]);
  });

  test("is a further retry of any of several routes", async () => {
    const timeout = { onTime: "90%", retries: 0 };
    const model = await shop({ web: { replicas: 1 }, cart: { replicas: 1 } }, [
      { "web -> cart": { independent: true } },
      { "web -> cart": { independent: true, timeout } },
    ]);
    expect(told(model, limits(["web -> cart"]))).toEqual([
      ["retries of web -> cart 0 -> 1", "retries of web -> cart 0 -> 5", 0, 0],
    ]);
  });

  test("of several routes is what tries least often", async () => {
    const model = await shop(
      { web: { replicas: 1 } },
      [5, 1, 3].map((retries) => ({
        "web -> cart": { independent: true, timeout: { onTime: "90%", retries } },
      })),
    );
    expect(told(model, limits(["web -> cart"]))).toEqual([
      ["retries of web -> cart 1 -> 2", "retries of web -> cart 1 -> 5", 0, 0],
    ]);
  });

  test("is no third party, nothing without replicas, and no call that is always on time", async () => {
    const model = await shop({ web: { replicas: 0 }, bank: { external: "99%" } }, [
      { "web -> bank": { timeout: { onTime: "100%" } } },
      "bank -> web",
    ]);
    expect(told(model, limits(["web", "bank", "web -> bank", "bank -> web"]))).toEqual([]);
  });

  test("a majority goes from odd to odd", async () => {
    const model = await shop({ web: { replicas: 2, quorum: "majority" } }, []);
    const [lever] = leversOf(model, limits(["web"]));
    expect(lever!.steps.slice(0, 3).map((step) => stepText(namedStep(model, step)))).toEqual([
      "replicas of web 2 -> 3",
      "replicas of web 2 -> 5",
      "replicas of web 2 -> 7",
    ]);
    expect(lever!.added.slice(0, 3)).toEqual([1, 3, 5]);
  });

  test("replicas are spread where they sit, and not on all members yet", async () => {
    const spreads = async (zone: unknown, replicas: number, over: SpecData = { zone }) => {
      const model = await shop(
        { web: { replicas, ...(zone === null ? {} : { placement: over }) } },
        [],
      );
      return told(model, limits(["web"])).filter(([first]) => String(first).startsWith("spread"));
    };
    expect(await spreads("packed", 3)).toHaveLength(1);
    expect(await spreads(["a", "b"], 3)).toHaveLength(1);
    expect(await spreads("spread", 3)).toEqual([]);
    expect(await spreads(null, 3)).toEqual([]);
    // Two of a rack are no two of a zone.
    expect(await spreads("none", 3, { rack: "spread" })).toEqual([]);
  });

  test("only the six most critical of each are tried", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `s${i}`);
    const model = await shop(
      Object.fromEntries(["web", ...names].map((name) => [name, { replicas: 1 }])),
      names.map((name) => `web -> ${name}`),
    );
    const order = names.toReversed();
    expect(told(model, limits(order)).map(([first]) => first)).toEqual(
      order.slice(0, 6).map((name) => `replicas of ${name} 1 -> 2`),
    );
  });
});

describe("what an endpoint might do without", () => {
  const names = Array.from({ length: 8 }, (_, i) => `s${i}`);
  const fan = (asked: SpecData) =>
    shop(
      Object.fromEntries(["web", ...names].map((name) => [name, { replicas: 1 }])),
      names.map((name) => `web -> ${name}`),
      asked,
    );
  const steps = async (asked: SpecData, given: readonly Limit[]) => {
    const model = await fan(asked);
    return optionalSteps(model, model.endpoints[0]!, given).map((step) =>
      stepText(namedStep(model, step)),
    );
  };

  test("are the six services that limit it the most, but for its entry", async () => {
    const given = [...limits(["web -> s0"], "dependency"), ...limits(["web", ...names])];
    expect(await steps({}, given)).toEqual(
      names.slice(0, 6).map((name) => `make ${name} optional`),
    );
  });

  test("are none of one that lists its needs, and those of one that does in part", async () => {
    expect(await steps({ needs: ["s0"] }, limits(["s0"]))).toEqual([]);
    const mixture = [{ weight: 1, needs: ["s0"] }, { weight: 1 }];
    expect(await steps({ mixture }, limits(["s0"]))).toEqual(["make s0 optional"]);
  });
});
