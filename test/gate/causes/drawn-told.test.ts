import { describe, expect, test } from "vitest";
import {
  type DrawnFigure,
  drawnPart,
  knownPart,
  sumOfParts,
} from "../../../src/availability/drawn-figure.ts";
import { CERTAIN } from "../../../src/availability/probability.ts";
import { engine } from "../../../src/flow/engine.ts";
import { drawnCauses } from "../../../src/gate/causes/drawn-causes.ts";
import { joinPieces } from "../../../src/gate/causes/facts.ts";
import { serviceFacts } from "../../../src/gate/causes/service-facts.ts";
import { sidesOf } from "../../../src/gate/causes/sides.ts";
import { toldRows } from "../../../src/gate/causes/told-rows.ts";
import type { Engine } from "../../../src/gate/engine.ts";
import { modelOf } from "./scene.ts";

/** What a service adds to the unavailability at base and at head, made up: they add up, so that each has its own. */
type Own = readonly [base: DrawnFigure, head: DrawnFigure];

const known = (figure: number) => knownPart(1, { low: figure, high: figure });
const drawn = (weight: number, subject: number) => drawnPart(1, CERTAIN, weight, subject);

/** Of 1000 states: in which the subjects 0 to 3 fail, never two at once. */
const FAILED = [100, 100, 10, 12];
const PATTERNS = new Map([[0, 778], ...FAILED.map((count, at) => [2 ** at, count] as const)]);
/** What a weight of 1 on a subject adds. */
const share = (subject: number) => FAILED[subject]! / 1000;

const none = known(0);
const worseBy = (figure: number): Own => [none, known(figure)];
const worse = (weight: number, subject: number): Own => [none, drawn(weight, subject)];
/** Its sign is not shown: it fails in 12 states where it failed in 10. */
const unclear: Own = [drawn(0.5, 2), drawn(0.5, 3)];
const UNCLEAR = 0.5 * (share(2) - share(3));

async function causes(owns: readonly Own[], delta: number, work = 1e9, group?: string) {
  const names = owns.map((_, i) => `s${i}`);
  const at = (replicas: number) =>
    modelOf({
      defaults: { replicaAvailability: "90%" },
      services: Object.fromEntries(names.map((name) => [name, { replicas }])),
      dependencies: names.slice(1).map((name) => `s0 -> ${name}`),
      endpoints: { "GET /": { entry: "s0" } },
    });
  const [base, head] = [await at(2), await at(1)];
  const [from, to] = [base, head].map((model) => ({
    model,
    endpoint: model.endpoints[0]!,
    fault: null,
  }));
  const by: Engine = {
    ...engine,
    spent: () => 0,
    together: (subjects) => {
      const figures = subjects.map(({ model }) =>
        sumOfParts(model.services.map(({ replicas }, i) => owns[i]![2 - replicas.length]!)),
      );
      return { figures, patterns: PATTERNS, cost: 0 };
    },
  };
  const run = { path: "availability.yaml", engine: by, options: { samples: 1, seed: 1, alpha: 1 } };
  const sides = sidesOf(from!, to!);
  const facts = joinPieces(serviceFacts(sides, toldRows(base, head)));
  const grouped = facts.map((fact) => ({ ...fact, group: group ?? fact.group }));
  return drawnCauses(run, sides, grouped, delta, work);
}

async function effects(owns: readonly Own[], delta: number) {
  const found = await causes(owns, delta);
  return new Map(found!.map(({ changes, ...one }) => [changes[0]!.subject, one]));
}

describe("what draws leave unexplained", () => {
  test("is laid by the squares of the widths, each interval moving along", async () => {
    const owns = [worse(0.5, 0), worse(0.25, 1), worseBy(0.1)];
    const sum = -0.5 * share(0) - 0.25 * share(1) - 0.1;
    const [before, after] = [await effects(owns, sum), await effects(owns, sum - 0.01)];
    const moved = (name: string) => after.get(name)!.effect - before.get(name)!.effect;
    expect(moved("s0")).toBeCloseTo(-0.01 * (4 / 5), 12);
    expect(moved("s1")).toBeCloseTo(-0.01 * (1 / 5), 12);
    expect(after.get("s2")!.effect).toBeCloseTo(-0.1, 12);
    expect(after.get("s2")!.interval).toBeUndefined();
    for (const name of ["s0", "s1"]) {
      const ends = [before, after].map((all) => all.get(name)!.interval!);
      for (const end of [0, 1])
        expect(ends[1]![end]! - ends[0]![end]!).toBeCloseTo(moved(name), 12);
    }
  });

  test("may be half of the delta, and no more", async () => {
    const owns = [worseBy(1 / 8), worseBy(1 / 8)];
    expect(await causes(owns, -1 / 2)).toHaveLength(2);
    expect(await causes(owns, -1 / 2 - 1e-6)).toBeNull();
    expect(await causes(owns, -3 / 4)).toBeNull();
  });
});

describe("causes that are drawn", () => {
  test("are told where all of them helped", async () => {
    const better = [0, 1, 2].map((subject): Own => [drawn(0.5, subject), none]);
    const delta = 0.5 * (share(0) + share(1) + share(2));
    expect(await causes(better, delta)).toHaveLength(3);
  });

  test("are told where one is clear, with those that are not", async () => {
    const found = await effects([worse(0.5, 0), unclear], -0.5 * share(0) + UNCLEAR);
    expect([...found.keys()]).toEqual(["s0", "s1"]);
    const [low, high] = found.get("s1")!.interval!;
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  test("are not told where the only one that is clear moves nothing", async () => {
    expect(await causes([unclear, worseBy(0)], UNCLEAR)).toBeNull();
    expect(await causes([unclear, worseBy(1e-6)], UNCLEAR - 1e-6)).toHaveLength(2);
  });

  test("are not told where all count as one", async () => {
    const eleven = Array.from({ length: 11 }, () => worseBy(0.01));
    expect(await causes(eleven, -0.11)).toHaveLength(10);
    expect(await causes(eleven, -0.11, 1e9, "s0")).toBeNull();
  });

  test("are five rather than four where all of the work pays for them", async () => {
    const five = Array.from({ length: 5 }, () => worseBy(0.01));
    // Five services and four calls, each of 300 transitions; mixing may take an eighth of the work.
    const work = 8 * 2 ** 5 * 300 * 9;
    expect(await causes(five, -0.05, work)).toHaveLength(5);
    expect(await causes(five, -0.05, work - 1)).toHaveLength(4);
  });
});
