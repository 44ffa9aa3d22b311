import { liveGiven } from "../../src/availability/liveness.ts";
import type { NetworkNeed, Part } from "../../src/availability/network.ts";
import { both, CERTAIN } from "../../src/availability/probability.ts";
import { sampledOf } from "../../src/availability/sampled.ts";
import { openSampler, type Sampled } from "../../src/availability/sampler.ts";
import type { Subject } from "../../src/availability/subject.ts";
import type { Probability } from "../../src/model/model.ts";
import { preparationOf } from "./answer.ts";

/** What is left to draw of an endpoint of one need, without domains: A = P(factor) · P(rest). */
export type Rest = { readonly factor: Probability; readonly rest: Sampled };

export function restOf(subject: Subject): Rest {
  const { prepared, measure } = preparationOf(subject, true);
  const { factors, rest } = sampledOf(prepared, measure);
  const ups = factors.map((one) => liveGiven(measure.components[one]!, () => true, 0));
  return { factor: ups.reduce(both, CERTAIN), rest };
}

/** So many states at least, in whole blocks. */
export type Draws = { readonly stratum: number; readonly states: number; readonly failed: number };

export function drawStates({ rest }: Rest, seed: number, states: number): Draws {
  const sampler = openSampler([rest], seed);
  const blocks = Math.ceil(states / sampler.blockSize);
  let failed = 0;
  for (let block = 0; block < blocks; block++) {
    for (const word of sampler.block(block)[0]!) failed += bitCount(word);
  }
  return { stratum: sampler.stratum.p, states: blocks * sampler.blockSize, failed };
}

/** Bits set in a 32-bit word: Warren, "Hacker's Delight", 5-1. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The same network for a peer: probabilities in place, a need as a node's number or [k, inputs]. */
export function peerNetwork({ rest: { network, measure } }: Rest): unknown {
  const up = ({ component }: Part): number => {
    if (component === null) return 1;
    return liveGiven(measure.components[component]!, () => true, 0).p;
  };
  return {
    nodes: network.nodes.map(up),
    links: network.links.map((link) => [link.from, link.to, up(link)]),
    need: peerNeed(network.need),
  };
}

function peerNeed(need: NetworkNeed): unknown {
  return need.kind === "node" ? need.node : [need.k, need.of.map(peerNeed)];
}
