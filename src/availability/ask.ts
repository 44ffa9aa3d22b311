import type { Claim, Decision } from "./claim.ts";
import { sequenceInterval } from "./confidence.ts";
import {
  askClaim,
  type DrawnFigure,
  intervalOf,
  intervalOfDifference,
  meanOf,
  openClaim,
} from "./drawn-figure.ts";
import type { AskOptions, Difference, Estimate } from "./estimate.ts";
import type { Draw } from "./figure.ts";
import { meanInterval } from "./mean-interval.ts";
import { addPatterns, countPatterns, type Patterns } from "./patterns.ts";

/** Of what is printed: the probability that an interval misses. */
const MISS = 0.05;
/** Where all is decided, so many states are drawn all the same, for the sake of the figures. */
const ENOUGH = 2 ** 18;
/** A look at the claims costs about as much as a block: look when so much was drawn since the last. */
const LOOK = 1.05;

export type Drawn = {
  readonly patterns: Patterns;
  readonly decisions: readonly Decision[];
  readonly states: number;
  /** Stopped before the budget was spent, for what was seen. */
  readonly isStopped: boolean;
};

/**
 * Draw states until the budget is spent, or until all claims are decided and the figures are good
 * enough to print. Claims are looked at between blocks.
 */
export function drawAndAsk(
  draw: Draw,
  base: DrawnFigure,
  head: DrawnFigure,
  { samples, alpha }: AskOptions,
  claims: readonly Claim[],
): Drawn {
  const { sampler } = draw;
  let open = claims.map((claim) => openClaim(claim, base, head, alpha));
  let patterns: Patterns = new Map();
  let unseen: Patterns = new Map();
  let states = 0;
  let seen = 0;
  const isDecided = () => open.every(({ inquiry }) => inquiry.decision !== "open");
  for (let block = 0; states < samples; block++) {
    if (claims.length > 0 && states >= ENOUGH && isDecided()) break;
    const drawn = Math.min(sampler.blockSize, samples - states);
    const counts = firstStates(sampler.block(block), drawn);
    patterns = addPatterns(patterns, counts);
    unseen = addPatterns(unseen, counts);
    states += drawn;
    if (states < seen * LOOK && states < samples) continue;
    open = open.map((claim) => askClaim(claim, unseen));
    unseen = new Map();
    seen = states;
  }
  const decisions = open.map(({ inquiry }) => inquiry.decision);
  return { patterns, decisions, states, isStopped: states < samples };
}

/** The patterns of a block's first states. */
function firstStates(failures: readonly Int32Array[], states: number): Patterns {
  const words = states >>> 5;
  const whole = countPatterns(failures.map((all) => all.subarray(0, words)));
  const left = new Map<number, number>();
  for (let bit = 0; bit < states % 32; bit++) {
    let pattern = 0;
    for (let subject = failures.length - 1; subject >= 0; subject--) {
      pattern = 2 * pattern + ((failures[subject]![words]! >>> bit) & 1);
    }
    left.set(pattern, (left.get(pattern) ?? 0) + 1);
  }
  return addPatterns(whole, left);
}

export function drawnEstimate(figure: DrawnFigure, drawn: Drawn): Estimate {
  const unavailability = meanOf(figure, drawn.patterns);
  const [low, high] = intervalOf(figure, drawn.patterns, MISS, meansOf(drawn));
  return {
    availability: 1 - unavailability,
    unavailability,
    method: "monte-carlo",
    interval: [1 - high, 1 - low],
    samples: drawn.states,
  };
}

export function drawnDifference(base: DrawnFigure, head: DrawnFigure, drawn: Drawn): Difference {
  const { patterns } = drawn;
  const [low, high] = intervalOfDifference(base, head, patterns, MISS, meansOf(drawn));
  return { delta: meanOf(base, patterns) - meanOf(head, patterns), interval: [-high, -low] };
}

function meansOf({ isStopped }: Drawn) {
  return isStopped ? sequenceInterval : meanInterval;
}
