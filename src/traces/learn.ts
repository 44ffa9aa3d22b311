import {
  EMITTER,
  FLAGS,
  HAS_PARENT,
  kindOf,
  MEANING,
  PEER,
  type Records,
  SHARED,
  WORDS,
} from "./records.ts";
import type { Resolver } from "./resolve.ts";
import { roleOfRecord } from "./sides.ts";
import { indexIds, parentOf } from "./span-ids.ts";
import { inOrder, type Tables } from "./trace.ts";

/** Combinations beyond which they are forgotten, and learnt once more: that changes nothing. */
const MOST = 200_000;

/**
 * Reads off traces who answers where. What is told again and again is taken in once: a combination of
 * what both sides say is known by its numbers, and nothing is made of the other spans.
 */
export function openLearner(
  tables: Tables,
  resolver: Resolver,
): (records: Records, rows: Int32Array) => void {
  const { emitters, meanings, peers } = tables;
  const known = new Map<number, Set<number>>();
  let count = 0;
  const isNew = (first: number, second: number): boolean => {
    let set = known.get(first);
    if (set === undefined) {
      set = new Set();
      known.set(first, set);
    } else if (set.has(second)) return false;
    set.add(second);
    count++;
    if (count > MOST) {
      known.clear();
      count = 0;
    }
    return true;
  };
  const peerOf = (words: Int32Array, word: number) =>
    words[word + PEER]! < 0 ? null : peers.get(words[word + PEER]!);
  const roleAt = (words: Int32Array, word: number) => roleOfRecord(words, word / WORDS, tables);

  const learnPair = (words: Int32Array, asking: number, answering: number) => {
    const caller = emitters.get(words[asking + EMITTER]!).service;
    const { service } = emitters.get(words[answering + EMITTER]!);
    if (service === null) return;
    if (caller === service && roleAt(words, answering) !== "serves") return;
    // Numbers of meanings and of peers stay below 2^18, those of emitters below 2^19.
    const first = words[asking + MEANING]! * 0x40000 + words[asking + PEER]! + 1;
    const second =
      (words[asking + EMITTER]! * 0x20000 + words[answering + MEANING]!) * 0x20000 +
      (words[answering + EMITTER]! & 0x1ffff);
    if (!isNew(first, second) || roleAt(words, asking) !== "calls") return;
    resolver.learn(
      { caller, peer: peerOf(words, asking), meaning: meanings.get(words[asking + MEANING]!) },
      { service, meaning: meanings.get(words[answering + MEANING]!) },
    );
  };
  return (records, rows) => {
    const { words } = records;
    let ids = indexIds(records, rows, tables);
    // Which of two spans of one id is meant must not depend on which came first.
    if (ids.repeated.size > 0) ids = indexIds(records, inOrder(records, rows, tables), tables);
    for (const row of ids.kept) {
      const word = row * WORDS;
      if (meanings.get(words[word + MEANING]!).protocol === "messaging") {
        if (isNew(-1 - words[word + MEANING]!, words[word + PEER]!)) {
          resolver.learnBroker(peerOf(words, word), meanings.get(words[word + MEANING]!));
        }
      }
      const kind = kindOf(words[word + FLAGS]!);
      if (kind === "client" || (words[word + FLAGS]! & (HAS_PARENT | SHARED)) === 0) continue;
      const { at } = parentOf(records, row, ids, tables);
      if (at >= 0) learnPair(words, ids.kept[at]! * WORDS, word);
    }
  };
}
