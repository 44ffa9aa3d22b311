/** The time that GitHub may take in all: a run that waits for it ends, whatever it does. */
export type Deadline = {
  /** Aborts what is on its way when the time is up. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  readonly left: () => number;
  /** Does what waits for GitHub; the clock stands while nothing does. Rejects when the time is up. */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
};

/** @param milliseconds the whole of it: the engine's own time between two calls does not count */
export function deadlineOf(milliseconds: number): Deadline {
  const ended = new AbortController();
  let spent = 0;
  let since = 0;
  let waiting = 0;
  let clock: NodeJS.Timeout | undefined;
  const left = () => milliseconds - spent - (waiting > 0 ? performance.now() - since : 0);

  function begin(): void {
    waiting += 1;
    if (waiting > 1 || ended.signal.aborted) return;
    since = performance.now();
    clock = setTimeout(() => ended.abort(tooLong(milliseconds)), Math.max(0, left()));
  }

  function end(): void {
    if (waiting === 1) {
      spent += performance.now() - since;
      clearTimeout(clock);
    }
    waiting -= 1;
  }

  return {
    signal: ended.signal,
    left,
    within: async (work) => {
      begin();
      const over = overAt(ended.signal);
      try {
        return await Promise.race([work(), over.happens]);
      } finally {
        over.forget();
        end();
      }
    },
  };
}

function tooLong(milliseconds: number): Error {
  const seconds = Math.round(milliseconds / 1000);
  return new Error(`GitHub has taken ${seconds} s in all, the most that a run waits for it`);
}

function overAt(signal: AbortSignal): {
  readonly happens: Promise<never>;
  readonly forget: () => void;
} {
  let forget = () => {};
  const happens = new Promise<never>((_resolve, reject) => {
    const tell = () => reject(signal.reason);
    if (signal.aborted) tell();
    else signal.addEventListener("abort", tell, { once: true });
    forget = () => signal.removeEventListener("abort", tell);
  });
  // Nobody need be listening by the time it happens.
  happens.catch(() => {});
  return { happens, forget };
}
