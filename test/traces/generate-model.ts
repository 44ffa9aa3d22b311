import type { PeerKind, Protocol } from "../../src/traces/observed.ts";
import type { Random } from "./generate-random.ts";

/** A system that traces are made of: what discovery has to find again. */
export type TracedModel = {
  readonly services: readonly TracedService[];
  /** Blocking calls. */
  readonly calls: readonly TracedCall[];
  /** Messages, by way of a broker. */
  readonly messages: readonly TracedMessage[];
  readonly endpoints: readonly TracedEndpoint[];
  readonly habits: Habits;
};

export type TracedService = {
  readonly name: string;
  readonly kind: "instrumented" | PeerKind;
  readonly replicas: number;
};

export type TracedCall = {
  readonly from: string;
  readonly to: string;
  readonly protocol: Exclude<Protocol, "messaging" | "unknown">;
  readonly operation: string;
  /** Of a call, whatever its attempts: that it comes through. */
  readonly rho: number;
  /** λ of an attempt, and how many follow the first; `null`: nobody waits in vain. */
  readonly timeout: { readonly onTime: number; readonly retries: number } | null;
};

export type TracedMessage = {
  readonly from: string;
  readonly broker: string;
  readonly to: string;
  readonly topic: string;
};

export type TracedEndpoint = {
  readonly method: string;
  readonly route: string;
  readonly entry: string;
  /** What requests call of the entry's callees: one variant a strict endpoint, several a mixture. */
  readonly variants: readonly { readonly weight: number; readonly callees: readonly string[] }[];
  /** Calls without which a request gets its answer all the same, as `a -> b`. */
  readonly optional: readonly string[];
};

/** How its programmers write: none of it changes the model. */
export type Habits = {
  /** Names of semantic conventions before 1.23. */
  readonly oldNames: boolean;
  /** A caller gives up at the first call that fails. */
  readonly failsFast: boolean;
  /** A span of kind INTERNAL between the server's and the client's. */
  readonly internals: boolean;
  /** Consumers link to the producer from a trace of their own, where others are its children. */
  readonly linked: boolean;
  /** Whose spans name the broker and the topic, where consumers link. */
  readonly named: "by both" | "by producers" | "by consumers";
};

/** A random system in which every service is reached and every predicate can be told from traces. */
export function randomModel(random: Random): TracedModel {
  const names = Array.from({ length: 2 + random.below(5) }, (_, at) => `service-${at}`);
  const calls = callsAmong(names, random);
  const peers = peersOf(names, random);
  const messages = messagesAmong(names, random);
  const sure = [...calls, ...peers.calls];
  const spared = random.chance(0.4) ? spell(random.pick(sure)) : null;
  // What nobody misses must fail now and then, or nothing shows that it is not missed.
  const all = sure.map((call) => (spell(call) === spared ? { ...call, rho: 0.7 } : call));
  const habits = {
    oldNames: random.chance(0.3),
    failsFast: random.chance(0.5),
    internals: random.chance(0.3),
    linked: random.chance(0.3),
    // By what is drawn already, so that seeds mean what they did.
    named: (["by both", "by producers", "by consumers"] as const)[names.length % 3]!,
  };
  const instrumented = names.map((name) => ({
    name,
    kind: "instrumented" as const,
    replicas: 1 + random.below(4),
  }));
  const brokers = messages.length === 0 ? [] : [peer("kafka", "broker")];
  return {
    services: [...instrumented, ...peers.services, ...brokers],
    calls: all,
    messages,
    endpoints: endpointsOf(names[0]!, all, spared === null ? [] : [spared], random),
    habits,
  };
}

function peer(name: string, kind: PeerKind): TracedService {
  return { name, kind, replicas: 1 };
}

/** Each but the first is called by one before it, and a few pairs more. */
function callsAmong(names: readonly string[], random: Random): TracedCall[] {
  const pairs = new Map<string, TracedCall>();
  const add = (from: number, to: number): void => {
    const protocol = random.pick(["http", "grpc"] as const);
    const rho = random.chance(0.3) ? 0.9 + random.next() / 10 : 1;
    const operation = protocol === "http" ? `GET /of/${to}` : `shop.Service${to}/Get`;
    const timeout = random.chance(0.1) ? { onTime: 0.6, retries: 2 } : null;
    const call = { from: names[from]!, to: names[to]!, protocol, operation, rho, timeout };
    pairs.set(`${from} ${to}`, pairs.get(`${from} ${to}`) ?? call);
  };
  for (let at = 1; at < names.length; at += 1) add(random.below(at), at);
  for (let more = random.below(3); more > 0; more -= 1) {
    const to = 1 + random.below(names.length - 1);
    add(random.below(to), to);
  }
  return [...pairs.values()];
}

const PEERS = [
  { name: "orders-db", kind: "database", protocol: "database", operation: "SELECT orders" },
  { name: "sessions", kind: "cache", protocol: "cache", operation: "GET" },
  { name: "api.example.com", kind: "peer", protocol: "http", operation: "POST" },
] as const;

function peersOf(
  names: readonly string[],
  random: Random,
): { services: TracedService[]; calls: TracedCall[] } {
  const chosen = PEERS.filter(() => random.chance(0.4));
  const calls = chosen.flatMap(({ name, protocol, operation }) => {
    const callers = random.shuffled(names).slice(0, 1 + random.below(2));
    return callers.map((from) => ({ from, to: name, protocol, operation, rho: 1, timeout: null }));
  });
  return { services: chosen.map(({ name, kind }) => peer(name, kind)), calls };
}

function messagesAmong(names: readonly string[], random: Random): TracedMessage[] {
  if (!random.chance(0.4)) return [];
  const [from, to] = random.shuffled(names);
  return [{ from: from!, broker: "kafka", to: to!, topic: "orders" }];
}

/** One of all callees, so that every service is reached, and one of a few. */
function endpointsOf(
  entry: string,
  calls: readonly TracedCall[],
  optional: readonly string[],
  random: Random,
): TracedEndpoint[] {
  const callees = calls.filter(({ from }) => from === entry).map(({ to }) => to);
  const some = random.shuffled(callees).slice(0, Math.ceil(callees.length / 2));
  const mixed = callees.length > 1 && random.chance(0.4);
  const all = { weight: mixed ? 0.6 : 1, callees };
  return [
    {
      method: "POST",
      route: "/checkout/{id}",
      entry,
      variants: mixed ? [all, { weight: 0.4, callees: some }] : [all],
      optional,
    },
    {
      method: "GET",
      route: "/cart",
      entry,
      variants: [{ weight: 1, callees: some }],
      optional: [],
    },
  ];
}

/** As a spec writes it. */
export function spell({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from} -> ${to}`;
}
