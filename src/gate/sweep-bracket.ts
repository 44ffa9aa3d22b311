import type { Stand } from "./limits/against.ts";
import type { Crossing, Level } from "./sweep.ts";

/** Levels that are asked for at each end of what is not told, to narrow it. */
const NARROWING = 5;
export const ASKED = 2 * NARROWING;
/** Ends that are so close together tell what there is to tell. */
const CLOSE = 1.02;

/** How often what is swept fails, and what the endpoint is then. */
export type LevelStand = { readonly failing: number; readonly stand: Stand };

/**
 * Between which levels the SLO is lost, where figures are drawn or bounded. The less the swept parts fail the less
 * the endpoint does, so that what is kept at one level is kept above it, and what is missed is missed below.
 *
 * @param asked from a level of 100% down to 0%
 * @param at asks for one level more
 */
export function bracketOf(asked: readonly LevelStand[], at: (failing: number) => Stand): Crossing {
  const known = [...asked];
  const ask = (failing: number) => {
    const place = known.findIndex((one) => one.failing > failing);
    known.splice(place, 0, { failing, stand: at(failing) });
  };
  for (let step = 0; step < NARROWING; step++) {
    const last = known.findLastIndex(({ stand }) => stand === "keeps");
    const middle = middleOf(known[last], known[last + 1]);
    if (middle === null) break;
    ask(middle);
  }
  for (let step = 0; step < NARROWING; step++) {
    const first = known.findIndex(({ stand }) => stand === "below");
    const middle = middleOf(known[first - 1], known[first]);
    if (middle === null) break;
    ask(middle);
  }
  return told(known);
}

/** Half way, in nines. `null`: there is nothing to narrow, or no use. */
function middleOf(above?: LevelStand, below?: LevelStand): number | null {
  if (above === undefined || below === undefined || above.failing === 0) return null;
  if (below.failing / above.failing < CLOSE) return null;
  return Math.sqrt(above.failing * below.failing);
}

function told(known: readonly LevelStand[]): Crossing {
  const kept = known.findLast(({ stand }) => stand === "keeps") ?? null;
  const missed = known.find(({ stand }) => stand === "below") ?? null;
  // One of them was decided wrongly.
  const isOdd = kept !== null && missed !== null && kept.failing > missed.failing;
  if (isOdd || (kept === null && missed === null)) return { kind: "unknown" };
  if (kept === known.at(-1)) return { kind: "always" };
  if (missed === known[0]) return { kind: "never" };
  return { kind: "between", kept: kept && levelOf(kept), missed: missed && levelOf(missed) };
}

function levelOf({ failing }: LevelStand): Level {
  return { level: 1 - failing, failing };
}
