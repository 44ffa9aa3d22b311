import type { Estimate } from "../../availability/estimate.ts";
import type { Joint } from "../../availability/joint.ts";
import { situationsOf } from "../../availability/situations.ts";
import type { Subject } from "../../availability/subject.ts";
import type { GateRun } from "../engine.ts";
import { likeness } from "./likeness.ts";
import { type Mixture, priceOfMixing } from "./mixtures.ts";
import type { Sides } from "./sides.ts";

/** A mixture that is not down anyhow. */
export type Standing = Mixture & { readonly subject: Subject };

export function isStanding(mixture: Mixture): mixture is Standing {
  return mixture.subject !== null;
}

/** Where mixtures are drawn, for what is left of some work: counted in transitions, the same on every machine. */
export type Bench = {
  readonly left: () => number;
  /** Pay for so many mixtures, unless they leave too little of what is allowed. */
  readonly mixes: (count: number, allowed: number) => boolean;
  /** Side by side, in at most so many states; `null`: not for what is allowed. */
  readonly draw: (mixtures: readonly Standing[], states: number, allowed: number) => Joint | null;
};

/** Of what is allowed: what mixing may take, and what it may take to find out which mixtures need be drawn. */
const MIXING = 1 / 8;
const SOLVING = 1 / 8;
/** Of what is allowed, with preparations; the rest is for draws. */
const BEFORE = 1 / 2;

/** States of a block. */
const FIRST = 2 ** 13;

const DRAWN: Estimate = { availability: 0, unavailability: 1, method: "monte-carlo" };

/** @returns `null` where nothing is drawn */
export function benchOf(run: GateRun, { base, head }: Sides, work: number): Bench | null {
  const { together, spent } = run.engine;
  if (together === undefined || spent === undefined) return null;
  let left = work;
  const mixing = priceOfMixing(head.model);
  const priceWith = (most: number, samples = 0) =>
    Math.max(...[base, head].map((one) => spent(one, { ...DRAWN, samples }, most)));
  const preparing = priceWith(0);
  // Of several situations a first block of each tells which is the worst.
  const isSeveral = [base, head].some((one) => situationsOf(one.model, one.fault).length > 1);
  const looking = isSeveral ? priceWith(0, FIRST) - preparing : 0;
  const likeOf = likeness();
  const prepared = new Set<Subject>();
  return {
    left: () => left,
    mixes: (count, allowed) => {
      const isPaid = count * mixing <= MIXING * allowed;
      if (isPaid) left -= count * mixing;
      return isPaid;
    },
    draw: (mixtures, states, allowed) => {
      const subjects = mixtures.map((one) => ({ ...one.subject, like: likeOf(one) }));
      const fresh = new Set(subjects.flatMap(({ like }) => (prepared.has(like) ? [] : [like])));
      const most = (SOLVING * allowed) / mixtures.length;
      const each = priceWith(most) - preparing + looking;
      const before = fresh.size * preparing + mixtures.length * each;
      if (before > BEFORE * allowed) return null;
      for (const like of fresh) prepared.add(like);
      const { seed } = run.options;
      const joint = together(subjects, { seed, states, most, drawing: allowed - before });
      left -= before + (joint?.cost ?? 0);
      return joint;
    },
  };
}
