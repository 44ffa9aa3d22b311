import type { TraceView, ViewReader } from "./calls.ts";
import { compareText } from "./compare-text.ts";
import { endpointNotices, type LeftOut } from "./endpoint-notices.ts";
import type { ObservedEndpoint, ObservedScenario } from "./observed.ts";
import {
  type Counting,
  countsAt,
  isInput,
  isOpenOperation,
  mergePaths,
  openPaths,
  type PathBudget,
  type PathNode,
  settlePaths,
} from "./paths.ts";
import {
  calleesOf,
  countRequest,
  mergeRequestCounts,
  type NameBudget,
  openRequestCounts,
  optionalOf,
  type RequestCounts,
  setsOf,
} from "./request-counts.ts";
import { isProbe, nameOfRequest, type RequestName, requestName, routeOf } from "./request-name.ts";
import { type Arrival, arrivalsOf } from "./requests.ts";
import { leanScenarios } from "./scenarios.ts";
import { untilOf } from "./until.ts";

export type Endpoints = {
  readonly endpoints: readonly ObservedEndpoint[];
  /** What was folded or left out, as sentences. */
  readonly notices: readonly string[];
};

/** Nodes of paths, over all services; routes count as much. */
const MOST_NODES = 20_000;
/** Characters of names beside them: of callees, their sets, and what failed. */
const MOST_NAMES = 32 * 1024 * 1024;

const ofPaths = { open: openRequestCounts, merge: mergeRequestCounts, isWord: isInput };
const ofRoutes = { ...ofPaths, isWord: isOpenOperation };

function countingOf(kind: RequestName["kind"]): Counting<RequestCounts> {
  return kind === "path" || kind === "text" ? ofPaths : ofRoutes;
}

/** Requests of one service that come to it in one way: kept apart until all ways are known. */
type Gate = {
  readonly entry: string;
  readonly via: Arrival["via"];
  /** By kind and method (`route:GET`), since of paths and texts alone words may be ids. */
  readonly trees: Map<string, PathNode<RequestCounts>>;
};

type State = {
  readonly gates: Map<string, Gate>;
  readonly budget: PathBudget;
  readonly names: NameBudget;
  /** Services that serve a request somewhere, and those that another calls. */
  readonly serving: Set<string>;
  readonly called: Set<string>;
  readonly left: LeftOut;
};

/**
 * Reads the endpoints off traces: requests that come in from outside, by route, with the callees of the
 * entry, with what failed while they succeeded, and with the sets of callees as a mixture (issue: strict,
 * `calls`, `optional`, scenarios). Bounded in memory; in whatever order the views come, the outcome is one.
 */
export function openEndpoints({
  nodes = MOST_NODES,
  names = MOST_NAMES,
} = {}): ViewReader<Endpoints> {
  const state: State = {
    gates: new Map(),
    budget: { left: nodes },
    names: { left: names },
    serving: new Set(),
    called: new Set(),
    left: { probes: 0, strays: 0, messages: 0 },
  };
  return { add: (view) => addView(state, view), finish: () => finish(state) };
}

function addView(state: State, view: TraceView): void {
  noteServices(state, view);
  for (const root of view.roots) {
    const { kind, orphan } = view.spans[root]!;
    if (kind === "consumer" && !orphan) state.left.messages += 1;
  }
  for (const arrival of arrivalsOf(view)) {
    const { meaning } = view.spans[arrival.span]!;
    const name = requestName(meaning);
    if (isProbe(name)) state.left.probes += 1;
    else if (isStray(name, meaning.status)) state.left.strays += 1;
    else {
      const counts = countsOf(state, arrival, name);
      if (counts !== null) countRequest(counts, arrival.request, state.names);
    }
  }
}

function noteServices({ serving, called }: State, { spans, calls }: TraceView): void {
  let last: string | null = null;
  for (let at = 0; at < spans.length; at += 1) {
    const { kind, service } = spans[at]!;
    if (service === null || service === last || (kind !== "server" && kind !== "consumer"))
      continue;
    serving.add(service);
    last = service;
  }
  for (let at = 0; at < calls.length; at += 1) {
    const { from, to } = calls[at]!;
    if (from !== to && !called.has(to)) called.add(to);
  }
}

/**
 * A path that nobody serves: where a router finds no route it tells none (semantic conventions: `http.route`
 * "MUST NOT be populated when this is not supported"), and scanners ask for thousands.
 */
function isStray({ kind }: RequestName, status: number | null): boolean {
  return kind === "path" && (status === 404 || status === 405);
}

