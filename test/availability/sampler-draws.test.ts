import { describe, expect, it } from "vitest";
import { binomialTails, lawOf } from "../../src/availability/draw-failures.ts";
import { drawLot } from "../../src/availability/draw-lot.ts";
import type { Component } from "../../src/availability/measure.ts";
import { newStream, nextWord, openStream } from "../../src/availability/random.ts";
import { openSampler, type Sampled } from "../../src/availability/sampler.ts";
import { newRows } from "../../src/availability/sampler-rows.ts";
import { alone, count, part } from "./sampler-oracle.ts";

const BLOCKS = 12;

/** Failure words of each subject, one block after the other. */
function draw(subjects: readonly Sampled[], seed = 7): readonly Int32Array[] {
  const { block, stratum } = openSampler(subjects, seed);
  expect(stratum).toEqual({ p: 1, q: 0 });
  const words = subjects.map((): number[] => []);
  for (let index = 0; index < BLOCKS; index++) {
    block(index).forEach((each, subject) => {
      words[subject]!.push(...each);
    });
  }
  return words.map((each) => Int32Array.from(each));
}

const both = (a: Int32Array, b: Int32Array) => count(a.map((word, at) => word & b[at]!));
const only = (a: Int32Array, b: Int32Array) => count(a.map((word, at) => word & ~b[at]!));

/** Within 4 standard deviations of a binomial. */
function expectShare(found: number, total: number, share: number): void {
  expect(Math.abs(found - total * share)).toBeLessThan(4 * Math.sqrt(total * share * (1 - share)));
}

describe("draws", () => {
  const probabilities = [1e-5, 1e-3, 0.02, 0.0999, 0.1001, 0.3, 0.5, 0.9, 0.9999];

  it("fail as often as they should, and so do any two together, neighbours too", () => {
    const words = draw(probabilities.map((q, index) => alone(part(`s${index}`, q))));
    const total = 32 * words[0]!.length;
    words.forEach((each, i) => {
      expectShare(count(each), total, probabilities[i]!);
      const turned = each.map((word) => (word << 1) | (word >>> 31));
      expectShare(both(each, turned), total, probabilities[i]! ** 2);
      const next = each.map((_, at) => each[(at + 1) % each.length]!);
      expectShare(both(each, next), total, probabilities[i]! ** 2);
      for (let j = 0; j < i; j++) {
        expectShare(both(each, words[j]!), total, probabilities[i]! * probabilities[j]!);
      }
    });
  });

  it("fall on every state of a block alike", () => {
    const { block, blockSize } = openSampler([alone(part("a", 0.05))], 3);
    const hits = new Int32Array(blockSize);
    for (let index = 0; index < 100; index++) {
      block(index)[0]!.forEach((word, at) => {
        for (let bit = 0; bit < 32; bit++) hits[32 * at + bit]! += (word >>> bit) & 1;
      });
    }
    // Chi-squared of 8192 cells of binomials (100, 0.05).
    const chi = hits.reduce((sum, n) => sum + (n - 5) ** 2 / (100 * 0.05 * 0.95), 0);
    expect(Math.abs(chi - blockSize)).toBeLessThan(4 * Math.sqrt(2 * blockSize));
  });

  it("number as binomials do", () => {
    for (const q of [1e-9, 1e-4, 0.01, 0.1]) {
      const tails = binomialTails({ p: 1 - q, q }, 8192);
      let none = 1;
      for (let n = 0; n < 8192; n++) none *= 1 - q;
      if (q < 0.01) expect(tails[0]! / (1 - none) - 1).toBeCloseTo(0, q < 1e-6 ? 4 : 9);
      const mean = tails.reduce((sum, tail) => sum + tail, 0);
      expect(mean / (8192 * q)).toBeCloseTo(1, 10);
      const square = tails.reduce((sum, tail, c) => sum + (2 * c + 1) * tail, 0);
      expect((square - mean ** 2) / (8192 * q * (1 - q))).toBeCloseTo(1, 8);
    }
  });

  it("are the same for the same name and probability, and nested for unequal ones", () => {
    for (const [less, more] of [
      [1e-3, 2e-3],
      [0.03, 0.09],
      [0.05, 0.5],
      [0.3, 0.7],
    ] as const) {
      const subjects = [less, more, (less + more) / 2, more, less].map((q) => alone(part("a", q)));
      const [few, many, some, manyToo, fewToo] = draw(subjects);
      expect(fewToo).toEqual(few);
      expect(manyToo).toEqual(many);
      expect(only(few!, some!) + only(some!, many!)).toBe(0);
      const total = 32 * few!.length;
      expectShare(count(few!), total, less);
      expectShare(count(some!), total, (less + more) / 2);
      expectShare(count(many!), total, more);
    }
  });

  it("are apart for a service and a dependency of one name", () => {
    const dependency = part("a", 0.5, { kind: "dependency" });
    const [one, other] = draw([alone(part("a", 0.5)), alone(dependency)]);
    expectShare(both(one!, other!), 32 * one!.length, 0.25);
  });
});

