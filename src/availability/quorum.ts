import type { Probability } from "../model/model.ts";
import { CERTAIN, NEVER } from "./probability.ts";

/**
 * Eq. (5): probability that at least `quorum` of independent replicas are live. The tail of the
 * Poisson-binomial distribution by the usual recurrence; the side that is absorbed is the one that
 * needs fewer counters. More than there are replicas: never.
 */
export function quorumOf(replicas: readonly Probability[], quorum: number): Probability {
  const spare = replicas.length - quorum;
  if (quorum <= 0) return CERTAIN;
  if (spare < 0) return NEVER;
  const [only] = replicas;
  if (only !== undefined && replicas.length === 1) return only;
  if (spare < quorum) {
    const failed = atLeast(
      spare + 1,
      replicas.map(({ p, q }) => ({ p: q, q: p })),
    );
    return { p: failed.q, q: failed.p };
  }
  return atLeast(quorum, replicas);
}

/** Both tails are sums of positive products; the larger is then 1 less the smaller, which loses nothing. */
function atLeast(k: number, events: readonly Probability[]): Probability {
  const exactly = new Float64Array(k);
  exactly[0] = 1;
  let reached = 0;
  for (const { p, q } of events) {
    reached += exactly[k - 1]! * p;
    for (let i = k - 1; i > 0; i--) exactly[i] = exactly[i]! * q + exactly[i - 1]! * p;
    exactly[0]! *= q;
  }
  const missed = exactly.reduce((sum, x) => sum + x, 0);
  return reached < missed ? { p: reached, q: 1 - reached } : { p: 1 - missed, q: missed };
}
