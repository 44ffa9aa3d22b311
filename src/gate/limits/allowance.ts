/** Work that may be done, counted in transitions: what costs more than is left of it is not begun. */
export type Allowance = {
  /** Whether there is as much, which is then taken. */
  readonly take: (cost: number) => boolean;
};

/** @param work transitions */
export function allowanceOf(work: number): Allowance {
  let left = work;
  return {
    take: (cost) => {
      if (cost > left) return false;
      left -= cost;
      return true;
    },
  };
}
