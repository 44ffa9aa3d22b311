import { describe, expect, test } from "vitest";
import type { Range } from "../../../src/availability/claim.ts";
import type { DrawnFigure } from "../../../src/availability/drawn-figure.ts";
import { drawnWeights } from "../../../src/gate/causes/drawn-weights.ts";
import type { Standing } from "../../../src/gate/causes/drawn-work.ts";
import type { Fact } from "../../../src/gate/causes/facts.ts";
import { DUST, type Weigh } from "../../../src/gate/causes/gather.ts";
import type { Mixture } from "../../../src/gate/causes/mixtures.ts";
import { drawingAll } from "./all-drawn.ts";
import { divided, modelOf } from "./scene.ts";

/** Six pairs, one of each of which is needed; each of the twelve runs so many replicas, the last pair of its own θ. */
function pairs(replicas: number, last: string) {
  const names = Array.from({ length: 12 }, (_, i) => `s${i}`);
  return modelOf({
    defaults: { replicaAvailability: "80%", dependencyAvailability: "100%" },
    services: {
      web: { replicas: 2 },
      ...Object.fromEntries(
        names.map((name, i) => [
          name,
          // The later ones matter the more.
          { replicas, replicaAvailability: i < 10 ? `${85 - i}%` : last },
        ]),
      ),
    },
    dependencies: names.map((name) => `web -> ${name}`),
    endpoints: {
      "GET /": {
        entry: "web",
        needs: [0, 2, 4, 6, 8, 10].map((i) => ({ anyOf: [names[i], names[i + 1]] })),
      },
    },
  });
}

async function told(last: string): Promise<readonly (readonly string[])[]> {
  const { causes } = divided(await pairs(2, last), await pairs(1, last), drawingAll(2 ** 13));
  return causes.map(({ changes }) => changes.map(({ subject }) => subject));
}

describe("of more than ten facts that are drawn", () => {
  test("those that surely move nothing are left out, and the others told apart", async () => {
    const effective = Array.from({ length: 10 }, (_, i) => [`s${i}`]);
    expect((await told("100%")).toSorted()).toEqual(effective);
  });

  test("those that no drawn state shows to move anything are not: they are told with the lightest", async () => {
    const all = await told("99.9999%");
    const sizes = all.map((names) => names.length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
    const rest = all.find((names) => names.length === 3)!;
    expect(rest).toContain("s10");
    expect(rest).toContain("s11");
  });
});

const figure = (low: number, high = low, weights: readonly number[] = []): DrawnFigure => {
  const within: Range = { low: 0, high: 1 };
  return { known: { low, high }, weights, within };
};

/**
 * Weighs units of facts, told by their places, by made-up figures of what is adopted, none of whose subjects fails
 * in what is drawn; `null`: it is down anyhow, and not to be drawn.
 */
async function weighing(
  count: number,
  figureOf: (adopted: readonly number[]) => DrawnFigure | null,
  isPaid = true,
) {
  const model = await modelOf({ services: { web: {} }, endpoints: { "GET /": { entry: "web" } } });
  const subject = { model, endpoint: model.endpoints[0]!, fault: null };
  const facts = Array.from({ length: count }, (): Fact => ({ slots: [], changes: [], group: "" }));
  const known = new Map<Mixture, DrawnFigure>();
  const of = (isAdopted: (fact: Fact) => boolean): Mixture => {
    const found = figureOf(facts.flatMap((fact, place) => (isAdopted(fact) ? [place] : [])));
    const all = { allUp: 1, graph: null, figure: () => ({ availability: 0, unavailability: 1 }) };
    if (found === null) return { ...all, subject: null };
    const mixture = { ...all, subject };
    known.set(mixture, found);
    return mixture;
  };
  const bench = {
    left: () => 1,
    mixes: () => isPaid,
    draw: (mixtures: readonly Standing[]) => {
      const figures = mixtures.map((one) => known.get(one)!);
      return { figures, patterns: new Map([[0, 1]]), cost: 0 };
    },
  };
  const weigh: Weigh = drawnWeights({ of, isOverspent: () => false }, facts, bench, 1);
  return (...units: readonly (readonly number[])[]) =>
    weigh(units.map((unit) => unit.map((place) => facts[place]!)));
}

describe("what a drawn unit weighs", () => {
  test("is what it moves when adopted first, and when last, whether it gains or loses", async () => {
    const figures = [0.3, 0.4, 0.1, 0.25];
    const weights = (sets: readonly (number | null)[]) =>
      weighing(2, (adopted) => {
        const found = sets[adopted.reduce((sum, place) => sum + 2 ** place, 0)]!;
        return found === null ? null : figure(found);
      });
    const [first, second] = (await weights(figures))([0], [1])!;
    expect(first).toBeCloseTo(0.4 - 0.3 + (0.25 - 0.1), 12);
    expect(second).toBeCloseTo(0.3 - 0.1 + (0.4 - 0.25), 12);
    // Of the first alone nothing can work.
    const [down, up] = (await weights([0.3, null, 0.1, 0.25]))([0], [1])!;
    expect(down).toBeCloseTo(1 - 0.3 + (0.25 - 0.1), 12);
    expect(up).toBeCloseTo(0.3 - 0.1 + (1 - 0.25), 12);
  });

  test("is nothing only of figures that are made of the same, though none of it be drawn", async () => {
    const weight = async (base: DrawnFigure, head: DrawnFigure) =>
      (await weighing(1, ({ length }) => (length === 0 ? base : head)))([0])![0]!;
    const ends = (low: number, high: number) => figure(low, high);
    const drawn = (...weights: number[]) => figure(0.1, 0.1, weights);
    expect(await weight(ends(0.1, 0.2), ends(0.1, 0.2))).toBe(0);
    expect(await weight(drawn(0.5), drawn(0.5, 0))).toBe(0);
    for (const [base, head] of [
      [figure(0.1), figure(0.2)],
      [ends(0.1, 0.2), ends(0.1, 0.3)],
      [ends(0.1, 0.3), ends(0.2, 0.3)],
      [drawn(), drawn(0.5)],
      [drawn(0.5, 0.25), drawn(0.5)],
    ]) {
      expect(await weight(base!, head!)).toBeGreaterThan(DUST);
    }
  });

  test("is kept of the very same units, in their order", async () => {
    const own = (place: number) => (1 + place) / 200;
    const weigh = await weighing(12, (adopted) =>
      figure(adopted.reduce((sum, place) => sum + own(place), 0)),
    );
    for (const units of [[[1], [0]], [[0], [1]], [[10]], [[1, 0]], [[11], [0]], [[1], [10]]]) {
      const found = weigh(...units)!;
      expect(found).toHaveLength(units.length);
      units.forEach((unit, at) => {
        const sum = unit.reduce((all, place) => all + own(place), 0);
        expect(found[at]).toBeCloseTo(2 * sum, 12);
      });
    }
  });

  test("is not known where mixing is not paid for", async () => {
    const figureOf = ({ length }: readonly number[]) => figure(length / 10);
    expect((await weighing(2, figureOf, false))([0], [1])).toBeNull();
    expect((await weighing(2, figureOf))([0], [1])).not.toBeNull();
  });
});
