import type { Meaning, Peer, TraceSpan } from "./calls.ts";
import { serviceName } from "./emitter.ts";
import { clusterService, isAddress, isLoopback } from "./hosts.ts";
import type { PeerKind, Protocol } from "./observed.ts";
import { declared, foldNames, kindOf, labelOf, rpcService } from "./peer-name.ts";
import { protocolOfName, systemOfPort } from "./systems.ts";

export type Target = {
  readonly name: string;
  readonly kind: "instrumented" | PeerKind;
  readonly protocol: Protocol;
};

/**
 * Names the other side of calls of which only the calling side is seen. A call that failed on its way
 * has no server span; were it not put down to the service that answers others at the same name, that
 * service's ρ would know no failures, and a second service would know nothing else.
 */
export type Resolver = {
  /** Takes in who answered a call. All that is to be learnt comes before the first question. */
  readonly learn: (asked: Asked, answered: Answered) => void;
  /** Takes in how one side of messaging names its broker. */
  readonly learnBroker: (peer: Peer | null, meaning: Meaning) => void;
  /** Who was called; `null`: nothing names it. */
  readonly target: (from: string, span: TraceSpan) => Target | null;
  /** The broker of a sending or consuming span; `null`: nothing names it. */
  readonly broker: (span: Pick<TraceSpan, "peer" | "meaning">) => string | null;
  /** The route under which `to` serves what a client asked for by path; `null`: not known. */
  readonly route: (to: string, meaning: Meaning) => string | null;
};

export type Asked = {
  readonly caller: string | null;
  readonly peer: Peer | null;
  readonly meaning: Meaning;
};

export type Answered = { readonly service: string; readonly meaning: Meaning };

/** Beyond so many names nothing more is learnt: addresses of pods have no end. */
const MOST = 200_000;

/** `services`: the names of all instrumented services. */
export function openResolver(services: ReadonlySet<string>): Resolver {
  const known = new Map<string, string | null>();
  const folded = foldNames(services);
  const learnt = new Map<Peer, Map<Meaning, Target | null>>();
  const target = (from: string, { peer, meaning }: TraceSpan): Target | null => {
    const found =
      remembered(learnt, peer, meaning, () => name(peer, meaning, known, folded)) ??
      asked(from, meaning, known);
    if (found === null || found.name !== from || found.sure) return found;
    // Brave names a driver's remote endpoint as the service itself where nobody set its name.
    const bare = peer === null ? null : { ...peer, name: null };
    const other = name(bare, meaning, known, folded);
    return other?.name === from ? null : other;
  };
  return {
    learn: (asked, answered) => learnPair(asked, answered, known),
    learnBroker: (peer, meaning) => learnBroker(peer, meaning, known),
    target,
    broker: ({ peer, meaning }) => nameBroker(peer, meaning, known),
    route: (to, meaning) => known.get(routeKey(to, meaning)) ?? null,
  };
}

function asked(
  from: string,
  meaning: Meaning,
  known: ReadonlyMap<string, string | null>,
): Named | null {
  const key = askedKey(from, meaning);
  const service = key === null ? null : known.get(key);
  if (service == null) return null;
  return { name: service, kind: "instrumented", protocol: meaning.protocol, sure: true };
}

type Named = Target & { /** By calls that were answered. */ readonly sure: boolean };

function remembered(
  learnt: Map<Peer | Meaning, Map<Meaning, Target | null>>,
  peer: Peer | null,
  meaning: Meaning,
  make: () => Named | null,
): Named | null {
  const key = peer ?? meaning;
  let inner = learnt.get(key);
  if (inner === undefined) {
    inner = new Map();
    learnt.set(key, inner);
  }
  let found = inner.get(meaning) as Named | null | undefined;
  if (found === undefined) {
    found = make();
    inner.set(meaning, found);
  }
  return found;
}

/** What all agree on; `null` once two disagree, in whatever order they come. */
function agree(known: Map<string, string | null>, key: string, value: string): void {
  const before = known.get(key);
  if (before === undefined) {
    if (known.size < MOST) known.set(key, value);
  } else if (before !== value && before !== null) known.set(key, null);
}

function learnPair(
  { caller, peer, meaning }: Asked,
  { service, meaning: answer }: Answered,
  known: Map<string, string | null>,
): void {
  for (const key of keysOf(peer, meaning)) agree(known, key, service);
  const asked = askedKey(caller, meaning);
  if (asked !== null) agree(known, asked, service);
  if (meaning.path !== null && answer.route !== null) {
    agree(known, routeKey(service, meaning), answer.route);
  }
}

/** Zipkin's clients often tell the path alone: one caller asks one service for it. */
function askedKey(from: string | null, { method, path }: Meaning): string | null {
  return from === null || path === null || path === "/" ? null : `f|${from}|${method}|${path}`;
}

function routeKey(service: string, { method, path }: Meaning): string {
  return `p|${service}|${method}|${path}`;
}

/** What could name the same callee again, the surest first. */
function keysOf(peer: Peer | null, meaning: Meaning): string[] {
  const keys: string[] = [];
  const service = rpcService(meaning);
  const add = (place: string) => {
    // Behind a gateway many services answer at one name; what is asked for tells them apart.
    if (service !== null) keys.push(`r|${place}|${service}`);
    else if (meaning.path !== null) keys.push(`u|${place}|${meaning.path}`);
    keys.push(`a|${place}`);
  };
  if (peer?.name != null) add(`=${peer.name.toLowerCase()}`);
  if (peer?.address != null && !isLoopback(peer.address)) {
    add(`${peer.address}:${peer.port ?? ""}`);
    if (!isAddress(peer.address)) add(peer.address);
  }
  if (service !== null) keys.push(`s|${service}`);
  return keys;
}

function name(
  peer: Peer | null,
  meaning: Meaning,
  known: ReadonlyMap<string, string | null>,
  folded: ReadonlyMap<string, string>,
): Named | null {
  for (const key of keysOf(peer, meaning)) {
    const service = known.get(key);
    if (service == null) continue;
    return { name: service, kind: "instrumented", protocol: meaning.protocol, sure: true };
  }
  const service = declared(peer, folded);
  if (service !== null) {
    return { name: service, kind: "instrumented", protocol: meaning.protocol, sure: false };
  }
  const label = labelOf(peer, meaning);
  const text = label === null ? null : serviceName(label);
  if (text === null) return null;
  const protocol =
    meaning.protocol === "unknown"
      ? (protocolOfName(systemOfPort(peer?.port ?? null) ?? text) ?? "unknown")
      : meaning.protocol;
  return { name: text, kind: kindOf(protocol, text), protocol, sure: false };
}

function brokerKey({ system, destination }: Meaning): string {
  return `b|${system ?? ""}|${destination ?? ""}`;
}

function learnBroker(peer: Peer | null, meaning: Meaning, known: Map<string, string | null>): void {
  const told = peer?.name ?? null;
  if (told !== null && meaning.destination !== null) agree(known, brokerKey(meaning), told);
}

/**
 * A broker's name must be one for both sides. Its system comes before its host: every broker of a
 * cluster has a host of its own, and consumers mostly tell none.
 */
function nameBroker(
  peer: Peer | null,
  meaning: Meaning,
  known: ReadonlyMap<string, string | null>,
): string | null {
  const host = peer?.address ?? null;
  const dialled = host === null || isLoopback(host) ? null : (clusterService(host) ?? host);
  const label = peer?.name ?? known.get(brokerKey(meaning)) ?? meaning.system ?? dialled;
  return label === null ? null : serviceName(label);
}
