import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import { callPolicy } from "../../src/flow/call-policy.ts";
import type { Seen } from "../../src/flow/told-changes.ts";
import { deployed, lines, validSpec } from "../model/support.ts";

/** How calls into a host go: time-out, attempts after the first, time-out of each. */
type Policy = { readonly timeout?: string; readonly retries?: number; readonly single?: string };

function virtualService(host: string, { timeout, retries, single }: Policy): string {
  const tries =
    retries === undefined
      ? ""
      : `\n    retries: {attempts: ${retries}${single === undefined ? "" : `, perTryTimeout: ${single}`}}`;
  return `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ${host}}
spec:
  hosts: [${host}]
  http:
  - name: all${timeout === undefined ? "" : `\n    timeout: ${timeout}`}${tries}
`;
}

async function seen(
  dependencies: readonly string[],
  policies: Readonly<Record<string, Policy>>,
): Promise<Seen> {
  const spec = await validSpec(
    `version: 1\ndependencies:\n${dependencies.map((one) => `  - ${one}\n`).join("")}endpoints: { e: { entry: a } }\n`,
  );
  const files = Object.entries(policies).map(([host, policy]) => ({
    path: `${host}.yaml`,
    text: virtualService(host, policy),
  }));
  const deployment = { ...deployed(), routes: readDeployment(files).routes };
  return { spec, deployment, model: null, matches: new Map() };
}

async function told(
  dependencies: readonly string[],
  base: Readonly<Record<string, Policy>>,
  head: Readonly<Record<string, Policy>>,
): Promise<readonly string[]> {
  return lines(callPolicy(await seen(dependencies, base), await seen(dependencies, head)));
}

const CHAIN = ["a -> b", "b -> c", "c -> d"];

