import { describe, expect, it } from "vitest";
import type { AlikeFigure } from "../../src/availability/alike.ts";
import type { Claim, Decision } from "../../src/availability/claim.ts";
import type { AskOptions, Estimate } from "../../src/availability/estimate.ts";
import type { Engine } from "../../src/gate/engine.ts";
import { figuresOver, levelAt } from "../../src/gate/sweep-figures.ts";
import type { Model } from "../../src/model/model.ts";
import { endpoint, exact, failing, model } from "./models.ts";

const SLO = failing(0.005);
const shop = model({ endpoints: [endpoint("GET /", { slo: SLO })] });
const [nodes, calls] = [model(), model()];

type Asked = { readonly options: AskOptions; readonly claims: readonly Claim[] };

/** An engine that knows what it answers, and writes down what it was asked. */
function telling(
  given: Partial<{
    readonly price: number;
    readonly estimate: Estimate;
    readonly decisions: readonly Decision[];
    readonly alike: (model: Model) => Omit<AlikeFigure, "cost"> | null;
  }>,
) {
  const asked: Asked[] = [];
  const estimate = given.estimate ?? exact(0.001);
  const decisions = given.decisions ?? [];
  const engine: Engine = {
    ...(given.price === undefined ? {} : { price: () => given.price! }),
    estimate: (_, options, claims) => {
      asked.push({ options, claims });
      return { estimate, decisions };
    },
    compare: (_base, _head, options, claims) => {
      asked.push({ options, claims });
      return { base: estimate, head: exact(0.004), difference: { delta: 0 }, decisions };
    },
    ...(given.alike === undefined
      ? {}
      : {
          alike: (subject) => {
            const found = given.alike!(subject.model);
            return found && { ...found, cost: 1 };
          },
        }),
  };
  const run = { path: "x", engine, options: { samples: 200_000, seed: 1, alpha: 0.001 } };
  return { asked, figures: figuresOver(run, shop, shop.endpoints[0]!) };
}

const drawn: Estimate = {
  availability: 0.995,
  unavailability: 0.005,
  method: "monte-carlo",
  interval: [0.99, 0.999],
  samples: 1000,
};

describe("the levels of a sweep", () => {
  const FINE = [1, 1.5, 2, 3, 5, 7];

  it("are six steps in each of six decades where figures are cheap, as people write them", () => {
    const { levels, isCheap } = telling({ price: 1e6 }).figures;
    expect(isCheap).toBe(true);
    const decades = [6, 5, 4, 3, 2, 1];
    const written = decades.flatMap((one) => FINE.map((step) => Number(`${step}e-${one}`)));
    expect(levels).toEqual([0, ...written, 1]);
    expect(telling({}).figures.levels).toEqual(levels);
  });

  it("are one in each decade where they are dear", () => {
    const { levels, isCheap } = telling({ price: 1e6 + 1 }).figures;
    expect(isCheap).toBe(false);
    expect(levels).toEqual([0, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1]);
  });

  it("are how often what is swept is up", () => {
    expect(levelAt(0.25)).toEqual({ p: 0.75, q: 0.25 });
  });
});

