/**
 * How many span ids several traces use. To know it exactly every id would have to be kept; beyond a
 * number of them only those whose hash ends in zeros are, and the count is that many times as high. Which
 * ones are kept depends on the ids and not on their order.
 */
export type ReusedIds = {
  /** An id of a trace, once a trace, as its two words. */
  readonly add: (high: number, low: number) => void;
  readonly count: () => number;
};

const MOST = 1 << 17;

export function openReusedIds(most: number = MOST): ReusedIds {
  let level = 0;
  const seen = new Map<number, boolean>();
  const add = (high: number, low: number) => {
    // 53 of 64 bits, so that a number holds them; short ids are told by the low ones.
    const key = (high & 0x1fffff) * 0x100000000 + (low >>> 0);
    if ((mix(key) & ((1 << level) - 1)) !== 0) return;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, false);
    else if (!before) seen.set(key, true);
    while (seen.size > most && level < 30) {
      level++;
      for (const one of seen.keys()) if ((mix(one) & ((1 << level) - 1)) !== 0) seen.delete(one);
    }
  };
  const count = () => {
    let reused = 0;
    for (const several of seen.values()) if (several) reused++;
    return reused * 2 ** level;
  };
  return { add, count };
}

function mix(key: number): number {
  let hash = Math.imul(Math.floor(key / 0x100000000), 0x9e3779b1) ^ (key | 0);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
