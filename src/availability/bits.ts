/** Bits set in a 32-bit word: Warren, "Hacker's Delight", 5-1. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The places of the bits set in a 32-bit word, from the lowest. */
export function placesIn(word: number): readonly number[] {
  const places: number[] = [];
  for (let left = word; left !== 0; left &= left - 1) places.push(31 - Math.clz32(left & -left));
  return places;
}
