import { evaluate, upGiven } from "../../src/availability/exact.ts";
import type { Draw, Figure, OpenPart } from "../../src/availability/figure.ts";
import { prepare } from "../../src/availability/prepare.ts";
import { both, CERTAIN } from "../../src/availability/probability.ts";
import { sampledOf, signatureOf } from "../../src/availability/sampled.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import type { Subject } from "../../src/availability/subject.ts";

/** A figure all of which is drawn, though it could be had exactly. */
export type Opened = {
  readonly figure: Figure;
  /** U. */
  readonly truth: number;
  /** Of each part: P(what is left to be drawn fails). */
  readonly chances: readonly number[];
};

/** The first situation of a subject, with nothing known of it but its mandatory components. */
export function opened({ model, endpoint, fault }: Subject): Opened {
  const { entry, completion, mixture } = endpoint;
  const parts: OpenPart[] = [];
  const chances: number[] = [];
  let truth = 0;
  for (const { share, need } of mixture) {
    for (const { weight, measure } of situationsOf(model, fault)[0]!) {
      const prepared = prepare(model, { entry, completion, need }, measure, true);
      if (prepared === null) throw new Error("the need cannot hold");
      const { factors, rest } = sampledOf(prepared, measure);
      const factor = factors.map((one) => upGiven(measure, one, () => true)).reduce(both, CERTAIN);
      const up = { p: 0, q: factor.q };
      const signature = signatureOf(rest);
      parts.push({ kind: "open", share: share * weight, up, factor, rest, signature });
      const { q } = evaluate(prepared, measure);
      truth += share * weight * q;
      chances.push((q - factor.q) / factor.p);
    }
  }
  const low = parts.reduce((sum, part) => sum + part.share * part.up.q, 0);
  return { figure: { parts, range: { low, high: 1 } }, truth, chances };
}

/**
 * A draw as many small ones: of each of its blocks so many states at a time, which are as independent
 * as the blocks are.
 *
 * @param size a multiple of 32, up to the block's
 */
export function inSlices(
  { sampler, subjects, price }: Draw,
  size: number,
): (slice: number) => Draw {
  const perBlock = Math.floor(sampler.blockSize / size);
  let [known, words] = [-1, sampler.block(0)];
  const sliceOf = (slice: number) => {
    const block = Math.floor(slice / perBlock);
    if (block !== known) words = sampler.block(block);
    known = block;
    const from = ((slice % perBlock) * size) / 32;
    return words.map((all) => all.subarray(from, from + size / 32));
  };
  return (first) => ({
    sampler: { stratum: sampler.stratum, blockSize: size, block: (at) => sliceOf(first + at) },
    subjects,
    price,
  });
}
