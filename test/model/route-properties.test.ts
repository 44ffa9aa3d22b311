import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { built, LATENCY, spec, usable, virtualService } from "./route-scene.ts";

describe("properties of routes", () => {
  const rule = fc.record({
    timeout: fc.option(fc.integer({ min: 1, max: 4000 })),
    attempts: fc.integer({ min: 0, max: 6 }),
    single: fc.option(fc.integer({ min: 1, max: 1500 })),
    abort: fc.option(fc.integer({ min: 0, max: 100 })),
    retryOn: fc.constantFrom(null, "5xx", "connect-failure"),
  });
  type Rule = typeof rule extends fc.Arbitrary<infer T> ? T : never;

  const textOf = ({ timeout, attempts, single, abort, retryOn }: Rule, from: boolean): string => {
    const parts = [
      ...(timeout === null ? [] : [`timeout: ${timeout}ms`]),
      `retries: {attempts: ${attempts}${single === null ? "" : `, perTryTimeout: ${single}ms`}${retryOn === null ? "" : `, retryOn: ${retryOn}`}}`,
      ...(abort === null ? [] : [`fault: {abort: {percentage: {value: ${abort}}}}`]),
    ];
    return `{${(from ? parts : parts.toReversed()).join(", ")}}`;
  };
  const WRITTEN = fc.constantFrom(
    LATENCY,
    "{ onTime: 80% }",
    "{ after: 90ms, latency: { p50: 40ms, p99: 350ms } }",
  );
  const figure = async (written: string, text: string): Promise<number | null> => {
    const { model } = await built(spec(written), [text]);
    const channel = model?.dependencies[0]?.channels[0];
    return channel === undefined ? null : usable(channel);
  };

  it("a lower number of retries never raises availability", async () => {
    await fc.assert(
      fc.asyncProperty(rule, WRITTEN, fc.nat({ max: 6 }), async (one, written, fewer) => {
        const less = { ...one, attempts: Math.min(fewer, one.attempts) };
        const [before, after] = [
          await figure(written, virtualService(textOf(one, true))),
          await figure(written, virtualService(textOf(less, true))),
        ];
        if (before === null || after === null) expect(after).toBe(before);
        else expect(after).toBeLessThanOrEqual(before);
      }),
      { seed: 51, numRuns: 200 },
    );
  });

  it("a fault never raises availability; order, labels and comments never change it", async () => {
    await fc.assert(
      fc.asyncProperty(rule, WRITTEN, async (one, written) => {
        const text = virtualService(textOf(one, true));
        const before = await figure(written, text);
        const other = virtualService(textOf(one, false))
          .replace("namespace: shop}", "namespace: shop, labels: {team: pay}} # ours")
          .replace("spec:\n", "spec:\n\n  exportTo: ['*']\n");
        expect(await figure(written, other)).toBe(before);
        const without = await figure(
          written,
          virtualService(textOf({ ...one, abort: null }, true)),
        );
        if (before !== null) expect(before).toBeLessThanOrEqual(without!);
      }),
      { seed: 52, numRuns: 100 },
    );
  });
});
