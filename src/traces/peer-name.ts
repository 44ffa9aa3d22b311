import type { Meaning, Peer } from "./calls.ts";
import { clusterService, isAddress, isLoopback } from "./hosts.ts";
import type { PeerKind, Protocol } from "./observed.ts";
import { isBrokerName, systemOfPort } from "./systems.ts";

/** An instrumented service by the name that was dialled: its own, or its Kubernetes Service's. */
export function declared(peer: Peer | null, folded: ReadonlyMap<string, string>): string | null {
  if (peer === null) return null;
  const { name, address } = peer;
  const names = [name, address, address === null ? null : clusterService(address)];
  if (address !== null && !isAddress(address)) {
    // `checkout.shop` within a cluster; `checkout.example.com` is somebody else's.
    const parts = address.split(".");
    if (parts.length === 2) names.push(parts[0] ?? null);
  }
  for (const one of names) {
    const service = one === null ? undefined : folded.get(one.toLowerCase());
    if (service !== undefined) return service;
  }
  return null;
}

/** Two services whose names differ in case alone are not told apart by a host name. */
export function foldNames(services: ReadonlySet<string>): ReadonlyMap<string, string> {
  const folded = new Map<string, string>();
  const sorted = [...services].sort((a, b) => (a < b ? -1 : 1));
  for (const service of sorted) {
    if (!folded.has(service.toLowerCase())) folded.set(service.toLowerCase(), service);
  }
  return folded;
}

/**
 * The name of a peer without instrumentation, in the order of the conventions: `peer.service`, the host
 * name that was dialled, a database's system, its namespace, the service of an RPC, at last an address.
 */
export function labelOf(peer: Peer | null, meaning: Meaning): string | null {
  if (peer?.name != null) return peer.name;
  const host = peer?.address ?? null;
  if (host !== null && !isAddress(host) && !isLoopback(host)) return clusterService(host) ?? host;
  const store = meaning.protocol === "database" || meaning.protocol === "cache";
  if (store)
    return meaning.system ?? meaning.destination ?? systemOfPort(peer?.port ?? null) ?? host;
  if (meaning.protocol === "unknown") {
    const system = systemOfPort(peer?.port ?? null);
    if (system !== null) return system;
  }
  const service = rpcService(meaning);
  if (service !== null) return service;
  return host === null || isLoopback(host) ? null : host;
}

/** What a peer of that name is that nothing instruments. */
export function kindOf(protocol: Protocol, label: string): PeerKind {
  if (protocol === "database" || protocol === "cache") return protocol;
  return isBrokerName(label) ? "broker" : "peer";
}

/** Of `Service/Method` the service; `null`: no RPC. */
export function rpcService({ rpc }: Meaning): string | null {
  if (rpc === null) return null;
  const slash = rpc.lastIndexOf("/");
  return slash < 0 ? rpc : rpc.slice(0, slash);
}
