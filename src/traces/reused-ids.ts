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

const NEVER = 0;
const ONCE = 1;
const SEVERAL = 2;

/** @param most ids that are kept at once, a power of two */
export function openReusedIds(most: number = MOST): ReusedIds {
  let level = 0;
  let table = openIds(2 * most);
  const add = (high: number, low: number) => {
    if (!isKept(mix(high, low), level)) return;
    table.add(high, low);
    while (table.size() > most && level < 30) {
      level++;
      const kept = openIds(2 * most);
      table.forEach((oneHigh, oneLow, times) => {
        if (!isKept(mix(oneHigh, oneLow), level)) return;
        for (let time = 0; time < times; time++) kept.add(oneHigh, oneLow);
      });
      table = kept;
    }
  };
  const count = () => {
    let reused = 0;
    table.forEach((_high, _low, times) => {
      if (times === SEVERAL) reused++;
    });
    return reused * 2 ** level;
  };
  return { add, count };
}

function isKept(hash: number, level: number): boolean {
  return (hash & ((1 << level) - 1)) === 0;
}

type Ids = {
  readonly add: (high: number, low: number) => void;
  readonly size: () => number;
  readonly forEach: (visit: (high: number, low: number, times: number) => void) => void;
};

/** Ids by open addressing: a Map of numbers that are no small integers takes eight times as long. */
function openIds(room: number): Ids {
  const words = new Int32Array(2 * room);
  const times = new Uint8Array(room);
  let size = 0;
  const add = (high: number, low: number) => {
    // The low bits of the hash are those by which ids are kept, and all alike.
    let at = (mix(high, low) >>> 8) & (room - 1);
    while (times[at] !== NEVER && (words[2 * at] !== high || words[2 * at + 1] !== low)) {
      at = (at + 1) & (room - 1);
    }
    if (times[at] === NEVER) {
      words[2 * at] = high;
      words[2 * at + 1] = low;
      times[at] = ONCE;
      size++;
    } else times[at] = SEVERAL;
  };
  const forEach: Ids["forEach"] = (visit) => {
    for (let at = 0; at < room; at++) {
      if (times[at] !== NEVER) visit(words[2 * at]!, words[2 * at + 1]!, times[at]!);
    }
  };
  return { add, size: () => size, forEach };
}

/** Murmur3's finalizer. */
function mix(high: number, low: number): number {
  let hash = Math.imul(high, 0x9e3779b1) ^ low;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
