import { expect, it } from "vitest";
import { openSampler, type Sampled } from "../../src/availability/sampler.ts";
import { alone, part } from "./sampler-oracle.ts";

/** Two ways to the last node, over so many parts each that seldom fail. */
function twoWays(length: number): Sampled {
  const inner = Array.from({ length: 2 * length }, (_, at) => at);
  const end = 2 * length + 1;
  return {
    network: {
      nodes: [
        { component: null },
        ...inner.map((component) => ({ component })),
        { component: null },
      ],
      links: [
        ...inner.map((at) => ({ from: at % length === 0 ? 0 : at, to: at + 1, component: null })),
        ...[length, 2 * length].map((from) => ({ from, to: end, component: null })),
      ],
      need: { kind: "node", node: end },
    },
    measure: {
      services: inner.length,
      components: inner.map((at) => part(`a${at}`, 1e-6)),
      members: [],
      urn: null,
    },
  };
}

it("sees that one part of more than a block has states fails a need by itself", () => {
  const ways = twoWays(4096);
  expect(openSampler([ways], 1).stratum.p).toBeLessThan(0.1);
  expect(openSampler([ways, alone(part("z", 1e-6))], 1).stratum).toEqual({ p: 1, q: 0 });
});
