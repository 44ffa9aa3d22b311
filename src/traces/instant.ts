const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;
const UNIX_SECONDS = /^\d{1,15}(?:\.\d{1,9})?$/;
/** The year 5138 in seconds: what is above was meant in milliseconds or less. */
const LATEST = 1e11;

/**
 * Microseconds since the epoch of an RFC 3339 time or of seconds since the epoch, or what is wrong with
 * the text, as the end of a sentence with its remedy.
 */
export function readInstant(text: string): number | string {
  if (UNIX_SECONDS.test(text)) {
    const seconds = Number(text);
    if (seconds < LATEST) return Math.round(seconds * 1e6);
    return "is too late for seconds since the epoch; divide milliseconds by 1000";
  }
  const [, year, month, day, hour, minute, second, fraction = "", zone] = RFC_3339.exec(text) ?? [];
  if (zone === undefined) {
    return "is neither a time with its zone, such as `2026-11-01T08:00:00Z`, nor seconds since the epoch; write one";
  }
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const named = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  if (Number.isNaN(local) || new Date(local).toISOString() !== named) {
    return "is no time that a calendar has; correct it";
  }
  const offset = offsetMinutes(zone);
  if (offset === null) return "has an offset that no clock has; correct it";
  return (local - offset * 60_000) * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

function offsetMinutes(zone: string): number | null {
  if (zone === "Z" || zone === "z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** `2026-11-01` of microseconds since the epoch, as `until` of evidence has it. */
export function dayOf(microseconds: number): string {
  return new Date(microseconds / 1000).toISOString().slice(0, 10);
}
