/** A fraction of counted sets; the denominator is above 0. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

export type Kept = {
  readonly names: readonly string[];
  /** Containers of each service that may be killed; 0: the service always lives. */
  readonly containers: readonly number[];
  /** The calls that a caller waits for. */
  readonly calls: readonly (readonly [from: string, to: string])[];
  readonly entry: string;
};

export type Wanted = { readonly weight: bigint; readonly needs: readonly string[] };

/**
 * How likely every need is reached while so many containers are dead, any set of them as likely as any
 * other; one figure for each number of dead, from none to all. Counted, not computed: for each of the 2^n
 * ways in which services live or not, how many sets of dead containers bring it about, and a walk from the
 * entry over the services that live. No probability and no line of the engine is used.
 */
export function countKillSets(kept: Kept, wanted: readonly Wanted[]): readonly Fraction[] {
  const { containers } = kept;
  const total = containers.reduce((sum, one) => sum + one, 0);
  const found: bigint[] = new Array(total + 1).fill(0n);
  const mortal = containers.flatMap((many, at) => (many > 0 ? [at] : []));
  const weightOf = weigher(kept, wanted);
  for (let state = 0; state < 1 << mortal.length; state++) {
    let alive = (1 << containers.length) - 1;
    mortal.forEach((at, bit) => {
      if ((state & (1 << bit)) === 0) alive &= ~(1 << at);
    });
    const weight = weightOf(alive);
    if (weight === 0n) continue;
    setsThatLeave(containers, alive).forEach((sets, dead) => {
      found[dead]! += weight * sets;
    });
  }
  const all = wanted.reduce((sum, { weight }) => sum + weight, 0n);
  return found.map((over, dead) => ({ over, under: all * choose(total, dead) }));
}

/** The weight of all that succeeds while these services live. */
function weigher(
  { names, calls, entry }: Kept,
  wanted: readonly Wanted[],
): (alive: number) => bigint {
  const bitOf = (name: string): number => {
    const at = names.indexOf(name);
    if (at < 0) throw new Error(`${name} is no service`);
    return 1 << at;
  };
  const callees: number[] = names.map(() => 0);
  for (const [from, to] of calls) {
    const at = names.indexOf(from);
    callees[at]! |= bitOf(to);
  }
  const first = bitOf(entry);
  const sought = wanted.map(({ weight, needs }) => ({
    weight,
    needs: needs.reduce((set, name) => set | bitOf(name), 0),
  }));
  return (alive) => {
    let reached = first & alive;
    for (let before = 0; before !== reached; ) {
      before = reached;
      callees.forEach((set, at) => {
        if ((before & (1 << at)) !== 0) reached |= set & alive;
      });
    }
    return sought.reduce(
      (sum, { weight, needs }) => ((needs & ~reached) === 0 && reached !== 0 ? sum + weight : sum),
      0n,
    );
  };
}

/** By the number of dead: the sets of dead containers that leave a container of these services, and none of others. */
function setsThatLeave(containers: readonly number[], alive: number): readonly bigint[] {
  let counts: bigint[] = [1n];
  containers.forEach((many, at) => {
    if (many === 0) return;
    const isAlive = (alive & (1 << at)) !== 0;
    const next: bigint[] = new Array(counts.length + many).fill(0n);
    counts.forEach((count, dead) => {
      if (!isAlive) next[dead + many]! += count;
      else for (let more = 0; more < many; more++) next[dead + more]! += count * choose(many, more);
    });
    counts = next;
  });
  return counts;
}

function choose(n: number, k: number): bigint {
  let found = 1n;
  for (let i = 1; i <= k; i++) found = (found * BigInt(n - k + i)) / BigInt(i);
  return found;
}

/** |figure - fraction|; the fraction's own rounding to a double is below 1e-16. */
export function distance(figure: number, { over, under }: Fraction): number {
  return Math.abs(figure - Number(over) / Number(under));
}
