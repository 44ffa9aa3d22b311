/** Work that may be done for one purpose; counted in transitions and not timed, so that every machine does the same. */
export type Purse = {
  /** What one of those that are still to come may take; 0: nothing that would be of use. */
  readonly share: () => number;
  readonly pay: (cost: number) => void;
};

/** Of what is left, at least: most who may come need nothing. */
const PART = 1 / 4;
/** Transitions below which nothing is tried. */
const LEAST = 1e6;

/**
 * @param work transitions
 * @param coming how many may ask for a share
 */
export function purseOf(work: number, coming: number): Purse {
  let left = work;
  let still = coming;
  return {
    share: () => {
      const share = left * Math.max(PART, 1 / Math.max(1, still--));
      return share < LEAST ? 0 : share;
    },
    pay: (cost) => {
      left = Math.max(0, left - cost);
    },
  };
}
