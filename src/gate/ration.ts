import type { Comparison } from "../availability/compare.ts";
import type { AskOptions, Estimate } from "../availability/estimate.ts";
import type { Model } from "../model/model.ts";
import type { ModelComparison } from "./compare-models.ts";
import type { Engine } from "./engine.ts";

/** Transitions that the figures of a run may cost with the usual number of samples: some minutes. */
const MOST_WORK = 2e10;
/** The usual number of samples; more of them buy as much more work. */
const USUAL_SAMPLES = 200_000;
/** What a figure is tried with, as long as anything is left. */
const LEAST = 2e6;

/**
 * An engine whose figures together cost a bounded amount of work. Half of it goes to whoever comes; what is left
 * is shared by the figures that are still to come. Where nothing is left a figure is not worked out: it lies
 * between 0 and 1, and nothing about it is decided. Work is counted, not timed, so that the same run gives the
 * same figures on every machine.
 *
 * @param figures how many are to come
 */
export function rationed(
  engine: Engine,
  asked: AskOptions,
  figures: number,
  work = MOST_WORK,
): Engine {
  const { spent: costOf } = engine;
  if (costOf === undefined) return engine;
  let left = work * patienceOf(asked);
  let coming = figures;
  const half = left / 2;
  /** `null`: nothing; absent: as much as it takes. */
  const share = (): { readonly most?: number } | null => {
    const fair = left / Math.max(1, coming--);
    if (left > half) return {};
    return left < LEAST ? null : { most: Math.max(LEAST, Math.min(fair, left)) / 2 };
  };
  return {
    ...engine,
    estimate: (subject, options, claims) => {
      const ration = share();
      if (ration === null) return { estimate: UNKNOWN, decisions: claims.map(() => "open") };
      const found = engine.estimate(subject, { ...options, ...ration }, claims);
      left -= costOf(subject, found.estimate, ration.most);
      return found;
    },
    compare: (base, head, options, claims) => {
      const ration = share();
      if (ration === null) return { ...UNCOMPARED, decisions: claims.map(() => "open") };
      const found = engine.compare(base, head, { ...options, ...ration }, claims);
      left -= costOf(base, found.base, ration.most) + costOf(head, found.head, ration.most);
      return found;
    },
  };
}

const UNKNOWN: Estimate = {
  availability: 0.5,
  unavailability: 0.5,
  method: "bounded",
  interval: [0, 1],
};

const UNCOMPARED: Omit<Comparison, "decisions"> = {
  base: UNKNOWN,
  head: UNKNOWN,
  difference: { delta: 0, interval: [-1, 1] },
};

/** How much more work is asked for than usual, at least 1. */
export function patienceOf({ samples }: AskOptions): number {
  return Math.max(1, samples / USUAL_SAMPLES);
}

/** Whether a figure was not worked out, for there was no work left. */
export function isUnknown({ method, interval }: Estimate): boolean {
  return method === "bounded" && interval?.[0] === 0 && interval[1] === 1;
}

/** How many figures the comparison of a spec is made of: those of the carried model by themselves. */
export function figuresIn({ base, head, carried }: ModelComparison): number {
  const sides = [base, head].flatMap((one) => (one.kind === "valid" ? [one.model] : []));
  const compared = Math.max(0, ...sides.map(figuresInModel));
  return carried === null || sides.includes(carried) ? compared : 2 * compared;
}

export function figuresInModel({ endpoints, faults }: Model): number {
  return endpoints.length * (1 + faults.length);
}