describe("the law of one event", () => {
  it("is to fail always where its failure is one to the last bit, or it is never up", () => {
    for (const up of [
      { p: 1e-20, q: 1 },
      { p: 0, q: 1 },
      { p: 0, q: 0.999 },
    ]) {
      expect(lawOf(up)).toEqual({ kind: "always" });
    }
    expect(lawOf({ p: 0.5, q: 0.5 })).toEqual({ kind: "many", digits: Uint8Array.of(1) });
    expect(lawOf({ p: 0.9, q: 0.1 }).kind).toBe("few");
  });

  it("has one tail where a block fails once in ages", () => {
    const tails = binomialTails({ p: 1, q: 1e-17 }, 8192);
    expect(tails).toHaveLength(1);
    expect(Math.abs(tails[0]! / 8192e-17 - 1)).toBeLessThan(1e-12);
  });

  it("has tails that are sums of the binomial's own terms", () => {
    for (const [q, trials] of [
      [0.5, 6],
      [0.03, 20],
      [0.9, 5],
      [0.001, 40],
    ] as const) {
      const terms = [(1 - q) ** trials];
      for (let c = 1; c <= trials; c++) {
        terms.push((terms[c - 1]! * (trials - c + 1) * q) / (c * (1 - q)));
      }
      const tails = binomialTails({ p: 1 - q, q }, trials);
      for (let c = 0; c < trials; c++) {
        const due = terms.slice(c + 1).reduceRight((sum, term) => sum + term, 0);
        if (due >= 2 ** -52) expect(Math.abs(tails[c]! / due - 1)).toBeLessThan(1e-12);
        else if (due < 2 ** -54) expect(tails[c]).toBe(undefined);
      }
    }
  });
});

describe("draws of units", () => {
  const zone = { name: "zone/a", p: 0.9, q: 0.1 };
  const sure = { name: "zone/b", p: 1, q: 0 };
  const unit = (q: number, ...members: number[]) => ({ up: { p: 1 - q, q }, members });
  const on = (name: string, units: Component["units"], more: Partial<Component> = {}) =>
    alone(part(name, 0, { units, quorum: units.length, ...more }), { members: [zone, sure] });

  it("share a member, whoever sits on it", () => {
    const [one, other] = draw([on("a", [unit(0, 0)]), on("b", [unit(0, 0), unit(0.2, 0)])]);
    expect(only(one!, other!)).toBe(0);
    expectShare(count(one!), 32 * one!.length, 0.1);
    expectShare(count(other!), 32 * one!.length, 1 - 0.9 * 0.8);
  });

  it("keep a replica's state when another comes, goes to a domain or fails more often", () => {
    const two = on("a", [unit(0.1, 1), unit(0.2)]);
    const three = on("a", [unit(0.1, 1), unit(0.2), unit(0.3)]);
    const worse = on("a", [unit(0.15), unit(0.25, 0)]);
    const [less, more, most] = draw([two, three, worse]);
    expect(only(less!, more!)).toBe(0);
    expect(only(less!, most!)).toBe(0);
    expectShare(count(less!), 32 * less!.length, 1 - 0.9 * 0.8);
  });

  it("take exactly so many victims, any as likely as any other", () => {
    const units = [0, 1, 2, 3, 4].map(() => unit(0, 1));
    const of = (quorum: number) => on("a", units, { victims: 2, quorum });
    const [tooFew, enough] = draw([of(4), of(3)]);
    expect(count(tooFew!)).toBe(32 * tooFew!.length);
    expect(count(enough!)).toBe(0);
    // A unit in the zone beside four that are not: the zone is down, and the one is no victim.
    const mixed = [unit(0, 0), ...units.slice(1)];
    const [failed] = draw([on("a", mixed, { victims: 2, quorum: 3 })]);
    expectShare(count(failed!), 32 * failed!.length, 0.1 * (3 / 5));
  });
});

describe("a lot of which all dead are taken", () => {
  it("takes nobody more, not even by the least of all random words", () => {
    // Found by trying: the streams of this key have a 0 once in half a million.
    const slot = { key: [0, 0], index: 729_032, row: 0 } as const;
    const stream = newStream();
    openStream(stream, slot.key, 0, slot.index);
    const words = Array.from({ length: 834 }, () => nextWord(stream));
    expect(words.at(-1)).toBe(0);
    const rows = newRows(1);
    drawLot({ size: 1, dead: 0, slots: [slot] }, 0, rows);
    expect(count(rows.words)).toBe(0);
  });
});

describe("draws from the urn", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const from = (size: number, dead: number, chosen = names) =>
    chosen.map((name) => alone(part(name, 0, { inUrn: true }), { urn: { size, dead } }));

  it("leave exactly so many dead, any as likely as any other", () => {
    const words = draw(from(6, 2));
    for (let at = 0; at < words[0]!.length; at++) {
      expect(words.reduce((sum, each) => sum + count([each[at]!]), 0)).toBe(64);
      for (let bit = 0; bit < 32; bit++) {
        const dead = words.reduce((sum, each) => sum + ((each[at]! >>> bit) & 1), 0);
        if (dead !== 2) expect(dead).toBe(2);
      }
    }
    const total = 32 * words[0]!.length;
    words.forEach((each, i) => {
      expectShare(count(each), total, 1 / 3);
      for (const other of words.slice(0, i)) expectShare(both(each, other), total, 1 / 15);
    });
  });

  it("count the replicas that nobody needs, and agree mostly between urns of nearly one size", () => {
    const [one, other] = [draw(from(20, 8)), draw(from(21, 8))];
    const total = 32 * one[0]!.length;
    one.forEach((each, i) => {
      expectShare(count(each), total, 8 / 20);
      expect(only(each, other[i]!)).toBeLessThan(0.08 * total);
    });
    expect(draw([...from(20, 8), ...from(20, 8)]).slice(6)).toEqual(one);
  });

  it("are apart where two urns of one size cannot be the same", () => {
    const units = [0, 1].map(() => ({ up: { p: 1, q: 0 }, members: [] }));
    const pair = (name: string) =>
      alone(part(name, 0, { inUrn: true, units }), { urn: { size: 3, dead: 2 } });
    const words = draw([
      ...from(3, 1, ["a", "b", "c"]),
      ...from(3, 1, ["d", "e", "f"]),
      pair("g"),
      pair("h"),
    ]);
    for (const each of words) expectShare(count(each), 32 * each.length, 1 / 3);
  });
});
