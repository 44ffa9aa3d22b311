import { bitCount } from "./bits.ts";

/**
 * `Patterns` of any number of subjects: a bit of the text for each, 16 to a code unit, set where the subject
 * failed. A text is a key of a map by what it says, as an array of numbers is not.
 */
export type WidePatterns = ReadonlyMap<string, number>;

/** Bits of a code unit. */
const UNIT = 16;

/** Drawn states among the 32 of a word, a bit each, that have one pattern. */
type Group = { states: number; readonly units: Uint16Array };

/** Of failure words, as many for each subject; one bit a state, and every bit counts. */
export function countWidePatterns(failures: readonly Int32Array[]): WidePatterns {
  const units = Math.ceil(failures.length / UNIT);
  const counts = new Map<string, number>();
  const length = failures[0]?.length ?? 0;
  for (let word = 0; word < length; word++) {
    for (const { states, units: pattern } of groupsIn(failures, word, units)) {
      const key = String.fromCharCode(...pattern);
      counts.set(key, (counts.get(key) ?? 0) + bitCount(states));
    }
  }
  return counts;
}

/** The states of a word, parted by each subject that fails in some of them and not in others. */
function groupsIn(failures: readonly Int32Array[], word: number, units: number): readonly Group[] {
  const groups: Group[] = [{ states: -1, units: new Uint16Array(units) }];
  for (let subject = 0; subject < failures.length; subject++) {
    const failed = failures[subject]![word]!;
    if (failed === 0) continue;
    const [unit, bit] = [subject >>> 4, 1 << (subject & (UNIT - 1))];
    for (let at = 0, known = groups.length; at < known; at++) {
      const group = groups[at]!;
      const failing = group.states & failed;
      if (failing === 0) continue;
      let own = group;
      if (failing !== group.states) {
        group.states ^= failing;
        own = { states: failing, units: group.units.slice() };
        groups.push(own);
      }
      own.units[unit]! |= bit;
    }
  }
  return groups;
}

/** Σ weights[k] over the failing subjects k of a pattern. */
export function valueInWide(weights: readonly number[], pattern: string): number {
  let value = 0;
  for (let unit = 0; unit < pattern.length; unit++) {
    for (let left = pattern.charCodeAt(unit); left !== 0; left &= left - 1) {
      value += weights[unit * UNIT + 31 - Math.clz32(left & -left)] ?? 0;
    }
  }
  return value;
}
