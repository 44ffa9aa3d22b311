import fc from "fast-check";

/** One kind of input, what it is tried on, and what must hold. */
export type Target = {
  readonly name: string;
  /** Of every thousand cases. */
  readonly share: number;
  /** Runs its cases; what a case throws or rejects with fails it. */
  readonly check: (run: RunOptions) => Promise<RunResult>;
  /** The case of a seed, written out: what a run that hung or died was at. */
  readonly show: (seed: number, at: number) => string;
};

export type RunOptions = {
  readonly seed: number;
  readonly cases: number;
  /** Heard before each case: a watchdog knows by it which one hangs. */
  readonly onBegin: (at: number) => void;
};

export type RunResult = {
  readonly tried: number;
  /** `null`: none failed; else the message and the smallest case that was found. */
  readonly failure: { readonly message: string; readonly smallest: string } | null;
  /** CPU time of the slowest case, in milliseconds, and which it was. */
  readonly slowest: { readonly milliseconds: number; readonly at: number };
};

/** Issue 8: no case may take longer. In milliseconds of processor time, so that a busy machine fails nothing. */
const LONGEST = 5000;

/** Shrinking tries at most so long: a smaller case is a help, and no more. */
const SHRINKING = 60_000;

export function target<T>(
  name: string,
  share: number,
  cases: fc.Arbitrary<T>,
  attempt: (one: T) => Promise<void> | void,
): Target {
  return { name, share, check, show };

  function show(seed: number, at: number): string {
    return fc.stringify(fc.sample(cases, { seed, numRuns: at + 1 }).at(-1));
  }

  async function check({ seed, cases: numRuns, onBegin }: RunOptions): Promise<RunResult> {
    let tried = 0;
    let failedAt: number | null = null;
    let slowest = { milliseconds: 0, at: 0 };
    const property = fc.asyncProperty(cases, async (one) => {
      onBegin(tried);
      const before = process.cpuUsage();
      try {
        await attempt(one);
      } catch (error) {
        failedAt ??= Date.now();
        if (Date.now() - failedAt > SHRINKING) return;
        throw error;
      }
      const used = process.cpuUsage(before);
      const milliseconds = (used.user + used.system) / 1000;
      if (failedAt === null && milliseconds > slowest.milliseconds)
        slowest = { milliseconds, at: tried };
      if (milliseconds > LONGEST) throw new Error(`took ${Math.round(milliseconds)} ms`);
      if (failedAt === null) tried += 1;
    });
    const details = await fc.check(property, { seed, numRuns });
    if (!details.failed) return { tried, failure: null, slowest };
    const { errorInstance, counterexample } = details;
    const message =
      errorInstance instanceof Error
        ? (errorInstance.stack ?? errorInstance.message)
        : String(errorInstance);
    return {
      tried,
      failure: { message, smallest: fc.stringify(counterexample) },
      slowest,
    };
  }
}
