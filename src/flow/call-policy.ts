import { durationText } from "../model/duration.ts";
import { counted, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { attemptsOf, type CallEdge, callGraph, changedPlace } from "./call-graph.ts";
import { type Storm, stormsOf } from "./call-storms.ts";
import type { Seen } from "./told-changes.ts";

type Graph = ReadonlyMap<string, readonly CallEdge[]>;

/** Findings of one kind that are told one by one. */
const MOST = 3;

/** Fewer attempts than these along a path are no storm. */
const MANY = 4;

/**
 * What this change makes worse about how services call each other: callers that give up before what they call
 * has made its own attempts, and attempts that multiply along a path.
 */
export function callPolicy(base: Seen | null, head: Seen): readonly Diagnostic[] {
  if (base === null) return [];
  const [before, after] = [callGraph(base), callGraph(head)];
  const known = new Map([...before.values()].flat().map((edge) => [edge.name, edge]));
  return [...impatient(before, after, known), ...amplified(before, after, known)];
}

/** Dependencies to be called one after the other, and how long that may take. */
type Wait = { readonly path: readonly CallEdge[]; readonly time: bigint };

/** A caller that gives up too soon. */
type Gap = { readonly caller: CallEdge; readonly limit: bigint; readonly wait: Wait };

function impatient(
  before: Graph,
  after: Graph,
  known: ReadonlyMap<string, CallEdge>,
): readonly Diagnostic[] {
  const old = new Map(gaps(before).map((gap) => [gap.caller.name, excess(gap)]));
  const worse = gaps(after).filter((gap) => excess(gap) > (old.get(gap.caller.name) ?? 0n));
  return firstOf(
    worse,
    (gap) => gapNotice(gap, known),
    "more caller that gives up",
    "more callers that give up",
  );
}

function excess({ limit, wait }: Gap): bigint {
  return wait.time - limit;
}

function gaps(graph: Graph): readonly Gap[] {
  const waits = new Map<string, Wait | null>();
  return [...graph.values()].flat().flatMap((caller): readonly Gap[] => {
    const wait = longestWait(caller.to, graph, waits);
    if (caller.limit === null || wait === null || wait.time <= caller.limit.value) return [];
    return [{ caller, limit: caller.limit.value, wait }];
  });
}

/** The longest that one call of a service waits for; of calls one after the other it is the least. */
function longestWait(service: string, graph: Graph, waits: Map<string, Wait | null>): Wait | null {
  const before = waits.get(service);
  if (before !== undefined) return before;
  // Round a cycle nothing more is known.
  waits.set(service, null);
  let longest: Wait | null = null;
  for (const edge of graph.get(service) ?? []) {
    for (const way of edge.ways) {
      const inner = way.attempt === null ? longestWait(edge.to, graph, waits) : null;
      const single = way.attempt?.value ?? inner?.time ?? null;
      if (single === null) continue;
      const all = single * BigInt(attemptsOf(way));
      const time = way.whole === null || all < way.whole.value ? all : way.whole.value;
      if (longest === null || time > longest.time) {
        longest = { path: [edge, ...(inner?.path ?? [])], time };
      }
    }
  }
  waits.set(service, longest);
  return longest;
}

function gapNotice({ caller, limit, wait }: Gap, known: ReadonlyMap<string, CallEdge>): Diagnostic {
  const path = wait.path.map(({ name, attempts }) => stepText(name, attempts.value)).join(", ");
  const [first] = wait.path;
  const message = `${quote(caller.name)} is given up after ${timeText(limit)}, while ${quote(caller.to)} may wait ${timeText(wait.time)} for ${path}: what it still tries then is for nobody; give the first more time, or the others less`;
  const place =
    [caller, ...wait.path].map((edge) => changedPlace(edge, known.get(edge.name))).find(isKnown) ??
    caller.limit?.place ??
    first?.attempts.place ??
    null;
  return diagnostic("warning", "short-timeout", message, place);
}

function amplified(
  before: Graph,
  after: Graph,
  known: ReadonlyMap<string, CallEdge>,
): readonly Diagnostic[] {
  const [old, storms] = [stormsOf(before), stormsOf(after)];
  const grown = [...storms]
    .filter(([service, { calls }]) => calls >= MANY && calls > (old.get(service)?.calls ?? 1))
    .map(([, storm]) => storm)
    .filter(({ path }) => path.at(-1)!.attempts.value > 1);
  const whole = grown
    .filter((one) => !grown.some((other) => one !== other && leadsInto(one, other)))
    .sort((a, b) => b.calls - a.calls);
  return firstOf(
    whole,
    (storm) => stormNotice(storm, old, known),
    "more path whose retries multiply",
    "more paths whose retries multiply",
  );
}

function leadsInto(one: Storm, other: Storm): boolean {
  return (
    one.path.length < other.path.length &&
    one.path.every(({ name }, i) => other.path[i]?.name === name)
  );
}

function stormNotice(
  { path, calls }: Storm,
  old: ReadonlyMap<string, Storm>,
  known: ReadonlyMap<string, CallEdge>,
): Diagnostic {
  const last = path.at(-1)!;
  const was = old.get(last.to)?.calls ?? 1;
  const steps = path.map(({ name, attempts }) => stepText(name, attempts.value)).join(", ");
  const message = `one call of ${quote(path[0]!.from)} may become ${counted(calls, "call")} of ${quote(last.to)} when that fails, ${was} before: ${steps}; try again at one place of the path only, or less often`;
  const raised = path.findLast(
    ({ name, attempts }) => attempts.value > (known.get(name)?.attempts.value ?? 1),
  );
  return diagnostic("warning", "retry-amplification", message, (raised ?? last).attempts.place);
}

/** The first few, and how many more there are, at the place of the next. */
function firstOf<T>(
  all: readonly T[],
  tell: (one: T) => Diagnostic,
  one: string,
  many: string,
): readonly Diagnostic[] {
  const told = all.slice(0, MOST).map(tell);
  const next = all[MOST];
  if (next === undefined) return told;
  const message = `${counted(all.length - MOST, one, many)}, by this change`;
  return [...told, { ...tell(next), message }];
}

/** "`a -> b` (3 attempts)". */
function stepText(name: string, attempts: number): string {
  return `${quote(name)} (${counted(attempts, "attempt")})`;
}

/** Of a duration of the spec. */
function timeText(duration: bigint): string {
  return durationText(Number(duration / 10n ** 32n) / 1000);
}

function isKnown<T>(value: T | null): value is T {
  return value !== null;
}
