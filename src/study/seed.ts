import { keyOf } from "../availability/random.ts";

/**
 * The seed of one cell: of the study's and the cell's own name, so that cells are independent of each
 * other and of which others there are. A whole number from 0 to 2^53 - 1.
 */
export function seedOf(seed: number, name: string): number {
  const [high, low] = keyOf(seed, name);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
