import { describe, expect, it } from "vitest";
import { drawPairs, type Pairs, pairsOf } from "../../src/availability/draw-pairs.ts";
import { newStream, nextWord, openStream, type Stream } from "../../src/availability/random.ts";
import { openSampler, type Sampled } from "../../src/availability/sampler.ts";
import { clearRows, newRows, ROW, STATES } from "../../src/availability/sampler-rows.ts";
import { alone, count, failureByEnumeration, part, randomSampled } from "./sampler-oracle.ts";

const split = (q: number) => ({ p: 1 - q, q });

/** P of each set of events, by its bits. */
function sets(events: readonly number[]): Float64Array {
  return Float64Array.from({ length: 2 ** events.length }, (_, set) =>
    events.reduce((product, q, i) => product * ((set >>> i) & 1 ? q : 1 - q), 1),
  );
}

const sizeOf = (set: number) => count([set]);

describe("states with two failures", () => {
  it.each([
    [[0.3, 0.1, 0.2]],
    [[0.01, 0.002, 1e-5, 0.004, 0.05, 1e-9]],
    [[0, 0.5, 0, 0.25]],
    [Array.from({ length: 12 }, (_, i) => 10 ** -i)],
  ])("are as likely as the closed form says: %j", (events) => {
    const chances = sets(events);
    const two = chances.reduce((sum, p, set) => sum + (sizeOf(set) >= 2 ? p : 0), 0);
    const fewer = chances.reduce((sum, p, set) => sum + (sizeOf(set) < 2 ? p : 0), 0);
    const { chance } = pairsOf(events.map(split));
    expect(Math.abs(chance.p / two - 1)).toBeLessThan(1e-13);
    expect(Math.abs(chance.q - fewer)).toBeLessThan(1e-13);
    expect(Math.abs(chance.p + chance.q - 1)).toBeLessThan(1e-14);
  });

  it("keep their digits where they are very rare", () => {
    const { chance } = pairsOf(Array.from({ length: 100 }, () => split(1e-9)));
    // C(100, 2) q² (1 - q)^98 + C(100, 3) q³ …: the terms beyond are below 1e-13 of it.
    const two = 4950e-18 * (1 - 98e-9) + 161700e-27;
    expect(Math.abs(chance.p / two - 1)).toBeLessThan(1e-13);
  });

  it.each([[[0.05, 0.1, 0.02, 0.15]], [[0.001, 0.03, 0, 0.02, 0.0004]], [[0.6, 0.3, 0.7, 0.2]]])(
    "fall on every set of at least two as they should: %j",
    (events) => {
      const pairs = pairsOf(events.map(split));
      const rows = newRows(events.length);
      const rowOf = Int32Array.from(events.keys()).reverse();
      const stream = newStream();
      const hits = new Float64Array(2 ** events.length);
      const blocks = 20;
      for (let block = 0; block < blocks; block++) {
        clearRows(rows);
        openStream(stream, [3, 4], block, 0);
        drawPairs(pairs, rowOf, stream, rows);
        for (let state = 0; state < STATES; state++) {
          let set = 0;
          events.forEach((_, i) => {
            set |= ((rows.words[rowOf[i]! * ROW + (state >>> 5)]! >>> (state & 31)) & 1) << i;
          });
          hits[set]!++;
        }
      }
      let chi = 0;
      let cells = -1;
      sets(events).forEach((p, set) => {
        const due = sizeOf(set) < 2 ? 0 : (p / pairs.chance.p) * blocks * STATES;
        if (due < 5) expect(hits[set]!).toBeLessThan(due === 0 ? 1 : 25);
        else {
          chi += (hits[set]! - due) ** 2 / due;
          cells++;
        }
      });
      expect(cells).toBeGreaterThan(2);
      expect(chi).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
    },
  );
});

describe("the events of a state", () => {
  /** As `drawPairs` says it, and one event after the other: from the same random words. */
  function searched(pairs: Pairs, stream: Stream): number[] {
    const { first, happened, none, later } = pairs;
    const uniform = () => nextWord(stream) >>> 0;
    const choice = uniform();
    let event = first.findIndex((sum) => sum > choice);
    const found = [event];
    for (let share = uniform() * 2 ** -32 * later[event]!; ; ) {
      const target = happened[event]! + none[event]! * share * 2 ** -32;
      const next = happened.findIndex((sum, at) => at > event && sum > target);
      event = next < 0 ? happened.length - 1 : next;
      found.push(event);
      share = uniform();
      if (share >= later[event]!) return found;
    }
  }

  it.each([
    [[0.3, 0.1, 0.2]],
    [[0.5, 0.5]],
    [[0.9, 0.8, 0.99, 0.7, 0.95]],
    [Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 0 : 0.002 * (i + 1)))],
    [Array.from({ length: 6000 }, (_, i) => 1e-4 * (1 + (i % 7)))],
  ])("are found where a search from the beginning finds them", (events) => {
    const pairs = pairsOf(events.map(split));
    const rows = newRows(events.length);
    const rowOf = Int32Array.from(events.keys());
    const [stream, again] = [newStream(), newStream()];
    openStream(stream, [5, 6], 0, 0);
    openStream(again, [5, 6], 0, 0);
    drawPairs(pairs, rowOf, stream, rows);
    const due = newRows(events.length);
    for (let state = 0; state < STATES; state++) {
      for (const event of searched(pairs, again))
        due.words[event * ROW + (state >>> 5)]! |= 1 << state;
    }
    expect(Buffer.compare(Buffer.from(rows.words.buffer), Buffer.from(due.words.buffer))).toBe(0);
    expect([...stream]).toEqual([...again]);
  });
});

