import { compareText } from "./compare-text.ts";
import type { ObservedScenario } from "./observed.ts";

/**
 * Sets of direct callees as a mixture that a person can read. A set that fewer than 1 in 100 requests
 * called, and sets beyond the sixth, are folded into others, the cheapest first: what a fold costs is how
 * many requests it says of that they need a callee which they did not call. So availability may come out
 * too low by no more than the share of those requests, and the weights sum to all of them. A rare set may
 * lose a callee instead, where that is cheaper, for no more than 1 in 100 requests altogether.
 */
const RARE = 0.01;
const MOST = 6;
/** Sets beyond these, the rarest, go to the nearest of them before any are compared pairwise. */
const COMPARED = 48;

type Kind = { calls: ReadonlySet<string>; traces: number };

/** @param sets distinct; traces at least 1 each */
export function leanScenarios(sets: readonly ObservedScenario[]): readonly ObservedScenario[] {
  const total = sets.reduce((sum, { traces }) => sum + traces, 0);
  const ranked = [...sets]
    .map(({ calls, traces }): Kind => ({ calls: new Set(calls), traces }))
    .sort((a, b) => b.traces - a.traces || compareText(keyOf(a.calls), keyOf(b.calls)));
  const kinds = ranked.slice(0, COMPARED);
  const loss = { left: RARE * total };
  for (const kind of ranked.slice(COMPARED)) foldInto(kinds, kind, loss);
  while (kinds.length > 1) {
    const rarest = kinds.at(-1)!;
    if (rarest.traces < RARE * total) {
      kinds.pop();
      foldInto(kinds, rarest, loss);
    } else if (kinds.length > MOST) joinCheapest(kinds);
    else break;
    sort(kinds);
  }
  return kinds.map(({ calls, traces }) => ({ calls: [...calls].sort(compareText), traces }));
}

/** Adds a set to that of the others where it costs least. */
function foldInto(kinds: Kind[], kind: Kind, loss: { left: number }): void {
  let best = { cost: Number.POSITIVE_INFINITY, at: 0, loses: false };
  kinds.forEach((other, at) => {
    const lost = minus(kind.calls, other.calls);
    const more = kind.traces * minus(other.calls, kind.calls);
    const loses = lost > 0 && kind.traces <= loss.left;
    const cost = more + lost * (loses ? kind.traces : other.traces);
    if (cost < best.cost) best = { cost, at, loses };
  });
  const into = kinds[best.at]!;
  if (best.loses) loss.left -= kind.traces;
  kinds[best.at] = {
    calls: best.loses ? into.calls : new Set([...into.calls, ...kind.calls]),
    traces: into.traces + kind.traces,
  };
}

/** Makes one of the two whose union says least too much. */
function joinCheapest(kinds: Kind[]): void {
  let best = { cost: Number.POSITIVE_INFINITY, a: 0, b: 1 };
  kinds.forEach((one, a) => {
    kinds.slice(a + 1).forEach((other, after) => {
      const cost =
        one.traces * minus(other.calls, one.calls) + other.traces * minus(one.calls, other.calls);
      if (cost < best.cost) best = { cost, a, b: a + 1 + after };
    });
  });
  const [a, b] = [kinds[best.a]!, kinds[best.b]!];
  kinds.splice(best.b, 1);
  kinds[best.a] = { calls: new Set([...a.calls, ...b.calls]), traces: a.traces + b.traces };
}

/** Most first. Sets that folding made equal are one. */
function sort(kinds: Kind[]): void {
  const byCalls = new Map<string, Kind>();
  for (const kind of kinds) {
    const key = keyOf(kind.calls);
    const known = byCalls.get(key);
    if (known === undefined) byCalls.set(key, kind);
    else known.traces += kind.traces;
  }
  const ranked = [...byCalls].sort(([x, a], [y, b]) => b.traces - a.traces || compareText(x, y));
  kinds.splice(0, kinds.length, ...ranked.map(([, kind]) => kind));
}

/** How many are in the first and not in the second. */
function minus(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (!b.has(one)) count += 1;
  return count;
}

function keyOf(calls: ReadonlySet<string>): string {
  return [...calls].sort(compareText).join("\n");
}
