import {
  EMITTER,
  FLAGS,
  FOLLOWS,
  HAS_PARENT,
  kindOf,
  MEANING,
  type Records,
  SHARED,
  WORDS,
} from "./records.ts";
import type { Tables } from "./trace.ts";

/** The spans of a trace by id. */
export type Ids = {
  /** Records without duplicates. */
  readonly kept: number[];
  readonly clashes: number;
  /** Records whose id another one has, be it the same span, the other side of a call, or a clash. */
  readonly repeated: ReadonlySet<number>;
  /** Hash table of indices into `kept`, and of each the next of the same id. */
  readonly table: Int32Array;
  readonly same: Int32Array;
};

function slotOf(words: Int32Array, high: number, low: number, table: Int32Array, ids: number[]) {
  let slot = idHash(high, low) & (table.length - 1);
  for (let at = table[slot]!; at >= 0; at = table[slot]!) {
    const word = ids[at]! * WORDS;
    if (words[word + 5] === low && words[word + 4] === high) break;
    slot = (slot + 1) & (table.length - 1);
  }
  return slot;
}

function idHash(high: number, low: number): number {
  const hash = Math.imul(high ^ Math.imul(low, 0x85ebca6b), 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

const NONE_REPEATED = new Set<number>();

/** Of so many spans with one id each is looked at: ids that are all the same must not cost a square. */
const MOST_OF_ONE_ID = 64;

/** Finds spans by id, and drops those that were read before. `rows` are in order (`trace.ts`). */
export function indexIds(records: Records, rows: Int32Array, tables: Tables): Ids {
  const { words } = records;
  let size = 8;
  while (size < rows.length * 2) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const same = new Int32Array(rows.length).fill(-1);
  const kept: number[] = [];
  let clashes = 0;
  let repeated = NONE_REPEATED;
  for (const row of rows) {
    const word = row * WORDS;
    const slot = slotOf(words, words[word + 4]!, words[word + 5]!, table, kept);
    const head = table[slot]!;
    if (head >= 0) {
      if (repeated === NONE_REPEATED) repeated = new Set();
      repeated.add(row);
    }
    let twin = -1;
    let clash = false;
    let steps = 0;
    for (let at = head; at >= 0 && twin < 0 && steps < MOST_OF_ONE_ID; at = same[at]!) {
      steps++;
      if (isSame(records, kept[at]!, row, tables)) twin = at;
      else if (!areSides(words, kept[at]!, row)) clash = true;
    }
    if (twin >= 0) {
      if (richness(records, row) > richness(records, kept[twin]!)) {
        if (!repeated.has(kept[twin]!)) repeated.delete(row);
        kept[twin] = row;
      }
      continue;
    }
    if (clash) clashes++;
    const at = kept.push(row) - 1;
    if (head < 0) table[slot] = at;
    else {
      same[at] = same[head]!;
      same[head] = at;
    }
  }
  return { kept, clashes, repeated, table, same };
}

function isSame({ words, times }: Records, a: number, b: number, tables: Tables): boolean {
  const [x, y] = [a * WORDS, b * WORDS];
  const [kindA, kindB] = [words[x + FLAGS]! & 7, words[y + FLAGS]! & 7];
  if (kindA !== kindB && kindA !== 0 && kindB !== 0) return false;
  if (serviceOf(words, a, tables) !== serviceOf(words, b, tables)) return false;
  const [startA, startB] = [times[a * 8 + 4]!, times[b * 8 + 4]!];
  // A report in pieces lacks the time; where both tell it and the name is another, ids have clashed.
  if (Number.isNaN(startA) !== Number.isNaN(startB)) return true;
  if (startA !== startB && !Number.isNaN(startA)) return false;
  const { meanings } = tables;
  return meanings.get(words[x + MEANING]!).name === meanings.get(words[y + MEANING]!).name;
}

function serviceOf(words: Int32Array, row: number, { emitters }: Tables): string | null {
  return emitters.get(words[row * WORDS + EMITTER]!).service;
}

function areSides(words: Int32Array, a: number, b: number): boolean {
  const kinds = [kindOf(words[a * WORDS + FLAGS]!), kindOf(words[b * WORDS + FLAGS]!)];
  const calling = kinds.filter((kind) => kind === "client" || kind === "producer").length;
  const called = kinds.filter((kind) => kind === "server" || kind === "consumer").length;
  return calling === 1 && called === 1;
}

/** How much a report of a span tells, to keep the fullest one. */
function richness({ words, times }: Records, row: number): number {
  const timed =
    Number(!Number.isNaN(times[row * 8 + 4])) + Number(!Number.isNaN(times[row * 8 + 5]));
  return timed * 2 + ((words[row * WORDS + FLAGS]! & 7) === 0 ? 0 : 1);
}

/** Index into `kept`; -1: none, or (`orphan`) one that is not there. */
export type Parent = { readonly at: number; readonly orphan: boolean };

const NONE: Parent = { at: -1, orphan: false };
export const MISSING: Parent = { at: -1, orphan: true };

/** The parent of a record among those kept. */
export function parentOf(records: Records, row: number, ids: Ids, tables: Tables): Parent {
  const { words } = records;
  const word = row * WORDS;
  const flags = words[word + FLAGS]!;
  const own = find(words, words[word + 4]!, words[word + 5]!, ids);
  // The other side of a shared id comes before the parent that both sides tell.
  if (ids.same[own]! >= 0 && isCalled(flags)) {
    let steps = 0;
    for (let at = own; at >= 0 && steps < MOST_OF_ONE_ID; at = ids.same[at]!) {
      steps++;
      const other = ids.kept[at]!;
      if (other === row || !isCalling(words[other * WORDS + FLAGS]!)) continue;
      // One service on both sides shares an id only where it says so: masked ids are all the same.
      const apart = serviceOf(words, other, tables) !== serviceOf(words, row, tables);
      if (apart || (flags & SHARED) !== 0) return { at, orphan: false };
    }
  }
  if ((flags & HAS_PARENT) === 0) return NONE;
  const [high, low] = [words[word + 6]!, words[word + 7]!];
  if (high === words[word + 4] && low === words[word + 5]) return NONE;
  const head = find(words, high, low, ids);
  if (head < 0) return (flags & FOLLOWS) === 0 ? MISSING : NONE;
  return { at: nearest(words, head, serviceOf(words, row, tables), ids, tables), orphan: false };
}

/** Those kept that have an id, in no order that can be told; of ids that are all the same not all. */
export function withId(words: Int32Array, high: number, low: number, ids: Ids): number[] {
  const found: number[] = [];
  for (let at = find(words, high, low, ids); at >= 0; at = ids.same[at]!) {
    if (found.push(at) === MOST_OF_ONE_ID) break;
  }
  return found;
}

function find(words: Int32Array, high: number, low: number, { table, kept }: Ids): number {
  return table[slotOf(words, high, low, table, kept)]!;
}

function isCalled(flags: number): boolean {
  const kind = kindOf(flags);
  return kind === "server" || kind === "consumer";
}

function isCalling(flags: number): boolean {
  const kind = kindOf(flags);
  return kind === "client" || kind === "producer";
}

/** Of spans that share an id, the one that a child in `service` belongs to. */
function nearest(
  words: Int32Array,
  head: number,
  service: string | null,
  ids: Ids,
  tables: Tables,
): number {
  if (ids.same[head]! < 0) return head;
  let best = head;
  let most = -1;
  let steps = 0;
  for (let at = head; at >= 0 && steps < MOST_OF_ONE_ID; at = ids.same[at]!) {
    steps++;
    const row = ids.kept[at]!;
    const called = isCalled(words[row * WORDS + FLAGS]!) ? 1 : 0;
    const score = (serviceOf(words, row, tables) === service ? 2 : 0) + called;
    // The chain has no order that can be told: the earlier of two alike is taken.
    if (score > most || (score === most && at < best)) {
      best = at;
      most = score;
    }
  }
  return best;
}