/** `null`: there is no more room for services, or methods, that were not seen before. */
function countsOf(state: State, arrival: Arrival, name: RequestName): RequestCounts | null {
  const { entry, via, operation } = arrival;
  const { gates, budget } = state;
  const key = `${entry}\n${via.kind}\n${via.kind === "under" ? via.service : ""}`;
  const gate = gates.get(key) ?? { entry, via, trees: new Map() };
  const kind = `${name.kind}:${name.method}`;
  let tree = gate.trees.get(kind);
  if (tree === undefined) {
    if (budget.left <= 0) return null;
    budget.left -= 1;
    tree = openPaths<RequestCounts>();
    gate.trees.set(kind, tree);
    gates.set(key, gate);
  }
  const segments = operation === null ? name.segments : [...name.segments, operation];
  return countsAt(tree, segments, countingOf(name.kind), budget);
}

function finish(state: State): Endpoints {
  const byEntry = new Map<string, Map<string, PathNode<RequestCounts>>>();
  const lost = new Set<string>();
  let inner = 0;
  for (const { entry, via, trees } of state.gates.values()) {
    if (!isOuter(state, entry, via)) {
      if (via.kind === "under") inner += sumOf(trees);
      continue;
    }
    if (via.kind === "lost") lost.add(entry);
    const all = byEntry.get(entry) ?? new Map<string, PathNode<RequestCounts>>();
    byEntry.set(entry, all);
    for (const [kind, tree] of trees) {
      const known = all.get(kind);
      if (known === undefined) all.set(kind, tree);
      else mergePaths(known, tree, countingOf(splitKey(kind)[0]));
    }
  }
  const endpoints = [...byEntry].flatMap(([entry, trees]) => endpointsOf(entry, trees));
  const full = state.budget.left <= 0 || state.names.left <= 0;
  const notices = endpointNotices(state.left, [...lost], inner, full);
  return { endpoints: uniqueNames(endpoints), notices };
}

/**
 * Whether requests that come so come from outside. What a service begins of itself is its own work where
 * it also serves; where it never serves it is a client. A span whose parent is lost is a request from
 * outside only if no caller of its service is ever seen: else the caller's span was lost on its way.
 */
function isOuter({ serving, called }: State, entry: string, via: Arrival["via"]): boolean {
  if (via.kind === "under") return !serving.has(via.service) && !called.has(via.service);
  return via.kind === "root" || !called.has(entry);
}

function sumOf(trees: ReadonlyMap<string, PathNode<RequestCounts>>): number {
  return [...trees.values()].reduce((sum, { seen }) => sum + seen, 0);
}

function endpointsOf(
  entry: string,
  trees: ReadonlyMap<string, PathNode<RequestCounts>>,
): ObservedEndpoint[] {
  const found = [...trees].flatMap(([key, tree]) => {
    const [kind, method] = splitKey(key);
    const settled = settlePaths(tree, countingOf(kind));
    return settled.map(({ segments, counts }) => ({ name: { kind, method, segments }, counts }));
  });
  const routes = found.map(({ name }) => name).filter(({ kind }) => kind === "route");
  const named = new Map<string, RequestCounts>();
  for (const { name, counts } of found) {
    const text = nameOfRequest(routeOf(name, routes) ?? name);
    const known = named.get(text);
    if (known === undefined) named.set(text, counts);
    else mergeRequestCounts(known, counts);
  }
  return [...named].map(([name, counts]) => endpointOf(name, entry, counts));
}

function endpointOf(name: string, entry: string, counts: RequestCounts): ObservedEndpoint {
  const { traces, succeeded, until } = counts;
  const calls = calleesOf(counts);
  const sets = setsOf(counts);
  const whole: ObservedScenario = { calls: calls.map(({ service }) => service), traces };
  return {
    name,
    entry,
    traces,
    succeeded,
    evidence: { good: succeeded, total: traces, until: untilOf(until) },
    calls,
    optional: optionalOf(counts),
    scenarios: sets === null ? [whole] : leanScenarios(sets),
  };
}

function splitKey(key: string): readonly [RequestName["kind"], string] {
  const colon = key.indexOf(":");
  return [key.slice(0, colon) as RequestName["kind"], key.slice(colon + 1)];
}

/** Two services may serve the same route, and a spec has each name once. */
function uniqueNames(endpoints: readonly ObservedEndpoint[]): readonly ObservedEndpoint[] {
  const entries = new Map<string, number>();
  for (const { name } of endpoints) entries.set(name, (entries.get(name) ?? 0) + 1);
  return endpoints
    .map((one) =>
      entries.get(one.name) === 1 ? one : { ...one, name: `${one.name} (${one.entry})` },
    )
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.entry, b.entry));
}
