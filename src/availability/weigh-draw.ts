import { hypergeometric, liveGiven } from "./liveness.ts";
import type { DrawWork } from "./plan.ts";
import { type Run, type Slopes, upIn } from "./run.ts";

/**
 * How many units of a component are dead, given how many of those before it, and whether it lives.
 * Weights: live, not, for each number of its dead, for each number of dead before, for each state of
 * its open members.
 */
export function weighDraw(work: DrawWork, run: Run, weights: Float64Array): void {
  forEachDraw(work, run, (chance, up, code) => {
    weights[code] = chance * up.p;
    weights[code + 1] = chance * up.q;
  });
}

/** Under a kill a component's own state is no root: its slope is U(lives) - U(does not). */
export function slopesOfDraw(work: DrawWork, run: Run, gains: Float64Array, slopes: Slopes): void {
  let slope = slopes.drawn.get(work.component) ?? 0;
  forEachDraw(work, run, (chance, _, code) => {
    slope += chance * (gains[code]! - gains[code + 1]!);
  });
  slopes.drawn.set(work.component, slope);
}

function forEachDraw(
  { component, before, units, members }: DrawWork,
  { measure, isUp }: Run,
  visit: (chance: number, up: { readonly p: number; readonly q: number }, code: number) => void,
): void {
  const { size, dead } = measure.urn!;
  const one = measure.components[component]!;
  for (let pattern = 0; pattern < 2 ** members.length; pattern++) {
    const up = upIn(members, pattern, isUp);
    const lives = Array.from({ length: Math.min(units, dead) + 1 }, (_, more) =>
      liveGiven(one, up, more),
    );
    for (let already = 0; already <= dead; already++) {
      // More were dead before than there were, or fewer than must have been: no such state has weight.
      if (already > before || dead - already > size - before) continue;
      const chances = hypergeometric(size - before, dead - already, units);
      for (let more = 0; more <= Math.min(units, dead - already); more++) {
        const situation = (pattern * (dead + 1) + already) * (units + 1) + more;
        visit(chances[more]!, lives[more]!, 2 * situation);
      }
    }
  }
}
