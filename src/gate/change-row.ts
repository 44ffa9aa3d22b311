import { formatAvailability, formatProbability } from "../availability/figures.ts";
import type { Probability } from "../model/model.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Change, ChangeKind } from "./result.ts";

type Value = string | number | null;

/** A change that stands at head. */
export function change(
  kind: ChangeKind,
  subject: string,
  base: Value,
  head: Value,
  place: Place,
): Change {
  return { kind, subject, base, head, file: place.file, line: place.line, side: "head" };
}

/** A thing that is gone, at its place in base. */
export function removal(kind: ChangeKind, subject: string, base: Value, place: Place): Change {
  const { file, line } = place;
  return { kind, subject, base, head: null, file, line, side: "base" };
}

/** The different probabilities of a bundle whose order does not matter, the highest first. */
export function bundleText(bundle: readonly Probability[]): string {
  const sorted = [...bundle].sort((a, b) => a.q - b.q);
  const uniform = sorted.every(({ q }) => q === sorted[0]?.q);
  return (uniform ? sorted.slice(0, 1) : sorted).map(formatProbability).join(", ");
}

/** Of two bundles that nobody wrote: as many digits as tell, and more where it takes them to be told apart. */
export function bundleTexts(
  base: readonly Probability[],
  head: readonly Probability[],
): readonly [string, string] {
  const textOf = (bundle: readonly Probability[], others: readonly Probability[]) => {
    const apart = { others: others.map(figureOf) };
    const sorted = bundle.toSorted((a, b) => a.q - b.q).map(figureOf);
    return [...new Set(sorted.map((one) => formatAvailability(one, apart)))].join(", ");
  };
  return [textOf(base, head), textOf(head, base)];
}

function figureOf({ p, q }: Probability) {
  return { availability: p, unavailability: q };
}

/**
 * Whether two bundles differ by more than members that were added or taken away: those belong to
 * the row that tells their number.
 */
export function bundleChanged(base: readonly Probability[], head: readonly Probability[]): boolean {
  const [few, many] = base.length <= head.length ? [base, head] : [head, base];
  const left = many.map(({ q }) => q);
  return few.some(({ q }) => {
    const at = left.indexOf(q);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Rows of one kind that say the same are told one by one up to here. */
const MOST_ALIKE = 3;

/**
 * The rows, but many that say the same of different things as one at the place of the first, which
 * counts the others: `cart and 12 more`. Where a default changes, everything that follows it does.
 */
export function gatherAlike(rows: readonly Change[]): readonly Change[] {
  const groups = new Map<string, Change[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.kind, row.base, row.head]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length <= MOST_ALIKE) return group;
    return [{ ...first, subject: `${first.subject} and ${group.length - 1} more` }];
  });
}

/** One row for each pair of values, at the first of its places. */
export function groupByValues(rows: readonly Change[]): readonly Change[] {
  const groups = new Map<string, Change>();
  for (const row of rows) {
    const key = JSON.stringify([row.base, row.head]);
    if (!groups.has(key)) groups.set(key, row);
  }
  return [...groups.values()];
}
