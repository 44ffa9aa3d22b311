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

const MOST = 1 << 14;
const SMALLEST = 1 << 10;

const NEVER = 0;
const ONCE = 1;
const SEVERAL = 2;

/** @param most ids that are kept at once, a power of two */
export function openReusedIds(most: number = MOST): ReusedIds {
  let level = 0;
  let table = openIds(Math.min(SMALLEST, 2 * most));
  const add = (high: number, low: number) => {
    if (!isKept(mix(high, low), level)) return;
    table.add(high, low);
    while (2 * table.size() > table.room && level < 30) {
      if (table.room === 2 * most) level++;
      table = moved(table, Math.min(2 * table.room, 2 * most), level);
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

function moved(table: Ids, room: number, level: number): Ids {
  const kept = openIds(room);
  table.forEach((high, low, times) => {
    if (!isKept(mix(high, low), level)) return;
    for (let time = 0; time < times; time++) kept.add(high, low);
  });
  return kept;
}

function isKept(hash: number, level: number): boolean {
  return (hash & ((1 << level) - 1)) === 0;
}

type Ids = {
  readonly room: number;
  readonly add: (high: number, low: number) => void;
  readonly size: () => number;
  readonly forEach: (visit: (high: number, low: number, times: number) => void) => void;
};

/** Ids by open addressing: a Map of numbers that are no small integers takes eight times as long. */
function openIds(room: number): Ids {
  const words = new Int32Array(2 * room);
  const times = new Uint8Array(room);
  const shift = 32 - Math.log2(room);
  let size = 0;
  const add = (high: number, low: number) => {
    // By the high bits of the hash: the low ones decide what is kept, and are all alike.
    let at = mix(high, low) >>> shift;
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
  return { room, add, size: () => size, forEach };
}

/** Murmur3's finalizer. */
function mix(high: number, low: number): number {
  let hash = Math.imul(high, 0x9e3779b1) ^ low;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
