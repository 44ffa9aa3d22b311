import { type Diagnostic, diagnostic } from "../../yaml/diagnostic.ts";
import { clusterService, readHost } from "../hosts.ts";
import type { Protocol } from "../observed.ts";
import { increaseOf, windowOf } from "../series/counter.ts";
import { ISTIO_TOTAL } from "../series/metric-names.ts";
import { labelOf, lastOf, type Series } from "../series/series.ts";
import type { Edge } from "./edges.ts";
import { envoyEnding } from "./envoy-ending.ts";
import type { GraphReading } from "./service-graph.ts";

/** Who counted a request, best first: a source sees what never arrives, a destination does not. */
const REPORTERS = ["source", "waypoint", "destination"] as const;
type Reporter = (typeof REPORTERS)[number];

type Row = {
  readonly from: string;
  /** Workload that answered; `null`: none was reached, or it is outside the mesh. */
  readonly workload: string | null;
  /** The Service that was asked, or a host outside; `null`: not told. */
  readonly asked: string | null;
  readonly reporter: Reporter;
  readonly protocol: Protocol;
  readonly calls: number;
  readonly failed: number;
  readonly until: number | null;
};

/**
 * `istio_requests_total`. Both proxies of a request count it, so that of each pair the source's
 * counts are taken, or else those of a waypoint or the destination; what a destination counts has arrived, and
 * says nothing of ρ. A request that found no host has no destination workload: it goes to the workloads that
 * answer for the Service otherwise, by their shares. Envoy counts a request once, whatever its retries.
 */
export function readIstio(all: readonly Series[]): GraphReading {
  const own = all.filter(({ name }) => name === ISTIO_TOTAL);
  const window = windowOf(own);
  const rows: Row[] = [];
  const seen = new Set<string>();
  const left = { outside: 0, unnamed: 0 };
  const namespaces = new Map<string, Set<string>>();
  for (const series of own) {
    const row = rowOf(series, increaseOf(series, window));
    noteNamespaces(series, namespaces);
    if (row === null) continue;
    if (row.from === "") {
      left.outside += row.calls;
      if (row.workload !== null) seen.add(row.workload);
    } else rows.push(row);
  }
  const placed = placeRows(rows);
  left.unnamed = placed.unnamed;
  return {
    edges: bestReported(placed.rows).map(edgeOf),
    seen: [...seen],
    diagnostics: diagnosticsOf(left, namespaces),
  };
}

function rowOf(series: Series, calls: number): Row | null {
  const reporter = REPORTERS.find((one) => one === labelOf(series, "reporter"));
  if (reporter === undefined || calls === 0) return null;
  const from = known(labelOf(series, "source_workload")) ?? "";
  const grpc = labelOf(series, "grpc_response_status");
  const flags = labelOf(series, "response_flags");
  const ending = envoyEnding(flags, labelOf(series, "response_code"), grpc);
  // At a gateway it is a client outside who gave up, and not on this call.
  if (ending === "uncounted" || (ending === "gave-up" && /gateway/i.test(from))) return null;
  const until = lastOf(series).time;
  const protocol = labelOf(series, "request_protocol").toLowerCase();
  return {
    from,
    workload: known(labelOf(series, "destination_workload")),
    asked: askedFor(series),
    reporter,
    protocol: protocol === "grpc" || protocol === "http" ? protocol : "unknown",
    calls,
    failed: ending === "usable" ? 0 : calls,
    until: Number.isNaN(until) ? null : until,
  };
}

function known(name: string): string | null {
  return name === "" || name === "unknown" ? null : name;
}

/** Not where Envoy passes traffic on without knowing whereto. */
function askedFor(series: Series): string | null {
  const name = known(labelOf(series, "destination_service_name"));
  if (name !== null) {
    return /^(?:Inbound)?PassthroughCluster|^BlackHoleCluster/.test(name) ? null : hostName(name);
  }
  const host = known(labelOf(series, "destination_service"));
  return host === null ? null : hostName(host);
}

