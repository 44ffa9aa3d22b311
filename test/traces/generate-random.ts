/** Draws from one seed: the same seed, the same draws. */
export type Random = {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number below `below`. */
  readonly below: (below: number) => number;
  readonly chance: (p: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => T[];
  /** So many lower-case hexadecimal digits. */
  readonly hex: (digits: number) => string;
};

/** Marsaglia's xorshift of 32 bits, period 2^32 - 1: plenty for fixtures. */
export function randomOf(seed: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0) | 1;
  const word = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let turn = 0; turn < 8; turn += 1) word();
  const next = (): number => word() / 2 ** 32;
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (p) => next() < p,
    pick: (list) => list[below(list.length)]!,
    shuffled: (list) => {
      const copy = [...list];
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [copy[at], copy[other]] = [copy[other]!, copy[at]!];
      }
      return copy;
    },
    hex: (digits) => {
      let text = "";
      while (text.length < digits) text += word().toString(16).padStart(8, "0");
      return text.slice(0, digits);
    },
  };
}
