import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Lever } from "../../../src/gate/remedies/options.ts";
import { type Setting, search } from "../../../src/gate/remedies/search.ts";

/** Levers whose nth step adds so many replicas. */
const leversOf = (added: readonly (readonly number[])[]): readonly Lever[] =>
  added.map((own, service) => ({
    steps: own.map((_, at) => ({ kind: "replicas", service, to: at + 2 })),
    added: own,
  }));

/** Met once the weights of the steps come to a goal. */
const reaching = (worth: readonly number[], goal: number) => {
  const tried: Setting[] = [];
  const trial = (setting: Setting) => {
    tried.push(setting);
    const left = goal - setting.reduce((sum, step, at) => sum + step * worth[at]!, 0);
    return { met: left <= 0, excess: Math.max(0, left) };
  };
  return { trial, tried };
};

const every = (added: readonly (readonly number[])[]): readonly Setting[] =>
  added.reduce<readonly Setting[]>(
    (all, own) => all.flatMap((some) => [0, ...own].map((_, at) => [...some, at])),
    [[]],
  );

const costOf = (added: readonly (readonly number[])[], setting: Setting) =>
  setting.reduce((sum, step, at) => sum + (step === 0 ? 0 : 1 + 1000 * added[at]![step - 1]!), 0);

const levers = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 3 }).map((n) => Array.from({ length: n }, () => 0)),
    fc.integer({ min: 1, max: 4 }).map((n) => Array.from({ length: n }, (_, at) => at + 1)),
  ),
  { minLength: 1, maxLength: 3 },
);

describe("the cheapest settings", () => {
  test("are those of all that meet what is asked and hold no cheaper one, by their cost", () => {
    fc.assert(
      fc.property(
        levers,
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        (added, worth, goal, most) => {
          const { trial, tried } = reaching(worth, goal);
          const found = search(leversOf(added), most, trial);
          const holds = (one: Setting, other: Setting) =>
            other.every((step, at) => step <= one[at]!);
          const minimal: Setting[] = [];
          const met = every(added).filter((one) => costOf(added, one) > 0 && trial(one).met);
          for (const one of met.toSorted((a, b) => costOf(added, a) - costOf(added, b))) {
            if (!minimal.some((other) => holds(one, other))) minimal.push(one);
          }
          expect(found.map((one) => costOf(added, one))).toEqual(
            minimal.slice(0, most).map((one) => costOf(added, one)),
          );
          for (const one of found) {
            expect(trial(one).met).toBe(true);
            expect(found.filter((other) => holds(one, other))).toEqual([one]);
          }
          // Nothing is evaluated that turns no lever.
          expect(tried.slice(0, 1)).not.toContainEqual(added.map(() => 0));
        },
      ),
      { seed: 81, numRuns: 150 },
    );
  });

  test("are looked for in so many trials, and in fewer once one is found", () => {
    const added = Array.from({ length: 5 }, () => Array.from({ length: 20 }, (_, at) => at + 1));
    const never = { count: 0 };
    expect(
      search(leversOf(added), 3, () => {
        never.count++;
        return { met: false, excess: 1 };
      }),
    ).toEqual([]);
    // In the order of cost, and then one look at each first step, of which none helps.
    expect(never.count).toBe(160 + 1 + 5);
    const once = { count: 0 };
    const found = search(leversOf(added), 3, (setting) => {
      once.count++;
      return { met: setting.join() === "1,0,0,0,0", excess: 1 };
    });
    expect(found).toEqual([[1, 0, 0, 0, 0]]);
    expect(once.count).toBe(1 + 40);
  });
});

test("no setting is tried twice", () => {
  const added = [
    [1, 2],
    [0, 0],
    [1, 2, 3],
  ];
  const tried: string[] = [];
  search(leversOf(added), 3, (setting, whole) => {
    if (!whole) tried.push(setting.join());
    return { met: false, excess: 1 };
  });
  const all = every(added).map((setting) => setting.join());
  expect(tried.toSorted()).toEqual(all.filter((one) => one !== "0,0,0").toSorted());
});

describe("where the cheapest is too far", () => {
  const added = Array.from({ length: 4 }, () => Array.from({ length: 20 }, (_, at) => at + 1));
  const worth = [1, 5, 2, 1];

  test("the steepest way is taken, and turned back as far as it goes", () => {
    // 60 at the least by twelve steps of the second lever: thousands of settings are cheaper.
    const { trial, tried } = reaching(worth, 60);
    expect(search(leversOf(added), 3, trial)).toEqual([[0, 12, 0, 0]]);
    expect(tried.length).toBeLessThan(160 + 1 + 12 * 4 + 2);
    // Beyond what the one has, the next best is turned, too.
    expect(search(leversOf(added), 3, reaching(worth, 108).trial)).toEqual([[0, 20, 4, 0]]);
  });

  test("the steepest way goes by all that is promised, and each trial before it by what fails first", () => {
    const asked: boolean[] = [];
    const { trial } = reaching(worth, 60);
    search(leversOf(added), 3, (setting, whole) => {
      asked.push(whole);
      return trial(setting);
    });
    // Pared, the one lever is turned back once.
    const count = asked.length - 160 - 1;
    expect(asked).toEqual([
      ...Array<boolean>(160).fill(false),
      ...Array<boolean>(count).fill(true),
      false,
    ]);
  });

  test("the steepest way ends after 160 trials", () => {
    // Of five levers each step takes five.
    const five = Array.from({ length: 5 }, () => Array.from({ length: 40 }, (_, at) => at + 1));
    const steps = (goal: number) =>
      search(leversOf(five), 3, reaching([1, 1, 1, 1, 1], goal).trial);
    expect(steps(32)).toEqual([[32, 0, 0, 0, 0]]);
    expect(steps(33)).toEqual([]);
  });

  test("a step is worth what it helps for the replicas that it adds", () => {
    const dear = [
      [10, 20, 30],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      [0, 0, 0, 0, 0],
    ];
    const many = [...dear, ...added.slice(0, 2)];
    // The first helps the most a step, the second the most a replica, the third costs none.
    const weights = [20, 4, 1, 0, 0];
    expect(search(leversOf(many), 1, reaching(weights, 45).trial)).toEqual([[0, 11, 1, 0, 0]]);
  });

  test("what the steepest way took at first and needs no more is turned back", () => {
    // The first lever helps at once, but what is asked needs the second one, which is then enough.
    const trial = ([first = 0, second = 0]: Setting) => ({
      met: second >= 15,
      excess: 100 - 4 * Math.min(first, 3) - 3 * second,
    });
    expect(search(leversOf(added), 3, trial)).toEqual([[0, 15, 0, 0]]);
  });

  test("nothing is offered of which somebody did not know whether it is minimal", () => {
    const { trial } = reaching(worth, 60);
    expect(search(leversOf(added), 3, trial, () => false)).toEqual([]);
  });
});