function hostName(text: string): string {
  const host = readHost(text);
  return host === null ? text : (clusterService(host.address) ?? host.address);
}

type Placed = Row & { readonly to: string; readonly toKind: Edge["toKind"] };

/** Gives rows without a workload those of the Service that was asked, by the calls that each answered. */
function placeRows(rows: readonly Row[]): { rows: readonly Placed[]; unnamed: number } {
  const answering = new Map<string, Map<string, number>>();
  for (const { asked, workload, calls } of rows) {
    if (asked === null || workload === null) continue;
    const shares = answering.get(asked) ?? new Map<string, number>();
    answering.set(asked, shares.set(workload, (shares.get(workload) ?? 0) + calls));
  }
  const placed: Placed[] = [];
  let unnamed = 0;
  for (const row of rows) {
    const { workload, asked } = row;
    const shares = asked === null ? undefined : answering.get(asked);
    if (workload !== null) placed.push({ ...row, to: workload, toKind: "instrumented" });
    else if (shares !== undefined) {
      const all = [...shares.values()].reduce((sum, calls) => sum + calls, 0);
      for (const [to, calls] of shares) {
        const part = calls / all;
        const [share, failed] = [row.calls * part, row.failed * part];
        placed.push({ ...row, to, toKind: "instrumented", calls: share, failed });
      }
    } else if (asked !== null) placed.push({ ...row, to: asked, toKind: "peer" });
    else unnamed += row.calls;
  }
  return { rows: placed, unnamed };
}

function bestReported(rows: readonly Placed[]): readonly Placed[] {
  const best = new Map<string, number>();
  const keyOf = ({ from, to }: Placed) => JSON.stringify([from, to]);
  for (const row of rows) {
    const rank = REPORTERS.indexOf(row.reporter);
    best.set(keyOf(row), Math.min(rank, best.get(keyOf(row)) ?? rank));
  }
  return rows.filter((row) => REPORTERS.indexOf(row.reporter) === best.get(keyOf(row)));
}

function edgeOf({ from, to, toKind, protocol, calls, failed, reporter, until }: Placed): Edge {
  const tells = reporter === "destination" ? null : failed;
  return { from, to, toKind, mode: "sync", protocol, calls, failed: tells, until };
}

function noteNamespaces(series: Series, namespaces: Map<string, Set<string>>): void {
  for (const side of ["source", "destination"]) {
    const name = known(labelOf(series, `${side}_workload`));
    const namespace = known(labelOf(series, `${side}_workload_namespace`));
    if (name === null || namespace === null) continue;
    namespaces.set(name, (namespaces.get(name) ?? new Set<string>()).add(namespace));
  }
}

function diagnosticsOf(
  { outside, unnamed }: { readonly outside: number; readonly unnamed: number },
  namespaces: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const tell = (severity: "warning" | "notice", code: string, message: string) =>
    diagnostics.push(diagnostic(severity, code, message, null));
  if (outside >= 0.5) {
    const message = `${Math.round(outside)} requests have no source workload: they come from outside the mesh and make no dependency`;
    tell("notice", "calls-from-outside", message);
  }
  if (unnamed >= 0.5) {
    const message = `${Math.round(unnamed)} requests go to hosts that Istio does not know (\`PassthroughCluster\`); add a ServiceEntry for them to be seen`;
    tell("warning", "unnamed-destination", message);
  }
  const mixed = [...namespaces].filter(([, found]) => found.size > 1).map(([name]) => name);
  if (mixed.length > 0) {
    const first = mixed
      .sort()
      .slice(0, 3)
      .map((name) => `\`${name}\``)
      .join(", ");
    const more = mixed.length > 3 ? ` and ${mixed.length - 3} more` : "";
    const message = `${first}${more}: workloads of several namespaces are taken for one; ask for one, \`{destination_workload_namespace="…"}\``;
    tell("warning", "several-namespaces", message);
  }
  return diagnostics;
}
