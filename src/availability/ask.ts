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
import { addPatterns, type Patterns } from "./patterns.ts";
import { drawStretch, ENOUGH, stretchesOf } from "./stretch.ts";

/** Of what is printed: the probability that an interval misses. */
const MISS = 0.05;
export type Drawn = {
  readonly patterns: Patterns;
  readonly decisions: readonly Decision[];
  readonly states: number;
  /** Stopped before the budget was spent, for what was seen. */
  readonly isStopped: boolean;
};

/**
 * What shards tallied of a draw, by the place of the stretch; `null`: nobody has drawn it. Its order is that of
 * the draw: sums go by it.
 */
export type Tallies = (place: number) => Patterns | null;

const NONE: Tallies = () => null;

/**
 * Draw states until the budget is spent, or until all claims are decided and the figures are good
 * enough to print. Claims are looked at between stretches.
 */
export function drawAndAsk(
  { sampler }: Draw,
  base: DrawnFigure,
  head: DrawnFigure,
  { samples, alpha }: AskOptions,
  claims: readonly Claim[],
  tallied: Tallies = NONE,
): Drawn {
  let open = claims.map((claim) => openClaim(claim, base, head, alpha));
  let patterns: Patterns = new Map();
  let unseen: Patterns = new Map();
  let states = 0;
  const isDecided = () => open.every(({ inquiry }) => inquiry.decision !== "open");
  for (const [place, stretch] of stretchesOf(samples, sampler.blockSize).entries()) {
    if (claims.length > 0 && states >= ENOUGH && isDecided()) break;
    const counts = tallied(place) ?? drawStretch(sampler, stretch);
    patterns = addPatterns(patterns, counts);
    unseen = addPatterns(unseen, counts);
    states += stretch.states;
    if (!stretch.isLook) continue;
    open = open.map((claim) => askClaim(claim, unseen));
    unseen = new Map();
  }
  const decisions = open.map(({ inquiry }) => inquiry.decision);
  return { patterns, decisions, states, isStopped: states < samples };
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
