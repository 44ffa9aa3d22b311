import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelResult } from "../../src/gate/result.ts";
import { compare, type Service, services, styles } from "./generated-shop.ts";

const runs = { seed: 20261130, numRuns: 60 };

function figures(result: ModelResult | null): readonly (readonly [string, number, number])[] {
  return (result?.endpoints ?? []).map(({ name, base, head }) => [
    name,
    base?.availability ?? Number.NaN,
    head?.availability ?? Number.NaN,
  ]);
}

/** Endpoints whose figure rises, by more than rounding. */
function raised(result: ModelResult | null): readonly string[] {
  return figures(result).flatMap(([name, base, head]) => (head <= base + 1e-12 ? [] : [name]));
}

const edited = (shop: readonly Service[], at: number, edit: (one: Service) => Service) =>
  shop.map((one, i) => (i === at ? edit(one) : one));
const picked = fc.tuple(services, fc.nat()).map(([shop, at]) => ({ shop, at: at % shop.length }));

describe("a change of manifests", () => {
  it("of image, label, comment, order or format changes no figure, and is no row", async () => {
    await fc.assert(
      fc.asyncProperty(services, styles, async (shop, style) => {
        const result = await compare(shop, shop, style);
        for (const [, base, head] of figures(result)) expect(head).toBe(base);
        expect(result?.changes ?? []).toEqual([]);
        // That no service is spread holds of both commits.
        const told = (result?.diagnostics ?? []).filter(({ code }) => code !== "unused-domain");
        expect(told.filter(({ severity }) => severity !== "notice")).toEqual([]);
      }),
      runs,
    );
  });

  it("that lowers replicas raises no figure, and lowers that of the service", async () => {
    await fc.assert(
      fc.asyncProperty(picked, fc.integer({ min: 1, max: 3 }), async ({ shop, at }, by) => {
        const more = edited(shop, at, (one) => ({ ...one, replicas: one.replicas + by }));
        const result = await compare(more, shop);
        expect(raised(result)).toEqual([]);
        const own = figures(result).find(([name]) => name === `alone ${at}`);
        expect(own![2]).toBeLessThan(own![1]);
      }),
      runs,
    );
  });

  it("that lowers retries raises no figure", async () => {
    let lowered = 0;
    await fc.assert(
      fc.asyncProperty(picked, fc.integer({ min: 0, max: 2 }), async ({ shop, at }, retries) => {
        // The first calls the last, so that most retries have a call to work on.
        const called = edited(shop, 0, (one) => ({ ...one, calls: [shop.length - 1] }));
        const fewer = edited(called, at, (one) => ({ ...one, retries }));
        const more = edited(called, at, (one) => ({ ...one, retries: retries + 1 }));
        const result = await compare(more, fewer);
        expect(raised(result)).toEqual([]);
        if (figures(result).some(([, base, head]) => head < base)) lowered++;
      }),
      runs,
    );
    expect(lowered).toBeGreaterThan(10);
  });

  it("that removes a spread constraint of several replicas never raises the figure of the service", async () => {
    let lowered = 0;
    await fc.assert(
      fc.asyncProperty(picked, fc.constantFrom("hard", "soft"), async ({ shop, at }, spread) => {
        const before = edited(shop, at, (one) => ({ ...one, replicas: one.replicas + 1, spread }));
        const after = edited(before, at, (one) => ({ ...one, spread: null }));
        const result = await compare(before, after);
        expect(raised(result)).not.toContain(`alone ${at}`);
        const own = figures(result).find(([name]) => name === `alone ${at}`);
        if (own !== undefined && own[2] < own[1]) lowered++;
      }),
      runs,
    );
    expect(lowered).toBeGreaterThan(10);
  });
});
