import type { Censor } from "./gather.ts";
import { type Outage, placeOutages } from "./outages.ts";
import type { Residence } from "./residence.ts";

/** Disjoint, in order: [from, until) by index. */
type Spells = { readonly from: readonly number[]; readonly until: readonly number[] };

/**
 * Whether an end of a call was in a known outage while the call lasted, its first and last moment
 * included. A failure of a node would count twice, in θ and in ρ, were its calls not left out.
 *
 * Where the instance is `null`, an outage of any instance of the service counts. Give `null` for the
 * target of every call: one that failed has no server span and so no instance, and were the calls
 * that succeeded kept by theirs, the failures alone would be left out and ρ come out too high. What is
 * censored must not depend on how it ended.
 */
export function censorOf(
  outages: readonly Outage[],
  residences: readonly Residence[] = [],
): Censor {
  const placed = placeOutages(outages, residences);
  const whole = group(placed, ({ of }) => (of.kind === "service" ? of.service : null));
  const some = group(placed, ({ of }) => (of.kind === "node" ? null : of.service));
  const single = group(placed, ({ of }) => {
    if (of.kind === "service") return null;
    return of.kind === "node" ? of.node : of.instance;
  });
  return ({ service, instance, start, end }) => {
    if (instance === null) return overlaps(some.get(service), start, end);
    return overlaps(whole.get(service), start, end) || overlaps(single.get(instance), start, end);
  };
}

function group(
  outages: readonly Outage[],
  keyOf: (outage: Outage) => string | null,
): ReadonlyMap<string, Spells> {
  const lists = new Map<string, Outage[]>();
  for (const outage of outages) {
    const key = keyOf(outage);
    if (key === null) continue;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [outage]);
    else list.push(outage);
  }
  return new Map([...lists].map(([key, list]) => [key, united(list)]));
}

function united(outages: readonly Outage[]): Spells {
  const from: number[] = [];
  const until: number[] = [];
  for (const one of outages.toSorted((a, b) => a.from - b.from)) {
    const last = until.length - 1;
    if (last >= 0 && one.from <= until[last]!) until[last] = Math.max(until[last]!, one.until);
    else {
      from.push(one.from);
      until.push(one.until);
    }
  }
  return { from, until };
}

function overlaps(spells: Spells | undefined, start: number, end: number): boolean {
  if (spells === undefined) return false;
  // The first spell that ends after the call begins: the only one that can be the earliest to touch it.
  let [low, high] = [0, spells.until.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spells.until[middle]! > start) high = middle;
    else low = middle + 1;
  }
  return low < spells.from.length && spells.from[low]! <= end;
}
