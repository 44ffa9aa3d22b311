import { NEGLIGIBLE } from "../availability/estimate.ts";

/** Above the limit by more than what counts as nothing. */
export function exceeds(value: number, limit: number): boolean {
  return value - limit > NEGLIGIBLE;
}
