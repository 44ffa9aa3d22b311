import { describe, expect, it } from "vitest";
import { openSampler, type Sampled } from "../../src/availability/sampler.ts";
import {
  alone,
  count,
  failureByEnumeration,
  type Kind,
  part,
  randomSampled,
} from "./sampler-oracle.ts";

/** The estimate of U from some blocks, and its standard deviation if the exact value is `truth`. */
function estimate(sampled: Sampled, seed: number, blocks: number, truth: number) {
  const { stratum, blockSize, block } = openSampler([sampled], seed);
  let failed = 0;
  for (let index = 0; index < blocks; index++) failed += count(block(index)[0]!);
  const total = blocks * blockSize;
  const share = truth / stratum.p;
  const deviation = stratum.p * Math.sqrt(Math.max(0, share * (1 - share)) / total);
  return { found: stratum.p * (failed / total), deviation, stratum };
}

/** With two more nodes behind its last, which are needed too. */
function lengthened({ network, measure }: Sampled): Sampled {
  const last = network.nodes.length - 1;
  const nodes = [...network.nodes, { component: null }, { component: null }];
  const more = [0, 1].map((by) => ({ component: null, from: last + by, to: last + by + 1 }));
  const end = { kind: "node", node: last + 2 } as const;
  const need = { kind: "atLeast", k: 2, of: [network.need, end] } as const;
  return { network: { nodes, links: [...network.links, ...more], need }, measure };
}

describe("the sampler", () => {
  it.each<Kind>(["plain", "rare", "cyclic", "members", "victims", "urn"])(
    "estimates what enumeration finds: %s",
    (kind) => {
      let open = 0;
      let squares = 0;
      for (let seed = 0; seed < 40; seed++) {
        const sampled = randomSampled(kind, seed);
        const truth = failureByEnumeration(sampled);
        const { found, deviation, stratum } = estimate(sampled, seed, 4, truth);
        if (deviation < 1e-9) {
          expect(found).toBeCloseTo(truth, 8);
          continue;
        }
        open++;
        squares += ((found - truth) / deviation) ** 2;
        expect(Math.abs(found - truth)).toBeLessThan(4 * deviation);
        if (kind === "rare") expect(stratum.p).toBeLessThan(0.1);
      }
      // Squares of so many normal deviates: mean 1, deviation √(2 / n).
      expect(open).toBeGreaterThan(15);
      expect(Math.abs(squares / open - 1)).toBeLessThan(3.5 * Math.sqrt(2 / open));
    },
  );

  it("gives a subject's words whatever subjects are gone through beside it", () => {
    for (let seed = 0; seed < 12; seed++) {
      const [one, ring] = [lengthened(randomSampled("plain", seed)), randomSampled("cyclic", seed)];
      const { block } = openSampler([one, ring, one, ring], seed);
      for (const index of [0, 1]) {
        const [first, second, third, fourth] = block(index).map((each) => each.join());
        expect(third).toBe(first);
        expect(fourth).toBe(second);
      }
    }
  });

  it("gives a block's bytes whatever was asked before, and others for other seeds and blocks", () => {
    for (const kind of ["plain", "rare", "cyclic", "victims", "urn"] as const) {
      const subjects = [randomSampled(kind, 3), randomSampled(kind, 8)];
      const words = (blocks: readonly number[], seed: number) => {
        const { block } = openSampler(subjects, seed);
        return new Map(blocks.map((index) => [index, block(index).map((each) => each.join())]));
      };
      const forth = words([0, 1, 2, 7], 5);
      const back = words([7, 2, 0, 1, 2], 5);
      for (const [index, text] of forth) expect(back.get(index)).toEqual(text);
      expect(forth.get(0)).not.toEqual(forth.get(1));
      expect(forth.get(0)).not.toEqual(words([0], 6).get(0));
    }
  });

  it("draws the same on every machine", () => {
    const sum = (kind: Kind) => {
      const { block } = openSampler([randomSampled(kind, 3), randomSampled(kind, 8)], 2 ** 40 + 5);
      let hash = 0x811c9dc5;
      for (const index of [0, 1]) {
        for (const words of block(index)) {
          for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
        }
      }
      return (hash >>> 0).toString(16);
    };
    expect({
      plain: sum("plain"),
      rare: sum("rare"),
      cyclic: sum("cyclic"),
      victims: sum("victims"),
      urn: sum("urn"),
    }).toEqual({
      plain: "aa708079",
      rare: "43c318d2",
      cyclic: "5a8c8d33",
      victims: "cca5ec28",
      urn: "15ae5bb0",
    });
  });

  it("fails always, or never, what is settled", () => {
    const never = openSampler([alone(part("a", 0))], 1);
    expect(count(never.block(0)[0]!)).toBe(0);
    const always = openSampler([alone(part("a", 1))], 1);
    expect(count(always.block(0)[0]!)).toBe(always.blockSize);
    const zone = { name: "zone", p: 1, q: 0 };
    const short = part("a", 0, { units: [{ up: { p: 1, q: 0 }, members: [0] }], quorum: 2 });
    const lacking = openSampler([alone(short, { members: [zone] })], 1);
    expect(count(lacking.block(0)[0]!)).toBe(lacking.blockSize);
    const needless = openSampler([alone({ ...short, quorum: 0 }, { members: [zone] })], 1);
    expect(count(needless.block(0)[0]!)).toBe(0);
  });
});
