import { type Diagnostic, diagnostic } from "../../yaml/diagnostic.ts";
import { clusterService, isAddress, readHost } from "../hosts.ts";
import type { PeerKind, Protocol } from "../observed.ts";
import { increaseOf, windowOf } from "../series/counter.ts";
import { GRAPH_FAILED, GRAPH_TOTAL } from "../series/metric-names.ts";
import { labelOf, lastOf, type Series } from "../series/series.ts";
import { protocolOfName } from "../systems.ts";
import type { Edge } from "./edges.ts";

export type GraphReading = {
  readonly edges: readonly Edge[];
  /** Services that are called from outside alone. */
  readonly seen: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** How Tempo names whoever calls a service from outside. */
const OUTSIDE = "user";

/**
 * Tempo's and the Collector's service graph. `connection_type` is empty between services, `database`,
 * `messaging_system` (producer to consumer, without the broker), or `virtual_node` for a side that is
 * not instrumented. A request counts as failed where a span of either side has an error.
 */
export function readServiceGraph(all: readonly Series[]): GraphReading {
  const totals = all.filter(({ name }) => name === GRAPH_TOTAL);
  const failures = all.filter(({ name }) => name === GRAPH_FAILED);
  const window = windowOf([...totals, ...failures]);
  const failed = new Map<string, number>();
  for (const series of failures) {
    const key = keyOf(series);
    failed.set(key, (failed.get(key) ?? 0) + increaseOf(series, window));
  }
  const seen: string[] = [];
  const counts = new Map<string, Edge>();
  for (const series of totals) {
    const [client, server] = [labelOf(series, "client"), labelOf(series, "server")];
    const type = labelOf(series, "connection_type");
    if (type === "virtual_node" && client === OUTSIDE) {
      seen.push(server);
      continue;
    }
    const key = keyOf(series);
    const before = counts.get(key);
    const until = lastOf(series).time;
    counts.set(key, {
      from: client,
      ...targetOf(server, type),
      calls: (before?.calls ?? 0) + increaseOf(series, window),
      failed: failures.length === 0 ? null : (failed.get(key) ?? 0),
      until: Number.isNaN(until) ? null : Math.max(until, before?.until ?? until),
    });
  }
  const edges = [...counts.values()];
  return { edges, seen, diagnostics: diagnosticsOf(edges, failures.length > 0) };
}

function keyOf(series: Series): string {
  return JSON.stringify(["client", "server", "connection_type"].map((one) => labelOf(series, one)));
}

function targetOf(server: string, type: string): Pick<Edge, "to" | "toKind" | "mode" | "protocol"> {
  if (type === "messaging_system") {
    return { to: server, toKind: "instrumented", mode: "async", protocol: "messaging" };
  }
  if (type === "database") {
    const to = hostName(server);
    const protocol: Protocol = protocolOfName(to) === "cache" ? "cache" : "database";
    return { to, toKind: protocol as PeerKind, mode: "sync", protocol };
  }
  if (type === "virtual_node") {
    return { to: hostName(server), toKind: "peer", mode: "sync", protocol: "unknown" };
  }
  return { to: server, toKind: "instrumented", mode: "sync", protocol: "unknown" };
}

/** A peer may be named by its host: the Service of it, or the host without its port. */
function hostName(server: string): string {
  const host = readHost(server);
  if (host === null || isAddress(host.address)) return server;
  return clusterService(host.address) ?? host.address;
}

function diagnosticsOf(edges: readonly Edge[], tellsFailures: boolean): readonly Diagnostic[] {
  if (edges.length === 0) return [];
  if (!tellsFailures) {
    const message = `no \`${GRAPH_FAILED}\` is there: dependencies get no evidence; ask for it too, as in \`{__name__=~"traces_service_graph_request_(failed_)?total"}[7d]\``;
    return [diagnostic("notice", "counts-alone", message, null)];
  }
  const some = edges.filter(({ failed }) => failed !== null && failed >= 0.5);
  if (some.length === 0) return [];
  const message = `the service graph counts every span with an error as failed, an application's own errors too: evidence of ${some.length} of ${edges.length} dependencies is lower than their communication is; read traces where it matters`;
  return [diagnostic("warning", "errors-of-applications", message, null)];
}
