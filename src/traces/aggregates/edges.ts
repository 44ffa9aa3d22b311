import type {
  Observed,
  ObservedDependency,
  ObservedService,
  PeerKind,
  Protocol,
} from "../observed.ts";
import { clean } from "../templates.ts";
import { untilOf } from "../until.ts";

/** Calls from one service to another, as an engine counted them. */
export type Edge = {
  readonly from: string;
  readonly to: string;
  readonly toKind: "instrumented" | PeerKind;
  readonly mode: "sync" | "async";
  readonly protocol: Protocol;
  /** May be a fraction, where rates or shares are what is known. */
  readonly calls: number;
  /** Of these, those that failed; `null`: nothing tells. */
  readonly failed: number | null;
  /** Seconds since the epoch, of the last sample; `null`: not told. */
  readonly until: number | null;
};

/**
 * What aggregates show: no endpoints, no instances, no traces. Edges of the same ends, mode and protocol
 * add up; of ρ they tell where each part tells its failures. Less than half a call is none.
 */
export function observedOfEdges(
  edges: readonly Edge[],
  sources: number,
  seen: readonly string[] = [],
): Observed {
  const services = new Map<string, ObservedService>();
  const note = (name: string, kind: ObservedService["kind"]) => {
    const known = services.get(name);
    if (known?.kind === "instrumented" || (known !== undefined && kind !== "instrumented")) return;
    services.set(name, { name, kind, instances: null, instancesEver: 0, evidence: null });
  };
  const groups = new Map<string, Edge[]>();
  for (const raw of edges) {
    const edge = { ...raw, from: clean(raw.from), to: clean(raw.to) };
    if (edge.from === "" || edge.to === "" || !(edge.calls >= 0)) continue;
    const key = JSON.stringify([edge.from, edge.to, edge.mode, edge.protocol]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edge]);
    else group.push(edge);
  }
  const dependencies: ObservedDependency[] = [];
  for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const dependency = dependencyOf(group);
    if (dependency === null) continue;
    dependencies.push(dependency);
    note(dependency.from, "instrumented");
    const kinds = new Set(group.map(({ toKind }) => toKind));
    for (const kind of kinds) note(dependency.to, kind);
  }
  for (const name of seen.map(clean)) if (name !== "") note(name, "instrumented");
  return {
    services: [...services.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    dependencies,
    endpoints: [],
    quality: { ...NO_TRACES, sources, until: latest(edges) },
  };
}

function dependencyOf(group: readonly Edge[]): ObservedDependency | null {
  const [{ from, to, mode, protocol }] = group as readonly [Edge];
  const calls = Math.round(group.reduce((sum, edge) => sum + edge.calls, 0));
  if (calls === 0) return null;
  let failed: number | null = 0;
  for (const edge of group) {
    failed = failed === null || edge.failed === null ? null : failed + edge.failed;
  }
  const last = latest(group);
  const until = untilOf(last === null ? null : last * 1e6);
  const good = failed === null ? null : calls - Math.min(calls, Math.round(failed));
  return {
    from,
    to,
    mode,
    protocol,
    operation: null,
    calls,
    traces: 0,
    evidence: good === null ? null : { good, total: calls, until },
    censored: 0,
    timing: null,
    outlived: 0,
  };
}

function latest(edges: readonly Edge[]): number | null {
  let last: number | null = null;
  for (const { until } of edges)
    if (until !== null && (last === null || until > last)) last = until;
  return last === null ? null : Math.floor(last);
}

const NO_TRACES: Observed["quality"] = {
  sources: 0,
  traces: 0,
  spans: 0,
  duplicates: 0,
  orphans: 0,
  manyRoots: 0,
  rootless: 0,
  skewed: 0,
  reusedIds: 0,
  links: 0,
  lostLinks: 0,
  sharedNames: [],
  nameless: 0,
  sampled: null,
  from: null,
  until: null,
};
