import { describe, expect, it } from "vitest";
import { parametersOf } from "../../src/availability/parameters.ts";
import { uncertainWork } from "../../src/availability/uncertain-work.ts";
import { uncertaintyOf } from "../../src/availability/uncertainty.ts";
import { seen, spec } from "./uncertain-models.ts";

const SEED = 1;

describe("the points that a second pays for", () => {
  const BUDGET = 1.5e8;

  /** As many endpoints of one need as leave the budget of so many others, with 256 points each. */
  async function crowded(others: number) {
    const model = await spec(
      `{ web -> a: { ${seen(9900, 10000)} } }, web -> b, { a -> c: { availability: 99% } }, { b -> c: { availability: 98% } }, { a -> b: { availability: 97% } }`,
      "",
      "",
      "entry: web, needs: [c]",
    );
    const [one] = model.endpoints;
    const { cost } = uncertainWork(model, one!, parametersOf(model));
    const count = Math.floor(BUDGET / (256 * cost)) - others;
    const endpoints = Array.from({ length: count }, (_, at) => ({ ...one!, name: `e${at}` }));
    return { model, endpoints };
  }

  it("are 1,024 where the first 256 of them are paid for already", async () => {
    // The others of one are three times as many.
    for (const [others, points] of [
      [3, 1024],
      [2, 256],
    ] as const) {
      const { model, endpoints } = await crowded(others);
      const given = { ...model, endpoints };
      const first = uncertaintyOf([given], SEED)!(given, endpoints[0]!);
      expect(first.kind === "drawn" && first.draws.q.length).toBe(points);
    }
  });

  it("are not spent on endpoints that rest on nothing uncertain", async () => {
    const { model, endpoints } = await crowded(3);
    const sure = endpoints.slice(0, 3).map((one) => ({ ...one, entry: 1 }));
    const given = { ...model, endpoints: [...sure, ...endpoints] };
    const all = uncertaintyOf([given], SEED)!;
    expect(all(given, sure[0]!)).toEqual({ kind: "certain" });
    const first = all(given, endpoints[0]!);
    expect(first.kind === "drawn" && first.draws.q.length).toBe(1024);
  });
});

describe("an endpoint of an uncertain model", () => {
  it("is not evaluated where that would take too long", async () => {
    const grid = (n: number) =>
      Array.from({ length: n * n }, (_, i) => i).flatMap((i) => [
        ...(i % n < n - 1 ? [`{ s${i} -> s${i + 1}: { availability: 99% } }`] : []),
        ...(i < n * (n - 1) ? [`{ s${i} -> s${i + n}: { availability: 99% } }`] : []),
      ]);
    const model = async (n: number) =>
      spec(
        [`{ web -> s0: { ${seen(9900, 10000)} } }`, ...grid(n)].join(", "),
        "",
        "",
        `entry: web, needs: [s${n * n - 1}]`,
      );
    const [small, large] = [await model(4), await model(14)];
    expect(uncertaintyOf([small], SEED)!(small, small.endpoints[0]!).kind).toBe("drawn");
    expect(uncertaintyOf([large], SEED)!(large, large.endpoints[0]!).kind).toBe("dear");
  });

  it("is evaluated at fewer points where a second does not pay for all, and the cheapest first", async () => {
    // Of a grid this wide one evaluation is some 200,000 transitions, of 150 million for all.
    const [rows, columns] = [11, 12];
    const calls = Array.from({ length: rows * columns }, (_, i) => [
      ...(i % columns < columns - 1 ? [`{ s${i} -> s${i + 1}: { availability: 99% } }`] : []),
      ...(i < columns * (rows - 1) ? [`{ s${i} -> s${i + columns}: { availability: 99% } }`] : []),
    ]).flat();
    const wide = `entry: web, needs: [s${rows * columns - 1}]`;
    const model = await spec(
      [`{ web -> s0: { ${seen(9900, 10000)} } }`, ...calls].join(", "),
      "",
      "",
      `${wide} }, near: { entry: web, needs: [s1] }, two: { ${wide} }, three: { ${wide}`,
    );
    const named = (name: string) => model.endpoints.find((one) => one.name === name)!;
    const all = uncertaintyOf([model], SEED)!;
    const [near, one] = ["near", "e"].map((name) => all(model, named(name)));
    expect(near!.kind === "drawn" && near!.draws.q.length).toBe(1024);
    expect(one!.kind === "drawn" && one!.draws.q.length).toBe(256);
    // Two of them are paid for, and no third, unless it is asked for alone.
    expect(all(model, named("three"))).toEqual({ kind: "dear" });
    const third = uncertaintyOf([model], SEED, ({ name }) => name === "three")!;
    expect(third(model, named("three")).kind).toBe("drawn");
    expect(third(model, named("e"))).toEqual({ kind: "certain" });
  });
});
