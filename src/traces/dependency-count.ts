import type { Call } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import { type CallTally, openCallTally } from "./timing.ts";

/** Counts of one dependency as they grow. */
export type Count = {
  readonly key: Pick<Call, "from" | "to" | "mode" | "protocol" | "operation">;
  calls: number;
  traces: number;
  /** The last trace that was counted, so that it counts once. */
  trace: number;
  censored: number;
  outlived: number;
  readonly tally: CallTally;
};

export function openCount({ from, to, mode, protocol, operation }: Count["key"]): Count {
  return {
    key: { from, to, mode, protocol, operation },
    calls: 0,
    traces: 0,
    trace: 0,
    censored: 0,
    outlived: 0,
    tally: openCallTally(),
  };
}

/** Operations of one pair beyond which they are one: names that no list of paths would end. */
const MOST_OPERATIONS = 100;

/**
 * A call that failed before it arrived often cannot tell its operation, nor one that only one side tells
 * its protocol. Left in a line of its own, it would take all failures of the pair with it: it goes to the
 * pair's most called line that tells more. A pair with too many operations has one line.
 */
export function foldOperations(counts: readonly Count[], notices: string[]): Count[] {
  const groups = new Map<string, Count[]>();
  for (const count of counts) {
    const { from, to, mode } = count.key;
    const key = `${from}\n${to}\n${mode}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [count]);
    else group.push(count);
  }
  return [...groups.values()].flatMap((group) => foldPair(group, notices));
}

function foldPair(group: readonly Count[], notices: string[]): readonly Count[] {
  const whole = into(group, ({ key }) => key.protocol !== "unknown");
  const protocols = new Set(whole.map(({ key }) => key.protocol));
  return [...protocols].flatMap((protocol) => {
    const lines = whole.filter(({ key }) => key.protocol === protocol);
    const told = lines.filter(({ key }) => key.operation !== null);
    if (told.length <= MOST_OPERATIONS) return into(lines, ({ key }) => key.operation !== null);
    const { from, to } = told[0]!.key;
    notices.push(
      `${from} calls ${told.length} operations of ${to}; they are one dependency, since no spec would list them`,
    );
    return [sum({ ...told[0]!.key, operation: null }, lines)];
  });
}

/** The counts that tell something, the most called one with all those that do not. */
function into(counts: readonly Count[], tells: (count: Count) => boolean): readonly Count[] {
  const told = counts.filter(tells);
  const rest = counts.filter((count) => !tells(count));
  if (rest.length === 0 || told.length === 0) return counts;
  const most = told.toSorted(
    (a, b) =>
      b.calls - a.calls ||
      compareText(a.key.protocol, b.key.protocol) ||
      compareText(a.key.operation ?? "", b.key.operation ?? ""),
  )[0]!;
  return told.map((count) => (count === most ? sum(count.key, [count, ...rest]) : count));
}

/** Which traces each was seen in is not kept: together they were seen in as many at least. */
function sum(key: Count["key"], counts: readonly Count[]): Count {
  const total = openCount(key);
  for (const count of counts) {
    total.calls += count.calls;
    total.traces = Math.max(total.traces, count.traces);
    total.censored += count.censored;
    total.outlived += count.outlived;
    addTally(total.tally, count.tally);
  }
  return total;
}

function addTally(to: CallTally, from: CallTally): void {
  to.up += from.up;
  to.calls += from.calls;
  to.inTime += from.inTime;
  to.attempts += from.attempts;
  to.gaveUp += from.gaveUp;
  for (const list of ["waited", "repeated"] as const) {
    from[list].forEach((value, at) => {
      to[list][at] = (to[list][at] ?? 0) + value;
    });
  }
  if (from.until !== null && (to.until === null || from.until > to.until)) to.until = from.until;
}