describe("a caller that gives up before its callee's attempts are over", () => {
  const tries = { retries: 2, single: "2s" };

  test("is told where it gives up sooner, at that line", async () => {
    expect(
      await told(CHAIN, { b: { timeout: "6s" }, c: tries }, { b: { timeout: "5s" }, c: tries }),
    ).toEqual([
      "b.yaml:8:14 warning short-timeout: `a -> b` is given up after 5s, while `b` may wait 6s for `b -> c` (3 attempts): what it still tries then is for nobody; give the first more time, or the others less",
    ]);
  });

  test("is told where the callee tries more often or for longer, at that line", async () => {
    const b = { timeout: "5s" };
    const fine = { b, c: { retries: 1, single: "2s" } };
    expect((await told(CHAIN, fine, { b, c: tries }))[0]).toMatch(/^c\.yaml:8:25 warning short-/);
    const longer = { b, c: { retries: 1, single: "3s" } };
    expect((await told(CHAIN, fine, longer))[0]).toMatch(/^c\.yaml:8:43 warning short-/);
  });

  test("is told of what the callee's callees need, and by attempts of its own", async () => {
    const head = { b: { timeout: "5s" }, c: { retries: 1 }, d: { retries: 0, single: "3s" } };
    expect(await told(CHAIN, {}, head)).toEqual([
      "b.yaml:8:14 warning short-timeout: `a -> b` is given up after 5s, while `b` may wait 6s for `b -> c` (2 attempts), `c -> d` (1 attempt): what it still tries then is for nobody; give the first more time, or the others less",
    ]);
    const patient = { ...head, c: { retries: 1, timeout: "4s", single: "4s" } };
    expect(await told(CHAIN, {}, patient)).toEqual([]);
  });

  test("is told of one attempt, not of all that the caller makes", async () => {
    const head = { b: { timeout: "20s", retries: 9, single: "1s" }, c: { timeout: "2s" } };
    const [first, ...others] = await told(CHAIN, { b: head.b }, head);
    expect(first).toContain("`a -> b` is given up after 1s, while `b` may wait 2s for");
    expect(others).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, Policy>>, Readonly<Record<string, Policy>>]>([
    ["was so before", { b: { timeout: "1s" }, c: tries }, { b: { timeout: "1s" }, c: tries }],
    ["was worse before", { b: { timeout: "1s" }, c: tries }, { b: { timeout: "2s" }, c: tries }],
    ["waits as long", {}, { b: { timeout: "6s" }, c: tries }],
    ["never gives up", {}, { c: tries }],
    [
      "gives up sooner than all the attempts would, had they the time",
      {},
      { b: { timeout: "5s" }, c: { ...tries, timeout: "4s" } },
    ],
  ])("is not told where it %s", async (_, base, head) => {
    expect(await told(CHAIN, base, head)).toEqual([]);
  });

  test("is told by the spec's time-outs, too, and never of calls that block nobody", async () => {
    const latency = "latency: { p50: 1ms, p99: 2ms }";
    const of = (arrow: string) => [
      `a -> b: { timeout: { after: 1s, ${latency} } }`,
      `b ${arrow} c: { timeout: { after: 600ms, ${latency}, retries: 1 } }`,
    ];
    const base = await seen(CHAIN, {});
    expect(lines(callPolicy(base, await seen(of("->"), {})))).toEqual(
      [
        "4:76 warning short-timeout: `a -> b` is given up after 1s, while `b` may wait 1.2s for `b -> c` (2 attempts): what it still tries then is for nobody; give the first more time, or the others less",
      ].map((one) => expect.stringContaining(one.slice(one.indexOf("warning")))),
    );
    expect(callPolicy(base, await seen(of("~>"), {}))).toEqual([]);
  });

  test("ends where calls go round", async () => {
    const round = ["a -> b", "b -> a", "b -> c"];
    const head = { a: { retries: 1 }, b: { timeout: "1s" }, c: { timeout: "3s" } };
    expect(await told(round, {}, head)).toHaveLength(1);
  });

  test("is told three times at the most", async () => {
    const many = ["p", "q", "r", "s", "t"].flatMap((one) => [`a -> ${one}`, `${one} -> z`]);
    const soon = Object.fromEntries(
      ["p", "q", "r", "s", "t"].map((one) => [one, { timeout: "1s" }]),
    );
    const all = await told(many, {}, { ...soon, z: { timeout: "2s" } });
    expect(all).toHaveLength(4);
    expect(all[3]).toContain("short-timeout: 2 more callers that give up, by this change");
  });
});

describe("retries that multiply along a path", () => {
  test("are told with the path, and the line that makes it worse", async () => {
    const base = { b: { retries: 1 }, d: { retries: 1 } };
    const head = { ...base, d: { retries: 3 } };
    expect(await told(CHAIN, base, head)).toEqual([
      "d.yaml:8:25 warning retry-amplification: one call of `a` may become 8 calls of `d` when that fails, 4 before: `a -> b` (2 attempts), `b -> c` (1 attempt), `c -> d` (4 attempts); try again at one place of the path only, or less often",
    ]);
  });

  test("are told at the line that raises them, where others are lowered", async () => {
    const base = { b: { retries: 1 }, d: { retries: 2 } };
    const [first] = await told(CHAIN, base, { b: { retries: 5 }, d: { retries: 1 } });
    expect(first).toMatch(/^b\.yaml:8:25 .* 12 calls of `d` when that fails, 6 before/);
  });

  test("are told once for the whole path", async () => {
    const head = { b: { retries: 3 }, c: { retries: 1 }, d: { retries: 1 } };
    const [first, ...others] = await told(CHAIN, {}, head);
    expect(first).toContain(
      "one call of `a` may become 16 calls of `d` when that fails, 1 before:",
    );
    expect(others).toEqual([]);
    // The first of them grew: all that lies behind it did.
    const grown = await told(CHAIN, head, { ...head, b: { retries: 4 } });
    expect(grown.map((one) => one.split(" ", 1)[0])).toEqual(["b.yaml:8:25"]);
  });

  test.each<[string, Readonly<Record<string, Policy>>, Readonly<Record<string, Policy>>]>([
    [
      "did before",
      { b: { retries: 3 }, c: { retries: 3 } },
      { b: { retries: 3 }, c: { retries: 3 } },
    ],
    ["shrink", { b: { retries: 3 }, c: { retries: 4 } }, { b: { retries: 3 }, c: { retries: 3 } }],
    ["are few", {}, { b: { retries: 2 } }],
    ["are turned off", {}, { b: { retries: 0 }, c: { retries: 0 } }],
  ])("are not told where they %s", async (_, base, head) => {
    expect(await told(CHAIN, base, head)).toEqual([]);
  });

  test("end where calls go round, and are of those only that block", async () => {
    const round = ["a -> b", "b -> c", "c -> b", "c ~> d"];
    const head = { b: { retries: 1 }, c: { retries: 1 }, d: { retries: 9 } };
    const [first, ...others] = await told(round, {}, head);
    expect(first).toContain("one call of `a` may become 4 calls of `c`");
    expect(others).toEqual([]);
    const names = Array.from({ length: 14 }, (_, i) => `s${i}`);
    const all = names.flatMap((from) =>
      names.filter((to) => to !== from).map((to) => `${from} -> ${to}`),
    );
    expect(await told(all, {}, { s3: { retries: 3 } })).toHaveLength(1);
  });

  test("say nothing where there is no base", async () => {
    expect(callPolicy(null, await seen(CHAIN, { b: { retries: 9 } }))).toEqual([]);
  });
});

describe("properties", () => {
  const NAMES = ["a", "b", "c", "d", "e"];
  const policy = fc.record(
    {
      timeout: fc.integer({ min: 1, max: 9 }).map((s) => `${s}s`),
      retries: fc.nat({ max: 4 }),
      single: fc.integer({ min: 1, max: 4 }).map((s) => `${s}s`),
    },
    { requiredKeys: [] },
  );
  const system = fc.record({
    dependencies: fc.uniqueArray(
      fc
        .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES))
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => `${from} -> ${to}`),
      { minLength: 1, maxLength: 9 },
    ),
    base: fc.dictionary(fc.constantFrom(...NAMES), policy),
    head: fc.dictionary(fc.constantFrom(...NAMES), policy),
  });

  test("the order of the spec never changes what is told; the same twice tells nothing", async () => {
    await fc.assert(
      fc.asyncProperty(system, async ({ dependencies, base, head }) => {
        const forth = await told(dependencies, base, head);
        const back = await told(dependencies.toReversed(), base, head);
        const text = (one: string) => one.slice(one.indexOf(" "));
        expect(back.map(text)).toEqual(forth.map(text));
        expect(await told(dependencies, head, head)).toEqual([]);
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  /** All paths of a system through no service twice, and what one call becomes at the end of each. */
  function products(dependencies: readonly string[], policies: Readonly<Record<string, Policy>>) {
    const most = new Map<string, number>();
    const walk = (at: string, product: number, seen: readonly string[]): void => {
      most.set(at, Math.max(most.get(at) ?? 0, product));
      for (const line of dependencies.filter((one) => one.startsWith(`${at} `))) {
        const to = line.slice(-1);
        if (seen.includes(to)) continue;
        walk(to, product * (1 + (policies[to]?.retries ?? 0)), [...seen, to]);
      }
    };
    for (const name of NAMES) walk(name, 1, [name]);
    return most;
  }

  test("the worst product of attempts is that of all paths", async () => {
    await fc.assert(
      fc.asyncProperty(system, async ({ dependencies, base, head }) => {
        const [before, after] = [products(dependencies, base), products(dependencies, head)];
        const grown = NAMES.filter(
          (one) => after.get(one)! >= 4 && after.get(one)! > before.get(one)!,
        ).map((one) => after.get(one)!);
        const found = (await told(dependencies, base, head)).filter((one) =>
          one.includes("retry-"),
        );
        if (grown.length === 0) expect(found).toEqual([]);
        const first = /may become (\d+) calls/.exec(found[0] ?? "")?.[1];
        if (found.length > 0) expect(Number(first)).toBe(Math.max(...grown));
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});