it("takes the last event where rounding hides it beside a likelier one", () => {
  const pairs = pairsOf([0.05, 1e-18].map(split));
  const rows = newRows(2);
  const stream = newStream();
  openStream(stream, [5, 6], 0, 0);
  drawPairs(pairs, Int32Array.of(0, 1), stream, rows);
  for (const row of [0, 1]) {
    const words = rows.words.slice(row * ROW, row * ROW + STATES / 32);
    expect(words.every((word) => word === -1)).toBe(true);
  }
});

describe("sampling given two failures", () => {
  /** Two chains beside each other, of `length` services each. */
  function twins(length: number, q: number): Sampled {
    const nodes = [null, ...Array.from({ length: 2 * length }, (_, i) => i), null];
    const end = 2 * length + 1;
    const chain = (first: number) => [
      { from: 0, to: first, component: null },
      ...Array.from({ length: length - 1 }, (_, i) => ({
        from: first + i,
        to: first + i + 1,
        component: null,
      })),
      { from: first + length - 1, to: end, component: null },
    ];
    return {
      network: {
        nodes: nodes.map((component) => ({ component })),
        links: [...chain(1), ...chain(1 + length)],
        need: { kind: "node", node: end },
      },
      measure: {
        services: 2 * length + 2,
        components: Array.from({ length: 2 * length }, (_, i) => part(`s${i}`, q)),
        members: [],
        urn: null,
      },
    };
  }

  it("has the exact value for its mean over many seeds", () => {
    const sampled = randomSampled("rare", 11);
    const truth = failureByEnumeration(sampled);
    const seeds = 100;
    let sum = 0;
    let squares = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const { block, blockSize, stratum } = openSampler([sampled], seed);
      const found = (stratum.p * count(block(0)[0]!)) / blockSize;
      sum += found;
      squares += (found - truth) ** 2;
    }
    const share = truth / openSampler([sampled], 0).stratum.p;
    const variance = (truth / share) ** 2 * ((share * (1 - share)) / 8192);
    expect(Math.abs(sum / seeds - truth)).toBeLessThan(3.5 * Math.sqrt(variance / seeds));
    expect(Math.abs(squares / seeds / variance - 1)).toBeLessThan(3.5 * Math.sqrt(2 / seeds));
  });

  it("finds ten nines, with a hundred thousandth of the variance and less", () => {
    const q = 1e-6;
    const { block, blockSize, stratum } = openSampler([twins(5, q)], 1);
    let failed = 0;
    for (let index = 0; index < 10; index++) failed += count(block(index)[0]!);
    const share = failed / (10 * blockSize);
    const truth = (1 - (1 - q) ** 5) ** 2;
    const deviation = stratum.p * Math.sqrt((share * (1 - share)) / (10 * blockSize));
    expect(Math.abs(stratum.p * share - truth)).toBeLessThan(4 * deviation);
    expect(truth / (stratum.p ** 2 * share * (1 - share))).toBeGreaterThan(1e5);
  });

  it("shares its states: equal subjects fail alike, and a better one fails in some of them only", () => {
    const [better, worse] = [twins(3, 0.005), twins(3, 0.01)];
    const { block, stratum } = openSampler([better, worse, worse], 1);
    expect(stratum).toEqual(openSampler([worse], 1).stratum);
    const totals = [0, 0];
    for (let index = 0; index < 20; index++) {
      const [few, many, same] = block(index);
      expect(same).toEqual(many);
      expect(few!.every((word, at) => (word & ~many![at]!) === 0)).toBe(true);
      totals[0]! += count(few!);
      totals[1]! += count(many!);
    }
    [0.005, 0.01].forEach((q, at) => {
      const share = (1 - (1 - q) ** 3) ** 2 / stratum.p;
      const drawn = 20 * 8192;
      const deviation = Math.sqrt(drawn * share * (1 - share));
      expect(Math.abs(totals[at]! - drawn * share)).toBeLessThan(4 * deviation);
    });
  });

  it("is left where one failure is enough, where two are no rarity, and where units are told apart", () => {
    const whole = { p: 1, q: 0 };
    expect(openSampler([alone(part("a", 1e-4))], 1).stratum).toEqual(whole);
    expect(openSampler([twins(5, 0.001), alone(part("s1", 1e-4))], 1).stratum).toEqual(whole);
    expect(openSampler([twins(5, 0.1)], 1).stratum).toEqual(whole);
    const placed = part("z", 0, { units: [{ up: { p: 1, q: 0 }, members: [0] }] });
    const zone = { name: "zone", p: 1 - 1e-6, q: 1e-6 };
    const { network, measure } = twins(5, 1e-6);
    const [, ...rest] = measure.components;
    const domain = { ...measure, components: [placed, ...rest], members: [zone] };
    expect(openSampler([{ network, measure: domain }], 1).stratum).toEqual(whole);
  });

  it("draws nothing where two cannot fail", () => {
    const sure = twins(2, 0);
    const { block, stratum } = openSampler([sure], 1);
    expect(stratum).toEqual({ p: 0, q: 1 });
    expect(count(block(0)[0]!)).toBe(0);
  });
});
