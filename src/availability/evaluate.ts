import { drawAndAsk, drawnEstimate, type Tallies } from "./ask.ts";
import { type Claim, type Decision, decideByRange } from "./claim.ts";
import type { AskOptions, Estimate } from "./estimate.ts";
import { affordable, certainEstimate, drawnFigure, drawOf, openParts, worstOf } from "./figure.ts";
import { solve } from "./solve.ts";
import type { Subject } from "./subject.ts";

/** Decisions stand in the order of the claims that were asked. */
export type Estimated = { readonly estimate: Estimate; readonly decisions: readonly Decision[] };

/**
 * A of one endpoint: exact where that is affordable, within certain bounds where these are narrow, else
 * from `options.samples` states with a 95% interval. Draws are keyed by name, so that equal seeds share
 * them between models.
 *
 * @param claims about this figure alone: their `base` is 0
 * @param tallied what shards drew of it; absent: nothing
 */
export function estimateEndpoint(
  subject: Subject,
  options: AskOptions,
  claims: readonly Claim[],
  tallied?: Tallies,
): Estimated {
  const figure = worstOf(solve(subject, new Map(), options.most), options.seed);
  if (openParts(figure).length === 0) {
    const decisions = claims.map((claim) => decideByRange(claim, figure.range, figure.range));
    return { estimate: certainEstimate(figure), decisions };
  }
  const draw = drawOf([figure], options.seed);
  const rest = drawnFigure(figure, draw);
  const drawn = drawAndAsk(draw, rest, rest, affordable(options, draw), claims, tallied);
  return { estimate: drawnEstimate(rest, drawn), decisions: drawn.decisions };
}