describe("a figure beside what is promised", () => {
  it.each([
    [0.005, "keeps"],
    [0.0051, "below"],
  ])("that is exact is told by itself: %d", (u, stand) => {
    // Whatever was decided.
    const { figures } = telling({ estimate: exact(u), decisions: ["open"] });
    expect(figures.against(shop, SLO)).toEqual({
      figure: { availability: 1 - u, unavailability: u },
      stand,
    });
    expect(figures.against(shop, null).stand).toBe("open");
    expect(figures.isExact()).toBe(true);
    const known = telling({ alike: () => exact(u) }).figures;
    expect(known.against(shop, SLO).stand).toBe(stand);
    expect(known.against(shop, null).stand).toBe("open");
    expect(known.isExact()).toBe(true);
  });

  it.each([
    [["yes"], "below"],
    [["no"], "keeps"],
    [["open"], "open"],
    [[], "open"],
  ] as const)("that is drawn is told by what was decided: %j", (decisions, stand) => {
    const { figures } = telling({ estimate: drawn, decisions });
    expect(figures.against(shop, SLO)).toEqual({
      figure: { availability: 0.995, unavailability: 0.005, interval: [0.99, 0.999] },
      stand,
    });
    expect(figures.isExact()).toBe(false);
  });

  it("is claimed to be below, all claims together wrong with 5% at the most", () => {
    const { figures, asked } = telling({ price: 1e9, estimate: drawn });
    figures.against(shop, SLO);
    figures.against(shop, null);
    expect(asked.map(({ claims }) => claims)).toEqual([[{ base: 0, head: 1, beyond: 0.005 }], []]);
    // Eight levels, and ten more to narrow.
    expect(asked[0]!.options.alpha).toBeCloseTo(0.05 / 18, 15);
    // A share of a thousand million transitions, in three parts each: with the figure as it is, and the two of what dominates.
    expect(asked[0]!.options.most! * 3 * 21).toBeCloseTo(1e9, 3);
  });

  it("is nothing beyond certain, whatever the last digit of a sum is", () => {
    const over = { availability: 1 + 2e-16, unavailability: 1 + 2e-16 };
    const one = { availability: 1, unavailability: 1 };
    const known = telling({ alike: () => over }).figures;
    expect(known.of(shop)).toEqual(one);
    expect(known.against(shop, SLO).figure).toEqual(one);
    expect(telling({ estimate: { ...over, method: "exact" } }).figures.of(shop)).toEqual(one);
  });

  it("as it is asks for no claim, and for as much work as any other", () => {
    const { figures, asked } = telling({ price: 1e9, estimate: drawn });
    expect(figures.of(shop)).toMatchObject({ availability: 0.995, interval: [0.99, 0.999] });
    expect(asked).toEqual([{ options: { samples: 200_000, seed: 1, alpha: 0.001 }, claims: [] }]);
    expect(figures.isExact()).toBe(false);
  });
});

describe("what dominates, of two figures", () => {
  it.each([
    [0.002, 0.001, "dependencies"],
    [0.001, 0.002, "nodes"],
    [0.001, 0.001 + 1e-12, "neither"],
    [0.001 + 1e-12, 0.001, "neither"],
    [0.001, 0.001 + 3e-12, "nodes"],
  ])("that are known: %d with perfect nodes, %d with perfect dependencies", (a, b, dominant) => {
    const { figures, asked } = telling({ alike: (one) => exact(one === nodes ? a : b) });
    expect(figures.between(nodes, calls)).toEqual({
      perfectNodes: { availability: 1 - a, unavailability: a },
      perfectDependencies: { availability: 1 - b, unavailability: b },
      dominant,
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ["yes", "no", "dependencies"],
    ["yes", "open", "dependencies"],
    ["no", "yes", "nodes"],
    ["open", "yes", "nodes"],
    ["no", "no", "neither"],
    ["open", "no", "undecided"],
    ["no", "open", "undecided"],
    ["open", "open", "undecided"],
  ] as const)("of which one at least is drawn: more %s, less %s", (more, less, dominant) => {
    for (const unknown of [nodes, calls]) {
      const { figures, asked } = telling({
        estimate: drawn,
        decisions: [more, less],
        alike: (one) => (one === unknown ? null : exact(0.001)),
      });
      expect(figures.between(nodes, calls)).toEqual({
        perfectNodes: { availability: 0.995, unavailability: 0.005, interval: [0.99, 0.999] },
        perfectDependencies: { availability: 0.996, unavailability: 0.004 },
        dominant,
      });
      expect(asked[0]!.options.alpha).toBe(0.025);
      // With perfect nodes it fails more, and less.
      const holds = ({ base, head, beyond }: Claim, u: readonly [number, number]) =>
        base * u[0] + head * u[1] > beyond;
      const [first, second] = asked[0]!.claims;
      expect([holds(first!, [0.2, 0.1]), holds(first!, [0.1, 0.2])]).toEqual([true, false]);
      expect([holds(second!, [0.2, 0.1]), holds(second!, [0.1, 0.2])]).toEqual([false, true]);
    }
  });
});
