import type { Call } from "./calls.ts";
import type { Censor } from "./gather.ts";
import type { ObservedDependency, PeerKind } from "./observed.ts";
import { type CallTally, countCall, evidenceOf, openCallTally, timingOf } from "./timing.ts";

/** Counts of one dependency as they grow. */
type Count = {
  readonly key: Pick<Call, "from" | "to" | "mode" | "protocol" | "operation">;
  calls: number;
  traces: number;
  /** The last trace that was counted, so that it counts once. */
  trace: number;
  censored: number;
  outlived: number;
  readonly tally: CallTally;
};

export type Dependencies = {
  readonly dependencies: readonly ObservedDependency[];
  /** Services that emit no spans, by what they are. */
  readonly peers: ReadonlyMap<string, PeerKind>;
  readonly notices: readonly string[];
};

export type DependencyCounter = {
  readonly add: (calls: readonly Call[]) => void;
  readonly finish: () => Dependencies;
};

/** Operations of one pair beyond which they are one: names that no list of paths would end. */
const MOST_OPERATIONS = 100;
/** Dependencies beyond which operations are no more told apart, and beyond which no new ones are. */
const MOST_TOLD_APART = 50_000;
const MOST = 100_000;

const PEERS: readonly PeerKind[] = ["database", "cache", "broker", "peer"];

/** Counts calls by dependency: (from, to, mode, protocol, operation). */
export function openDependencies(censored: Censor | undefined): DependencyCounter {
  const counts: Count[] = [];
  const index: Index = new Map();
  const peers = new Map<string, PeerKind>();
  let trace = 0;
  let lost = 0;
  const countOf = (call: Call): Count | null => {
    const known = placeOf(index, call, call.operation);
    if (known.count !== undefined) return known.count;
    const operation = counts.length < MOST_TOLD_APART ? call.operation : null;
    const place = operation === call.operation ? known : placeOf(index, call, operation);
    if (place.count !== undefined) return place.count;
    if (counts.length >= MOST) return null;
    const count = openCount({ ...call, operation });
    place.list.push(count);
    counts.push(count);
    addPeer(peers, call);
    return count;
  };
  const add = (calls: readonly Call[]) => {
    trace++;
    const repeats = repeatsOf(calls);
    for (let at = 0; at < calls.length; at++) {
      const call = calls[at]!;
      const count = countOf(call);
      if (count === null) {
        lost++;
        continue;
      }
      count.calls++;
      if (count.trace !== trace) count.traces++;
      count.trace = trace;
      if (call.outlived) count.outlived++;
      if (call.first === at) countLogical(count, [call, ...(repeats.get(at) ?? [])], censored);
    }
  };
  const finish = (): Dependencies => {
    const notices: string[] = [];
    if (lost > 0) {
      notices.push(
        `${lost} calls of further dependencies are left out, since there are more than ${MOST}; narrow the traces to one system`,
      );
    }
    const folded = foldOperations(counts, notices);
    return { dependencies: folded.map(observedOf).sort(compareDependencies), peers, notices };
  };
  return { add, finish };
}

/** By source, target and operation; the few that differ in mode or protocol in a list. */
type Index = Map<string, Map<string, Map<string | null, Count[]>>>;

/** Asked for every call: what is looked up are texts that are kept, whose hashes are known. */
function placeOf(
  index: Index,
  { from, to, mode, protocol }: Call,
  operation: string | null,
): { readonly list: Count[]; readonly count: Count | undefined } {
  const targets = within(index, from);
  const operations = within(targets, to);
  let list = operations.get(operation);
  if (list === undefined) {
    list = [];
    operations.set(operation, list);
  }
  for (const count of list) {
    if (count.key.mode === mode && count.key.protocol === protocol) return { list, count };
  }
  return { list, count: undefined };
}

function within<K, V>(map: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let inner = map.get(key);
  if (inner === undefined) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}

function openCount({ from, to, mode, protocol, operation }: Count["key"]): Count {
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

const NO_REPEATS = new Map<number, Call[]>();

/** Attempts after the first, by the first. */
function repeatsOf(calls: readonly Call[]): ReadonlyMap<number, Call[]> {
  let repeats = NO_REPEATS;
  for (const call of calls) {
    if (call.attempt === 0) continue;
    if (repeats === NO_REPEATS) repeats = new Map();
    const list = repeats.get(call.first);
    if (list === undefined) repeats.set(call.first, [call]);
    else list.push(call);
  }
  return repeats;
}

/** A call and its attempts: one trial of ρ, unless a node at either end was known to be down. */
function countLogical(count: Count, attempts: Call[], censored: Censor | undefined): void {
  if (censored !== undefined && attempts.some((one) => isCensored(one, censored))) {
    count.censored += attempts.length;
    return;
  }
  if (attempts.length > 1) attempts.sort((a, b) => a.attempt - b.attempt);
  const { start, end } = attempts[attempts.length - 1]!;
  countCall(
    count.tally,
    attempts.map(({ outcome }) => outcome),
    end ?? start,
  );
}

function isCensored({ from, to, fromInstance, start, end }: Call, censored: Censor): boolean {
  if (start === null) return false;
  const span = { start, end: end ?? start };
  // The target's instance is known of calls that arrived alone: what is censored must not depend on that.
  return (
    censored({ service: from, instance: fromInstance, ...span }) ||
    censored({ service: to, instance: null, ...span })
  );
}

function addPeer(
  peers: Map<string, PeerKind>,
  { from, to, toKind, fromInstance, mode, server }: Call,
) {
  if (toKind !== "instrumented") setPeer(peers, to, toKind);
  // What a consumer is reached through: no span of its own, and no calling span beside it.
  if (mode === "async" && server >= 0 && fromInstance === null) setPeer(peers, from, "broker");
}

function setPeer(peers: Map<string, PeerKind>, name: string, kind: PeerKind): void {
  const before = peers.get(name);
  if (before === undefined || PEERS.indexOf(kind) < PEERS.indexOf(before)) peers.set(name, kind);
}

/**
 * A call that failed before it arrived often cannot tell its operation, nor one that only one side tells
 * its protocol. Left in a line of its own, it would take all failures of the pair with it: it goes to the
 * pair's most called line that tells more. A pair with too many operations has one line.
 */
function foldOperations(counts: readonly Count[], notices: string[]): Count[] {
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

function observedOf({ key, calls, traces, censored, outlived, tally }: Count): ObservedDependency {
  return {
    from: key.from,
    to: key.to,
    mode: key.mode,
    protocol: key.protocol,
    operation: key.operation,
    calls,
    traces,
    evidence: evidenceOf(tally),
    censored,
    timing: timingOf(tally),
    outlived,
  };
}

function compareDependencies(a: ObservedDependency, b: ObservedDependency): number {
  return (
    compareText(a.from, b.from) ||
    compareText(a.to, b.to) ||
    compareText(b.mode, a.mode) ||
    compareText(a.protocol, b.protocol) ||
    compareText(a.operation ?? "", b.operation ?? "")
  );
}

/** By code unit, the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
