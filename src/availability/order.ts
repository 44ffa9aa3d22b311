/**
 * What is decided in one step, and what must be remembered meanwhile: an item is open from the first
 * step that uses it to the last.
 */
export type Ordering = {
  /** By step: the steps that must come before it. */
  readonly after: readonly (readonly number[])[];
  /** By step: the items it uses. */
  readonly uses: readonly (readonly number[])[];
  /** By item: the bits it takes. */
  readonly width: readonly number[];
};

/** On equal terms: the step that has waited longest, or the one that waits shortest. */
type Ties = "oldest" | "newest";

/**
 * An order of the steps in which little is open at a time: greedily the step next that opens the
 * least, of the better of two ways to break ties.
 */
export function orderSteps(ordering: Ordering): readonly number[] {
  const [one, other] = (["oldest", "newest"] as const).map((ties) => greedy(ordering, ties));
  return one!.cost <= other!.cost ? one!.order : other!.order;
}

type Ordered = { readonly order: readonly number[]; readonly cost: number };

function greedy({ after, uses, width }: Ordering, ties: Ties): Ordered {
  const steps = after.length;
  const users = width.map((): number[] => []);
  uses.forEach((items, step) => {
    for (const item of items) users[item]!.push(step);
  });
  const left = users.map((all) => all.length);
  const isOpen = new Uint8Array(width.length);
  const before = after.map((all) => all.length);
  const followers = after.map((): number[] => []);
  after.forEach((all, step) => {
    for (const caller of all) followers[caller]!.push(step);
  });
  const growth = (step: number): number => {
    let sum = 0;
    for (const item of uses[step]!) {
      if (isOpen[item] === 1) sum -= left[item] === 1 ? width[item]! : 0;
      else sum += left[item]! > 1 ? width[item]! : 0;
    }
    return sum;
  };
  const grows = new Int32Array(steps);
  const ready: number[] = [];
  const wait = (step: number) => {
    grows[step] = growth(step);
    ready.push(step);
  };
  for (let step = 0; step < steps; step++) if (before[step] === 0) wait(step);

  const order: number[] = [];
  let open = 0;
  let cost = 0;
  while (ready.length > 0) {
    const at = leastGrowth(ready, grows, ties);
    const step = ready[at]!;
    ready.splice(at, 1);
    order.push(step);
    open += grows[step]!;
    cost += 2 ** Math.min(open, 1_000);
    for (const item of uses[step]!) {
      left[item]!--;
      const changed = isOpen[item] === 0 || left[item] === 1;
      isOpen[item] = 1;
      if (changed) for (const user of users[item]!) grows[user] = growth(user);
    }
    for (const follower of followers[step]!) if (--before[follower]! === 0) wait(follower);
  }
  return { order, cost };
}

function leastGrowth(ready: readonly number[], grows: Int32Array, ties: Ties): number {
  let best = 0;
  for (let at = 1; at < ready.length; at++) {
    const difference = grows[ready[at]!]! - grows[ready[best]!]!;
    if (difference < 0 || (difference === 0 && ties === "newest")) best = at;
  }
  return best;
}
