import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { availabilities, compareIn, type Measured, measure } from "./compare.ts";
import { generateSystem } from "./generate-system.ts";
import { specText, specTextOf } from "./spec-text.ts";
import { openStage, type Stage } from "./stage.ts";
import { allUp, singleFailures } from "./system.ts";

const isAll = process.env.TRUST === "all";
const SYSTEMS = Array.from({ length: 12 }, (_, number) => generateSystem(number));
/** Of each system: with `npm run trust -- live` 2,004 in all. */
const STATES = isAll ? 167 : 4;
/** And one of so many in which a single part is down, always where that is the store. */
const SHARE = isAll ? 1 : 3;
/** Two-sided, 99.9% of draws from a normal distribution. */
const WIDE = 3.29;
const LIMIT = { timeout: isAll ? 3_600_000 : 300_000 };

describe("the generated systems", () => {
  const texts = SYSTEMS.map(specText);

  it("have every way of failing, and of doing without", () => {
    const has = (pattern: RegExp): number => texts.filter((text) => pattern.test(text)).length;
    const features = {
      replicas: /replicas: [23]/,
      quorum: /quorum: majority/,
      "all of a store": /quorum: 3/,
      zones: /placement:/,
      mesh: /domains: \[mesh\]/,
      routes: /independent: true/,
      "time-outs": /onTime/,
      "retries of them": /retries: [12]/,
      strict: /entry: web\n(?! {4}(needs|mixture|completion))/,
      optional: /optional:/,
      calls: /calls:/,
      needs: /needs:/,
      "fall-backs": /anyOf/,
      "some of several": /atLeast: 2, of: \[[^\]]+, [^\]]+, /,
      "two ways to one": /needs: \[orders-db/,
      mixtures: /weight/,
      queues: /eventual/,
      "third parties": /external/,
    };
    const rare = Object.entries(features).filter(([, pattern]) => has(pattern) < 1);
    expect(rare).toEqual([]);
    for (const { services } of SYSTEMS) {
      expect(services.length).toBeGreaterThan(2);
      expect(services.length).toBeLessThan(8);
    }
  });

  it("neither always work nor ever fail", async () => {
    const figures = (await Promise.all(texts.map(availabilities))).flat();
    expect(Math.min(...figures)).toBeGreaterThan(0.2);
    expect(Math.max(...figures)).toBeLessThan(0.99);
  });
});

describe("systems of real processes", () => {
  let stage: Stage;
  const found: Measured[] = [];
  beforeAll(() => {
    stage = openStage();
  });
  afterAll(() => stage.close());

  it.each(SYSTEMS)("$name fails in the states in which its predicate does", LIMIT, async (one) => {
    const number = SYSTEMS.indexOf(one);
    const isStore = (at: number): boolean => one.services[at]?.kind === "store";
    const also = singleFailures(one).filter((_, at) => isStore(at) || (at + number) % SHARE === 0);
    const measured = await measure(stage, one, STATES, 20261130 + number, also);
    found.push(measured);
    expect(measured.disagreements).toEqual([]);
  });

  it("are as available as predicted, as far as so many draws tell", () => {
    const spread = (predicted: number) => Math.sqrt((predicted * (1 - predicted)) / STATES);
    for (const { name, predicted, measured } of found.flatMap(({ endpoints }) => endpoints)) {
      expect(Math.abs(measured - predicted), name).toBeLessThan(WIDE * spread(predicted));
    }
    // Of systems apart, which are drawn apart.
    const orders = found.map(({ endpoints }) => endpoints[0]!);
    const sum = orders.reduce((total, one) => total + one.measured - one.predicted, 0);
    const width = Math.hypot(...orders.map(({ predicted }) => spread(predicted)));
    expect(Math.abs(sum)).toBeLessThan(1.96 * width);
    tell(sum / orders.length, (1.96 * width) / orders.length);
  });

  it("would tell a predicate that asks for what is optional", LIMIT, async () => {
    const system = SYSTEMS.find((one) => /\n {4}optional: \["web ->/.test(specText(one)))!;
    await stage.load(system);
    const optional = /optional: \["web -> (\S+)"/.exec(specText(system))![1]!;
    const at = system.services.findIndex(({ name }) => name === optional);
    const state = allUp(system);
    const replicas = state.replicas.map((one, service) => one.map(() => service !== at));
    const [right] = await compareIn(stage, system, { ...state, replicas });
    expect(right).toMatchObject({ predicted: 1, happened: 1 });
    const stricter: typeof specTextOf = (...given) =>
      specTextOf(...given).replaceAll(/optional: \[[^\]]*\]/g, "optional: []");
    const [wrong] = await compareIn(stage, system, { ...state, replicas }, stricter);
    expect(wrong).toMatchObject({ predicted: 0, happened: 1 });
  });

  function tell(gap: number, interval: number): void {
    if (!isAll) return;
    const states = found.reduce((total, one) => total + one.compared, 0);
    const again = found.reduce((total, one) => total + one.askedAgain, 0);
    const outcomes = found.reduce((total, one) => total + one.compared * one.endpoints.length, 0);
    console.log(
      `${states} states of ${found.length} systems, ${stage.kills()} processes killed: ` +
        `${outcomes} outcomes of endpoints as predicted, ${again} states asked twice; ` +
        `mean off by ${gap.toFixed(4)}, of at most ${interval.toFixed(4)}`,
    );
  }
});
