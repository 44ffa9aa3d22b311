import { expect, it } from "vitest";
import { drawAndAsk, drawnEstimate } from "../../src/availability/ask.ts";
import { drawnFigure, drawOf } from "../../src/availability/figure.ts";
import type { Subject } from "../../src/availability/subject.ts";
import { below, hardSubject } from "./hard-models.ts";
import { inSlices, opened } from "./open-figures.ts";
import { randomFrom } from "./systems.ts";

type Kind = "independent" | "members" | "kill" | "two failures" | "mixture";

/** Of each kind a few whose drawn part fails in some percents of the states. */
const NETWORKS: Readonly<Record<Kind, readonly Subject[]>> = {
  independent: [27, 39, 63, 87].map((seed) => hardSubject(seed)),
  members: [18, 28, 64, 79].map((seed) => hardSubject(seed)),
  kill: [20, 32, 58, 68].map((seed) => hardSubject(seed)),
  "two failures": [15, 39, 50, 60].map((seed) => hardSubject(seed, 20)),
  mixture: [16, 18, 30, 68].map((seed) => mixed(hardSubject(seed))),
};

const DRAWS_OF_EACH = 2000;

/** The inputs of its top gate as members of a mixture. */
function mixed({ model, endpoint, fault }: Subject): Subject {
  const [{ need }] = endpoint.mixture as [(typeof endpoint.mixture)[0]];
  const inputs = need.kind === "atLeast" ? need.of : [];
  const shares = [0.5, 0.3, 0.2];
  const mixture = inputs.map((one, at) => ({ share: shares[at]!, strict: false, need: one }));
  return { model, endpoint: { ...endpoint, mixture }, fault };
}

it("the 95% interval covers the exact value in 94 to 97% of 10,000 draws of at least 20 expected failures", () => {
  const random = randomFrom(20261130);
  const covered = new Map<string, number>();
  for (const [kind, networks] of Object.entries(NETWORKS)) {
    let count = 0;
    for (const network of networks) {
      const { figure, truth, chances } = opened(network);
      const draws = DRAWS_OF_EACH / networks.length;
      const seeds = 10;
      let sum = 0;
      for (let seed = 0; seed < seeds; seed++) {
        const draw = drawOf([figure], seed);
        const { p } = draw.sampler.stratum;
        if (kind === "two failures") expect(p).toBeLessThan(0.01);
        const least = 20 / (Math.max(...chances) / p);
        const size = 32 * Math.ceil((3 * least) / 32);
        expect(size).toBeLessThanOrEqual(draw.sampler.blockSize);
        const sliceAt = inSlices(draw, size);
        const parts = drawnFigure(figure, draw);
        for (let slice = 0; slice < draws / seeds; slice++) {
          const samples = Math.ceil(least) + below(random, size - Math.ceil(least));
          const options = { samples, seed, alpha: 0.05 };
          const drawn = drawAndAsk(sliceAt(slice), parts, parts, options, []);
          const { unavailability, interval } = drawnEstimate(parts, drawn);
          sum += unavailability;
          if (interval![0] <= 1 - truth && 1 - truth <= interval![1]) count++;
        }
      }
      // Five standard deviations of so many draws of some 40 failures each.
      const drawnPart = truth - figure.range.low;
      expect(Math.abs(sum / draws - truth)).toBeLessThan(0.05 * drawnPart);
    }
    covered.set(kind, count / DRAWS_OF_EACH);
  }
  for (const share of covered.values()) {
    expect(share).toBeGreaterThan(0.935);
    expect(share).toBeLessThan(0.975);
  }
  const all = [...covered.values()].reduce((sum, share) => sum + share / covered.size, 0);
  expect(all).toBeGreaterThanOrEqual(0.94);
  expect(all).toBeLessThanOrEqual(0.97);
});
