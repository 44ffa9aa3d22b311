/** Sets of facts are bits of a number; the facts outside of a set are as at base. */
export type FactSet = number;

/** How often the feasible orders pass through each set: on the way from base to it, and from it to head. */
export type Orders = {
  readonly facts: number;
  readonly down: Float64Array;
  readonly up: Float64Array;
  /** All feasible orders; 0: there is none. */
  readonly total: number;
};

/**
 * Count the orders of adopting facts of which every prefix between base and head is feasible, by counts of
 * chains below and above each set (semantics, "Causes").
 *
 * @param facts how many, at most 16
 */
export function feasibleOrders(facts: number, isFeasible: (set: FactSet) => boolean): Orders {
  const whole = 2 ** facts - 1;
  const down = new Float64Array(whole + 1);
  const up = new Float64Array(whole + 1);
  const open = (set: FactSet) => set === 0 || set === whole || isFeasible(set);
  down[0] = 1;
  for (let set = 1; set <= whole; set++) {
    if (!open(set)) continue;
    for (let left = set; left !== 0; left &= left - 1) down[set]! += down[set & ~(left & -left)]!;
  }
  up[whole] = 1;
  for (let set = whole - 1; set >= 0; set--) {
    if (down[set] === 0) continue;
    for (let left = whole & ~set; left !== 0; left &= left - 1)
      up[set]! += up[set | (left & -left)]!;
  }
  return { facts, down, up, total: down[whole]! };
}

/** One fact adopted after others, and in which share of the feasible orders it is adopted after these. */
export type Step = {
  readonly fact: number;
  readonly less: FactSet;
  readonly more: FactSet;
  /** down(less) · up(more)/down(all); those of one fact sum to 1. */
  readonly weight: number;
};

/** All steps of the feasible orders, of which there must be one. */
export function stepsOf({ facts, down, up, total }: Orders): readonly Step[] {
  const steps: Step[] = [];
  for (let less = 0; less < 2 ** facts - 1; less++) {
    if (down[less] === 0) continue;
    for (let fact = 0; fact < facts; fact++) {
      const more = less | (1 << fact);
      if (more === less || down[more] === 0 || up[more] === 0) continue;
      steps.push({ fact, less, more, weight: (down[less]! * up[more]!) / total });
    }
  }
  return steps;
}

/**
 * φ_i = Σ_S down(S) · up(S∪i)/down(all) · (v(S∪i) - v(S)): what each fact adds, averaged over the feasible
 * orders, of which there must be one. They sum to v(all) - v(∅).
 *
 * @param gain v(more) - v(less), asked of sets that lie on feasible orders alone
 */
export function sharesOf(
  orders: Orders,
  gain: (less: FactSet, more: FactSet) => number,
): readonly number[] {
  const sums = Array.from({ length: orders.facts }, () => sum());
  for (const { fact, less, more, weight } of stepsOf(orders)) {
    sums[fact]!.add(weight * gain(less, more));
  }
  return sums.map((one) => one.value());
}

/** A sum that keeps what its additions round away (Kahan). */
function sum() {
  let total = 0;
  let lost = 0;
  return {
    add: (one: number): void => {
      const next = one - lost;
      const sum = total + next;
      lost = sum - total - next;
      total = sum;
    },
    value: (): number => total,
  };
}

/**
 * Where no order is feasible: an order that passes through the fewest infeasible sets, of equals the one
 * that adopts earlier facts first, and in it what is adopted between two feasible sets taken together.
 *
 * @returns sets that have no fact in common and together all facts: fewer than there are facts
 */
export function stuckTogether(
  facts: number,
  isFeasible: (set: FactSet) => boolean,
): readonly FactSet[] {
  const whole = 2 ** facts - 1;
  const open = (set: FactSet) => set === 0 || set === whole || isFeasible(set);
  // What is still to come from a set: the fewest infeasible sets on the way to all.
  const left = new Float64Array(whole + 1);
  for (let set = whole - 1; set >= 0; set--) {
    let least = Number.POSITIVE_INFINITY;
    for (const more of above(set, whole)) {
      least = Math.min(least, left[more]! + (open(more) ? 0 : 1));
    }
    left[set] = least;
  }
  const together: FactSet[] = [];
  let since = 0;
  for (let set = 0; set !== whole; ) {
    set = above(set, whole).find((more) => left[set] === left[more]! + (open(more) ? 0 : 1))!;
    if (!open(set)) continue;
    together.push(set & ~since);
    since = set;
  }
  return together;
}

function above(set: FactSet, whole: FactSet): readonly FactSet[] {
  const sets: FactSet[] = [];
  for (let left = whole & ~set; left !== 0; left &= left - 1) sets.push(set | (left & -left));
  return sets;
}
