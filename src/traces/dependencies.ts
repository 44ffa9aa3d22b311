import type { Call } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import { type Count, foldOperations, openCount } from "./dependency-count.ts";
import type { Censor } from "./gather.ts";
import type { ObservedDependency, PeerKind } from "./observed.ts";
import { countCall, evidenceOf, timingOf } from "./timing.ts";

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
