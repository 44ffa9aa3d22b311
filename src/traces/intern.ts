/** Things that say the same share one number, counted from 0. */
export type Table<T> = {
  /** The number of what `key` stands for; made by `make` when it is new. -1: the table is full. */
  readonly intern: (key: string, make: () => T) => number;
  /** Likewise, though the table is full: for the few things that stand for many. */
  readonly add: (key: string, item: T) => number;
  readonly get: (id: number) => T;
  readonly size: () => number;
};

export function openTable<T>(most: number): Table<T> {
  const ids = new Map<string, number>();
  const items: T[] = [];
  const add = (key: string, item: T) => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, items.length);
    return items.push(item) - 1;
  };
  return {
    intern: (key, make) => {
      const known = ids.get(key);
      if (known !== undefined) return known;
      return items.length >= most ? -1 : add(key, make());
    },
    add,
    get: (id) => items[id] as T,
    size: () => items.length,
  };
}

/**
 * The last results of a function of text. Emptied when it is full: what comes often is soon back, and
 * texts that come once cannot fill the memory.
 */
export function remember<T>(compute: (text: string) => T, most = 16_384): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = compute(text);
    if (text.length > 512) return value;
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}
