import { dayOf } from "./instant.ts";

/** From 1970 to 9999, in microseconds. */
const END = 253_402_300_800_000_000;

/** The day of microseconds since the epoch, as `until` of evidence has it; `null`: none that a calendar writes. */
export function untilOf(time: number | null): string | null {
  return time !== null && time > 0 && time < END ? dayOf(time) : null;
}
