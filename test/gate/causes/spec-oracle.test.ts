import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyOrder } from "./every-order.ts";
import { availabilityOf, dividedSpecs, modelOf } from "./scene.ts";
import { draft, EDITS, ENDPOINTS, isWhole, specOf } from "./spec-edits.ts";

/** An endpoint of one shape, what is edited of its spec, and the fault that it is asked about. */
type Case = { readonly shape: number; readonly names: readonly string[]; readonly fault: Faults };

/** The spec after some of the edits, written anew: nothing of it is mixed by the engine. */
function edited({ shape, names, fault }: Case, set: number, allUp = false) {
  const one = draft(ENDPOINTS[shape]!());
  const { edited: restated, ...before } = fault;
  for (const [name, edit] of Object.entries(EDITS)) {
    const at = names.indexOf(name);
    if (at >= 0 && (set >> at) & 1) edit(one);
  }
  const at = names.indexOf(RESTATED);
  const stated = at >= 0 && (set >> at) & 1 ? restated : before;
  const spec = specOf(one, allUp);
  // Where all is up there is no fault either: what can work at all can do so in the steady state.
  if (spec === null || allUp || Object.keys(stated ?? {}).length === 0) return spec;
  return { ...spec, faults: { trouble: stated } };
}

async function figureOf(one: Case, set: number, allUp = false) {
  const spec = edited(one, set, allUp);
  return spec === null ? 0 : availabilityOf(await modelOf(spec));
}

/** The edit of the fault itself, and what it becomes. */
const RESTATED = "fault";
type Faults = Readonly<Record<string, unknown>> & { readonly edited?: object };

const FAULTS: readonly Faults[] = [
  { down: ["zone/b"], edited: { down: ["zone/c"] } },
  {
    down: ["cache"],
    override: { db: { replicaAvailability: "60%" } },
    edited: { worstOf: "zone" },
  },
  { worstOf: "zone", edited: { worstOf: "zone", override: { "cart -> db": "70%" } } },
  { drain: "each", edited: { drain: ["cart", "db"] } },
  { rollout: ["db"], edited: { drain: "each" } },
  { kill: { fraction: "40%" }, edited: { kill: { fraction: "15%", rounding: "floor" } } },
  {
    kill: { fraction: "20%", among: ["cart", "db", "mail"], minimum: 2 },
    edited: { kill: { fraction: "60%", among: ["cart", "db"] }, down: ["cache"] },
  },
];

const RUNS = 20;

/** What the causes of the edits are to the engine, and what they are by every order of making them. */
async function compare(one: Case): Promise<"compared" | "nothing"> {
  const { names } = one;
  const sets = 2 ** names.length;
  const values: number[] = [];
  const allUp: number[] = [];
  for (let set = 0; set < sets; set++) {
    values.push(await figureOf(one, set));
    allUp.push(await figureOf(one, set, true));
  }
  const least = Math.max(allUp[0]!, allUp.at(-1)!) - 1e-9;
  const expected = everyOrder({
    facts: names.length,
    isFeasible: (set) => allUp[set]! >= least,
    gain: (less, more) => values[more]! - values[less]!,
  });
  const { delta, causes } = await dividedSpecs(edited(one, 0)!, edited(one, sets - 1)!);
  const sum = causes.reduce((all, { effect }) => all + effect, 0);
  expect(Math.abs(sum - delta)).toBeLessThan(1e-14);
  expect(causes.every(({ changes }) => changes.length > 0)).toBe(true);
  if (expected === null || delta === 0) return "nothing";
  const effects = causes.map(({ effect }) => effect).sort((a, b) => a - b);
  const oracle = expected.filter((effect) => Math.abs(effect) > 1e-13).sort((a, b) => a - b);
  expect(effects).toHaveLength(oracle.length);
  effects.forEach((effect, at) => {
    expect(Math.abs(effect - oracle[at]!)).toBeLessThan(1e-12);
  });
  return "compared";
}

const edits = (names: readonly string[], minLength: number, maxLength: number) =>
  fc.subarray([...names], { minLength, maxLength }).filter(isWhole);
const shapes = fc.nat({ max: ENDPOINTS.length - 1 });

describe("causes against every order of editing the spec", () => {
  test("each edit has the effect that it has on average", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(shapes, edits(Object.keys(EDITS), 2, 4), async (shape, names) => {
        if ((await compare({ shape, names, fault: {} })) === "compared") compared++;
      }),
      { seed: 11, numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });

  test("so it does where seats by default are edited, and who follows them", async () => {
    const others = [
      "own seats",
      "no own seats",
      "packed",
      "on two",
      "service new",
      "dependency new",
      "member new",
      "replicas",
      "external",
      "rack",
    ];
    await fc.assert(
      fc.asyncProperty(shapes, edits(others, 1, 3), async (shape, names) => {
        await compare({ shape, names: [...names, "default seats"], fault: {} });
      }),
      { seed: 13, numRuns: 25 },
    );
  });

  test("so it does under a fault, which may be edited, too", async () => {
    const names = [...Object.keys(EDITS), ...Array<string>(5).fill(RESTATED)];
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        shapes,
        edits(names, 2, 3).map((some) => [...new Set(some)]),
        fc.constantFrom(...FAULTS),
        async (shape, chosen, fault) => {
          if ((await compare({ shape, names: chosen, fault })) === "compared") compared++;
        },
      ),
      { seed: 12, numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(30);
  });
});
