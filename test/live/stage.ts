import { request as httpRequest } from "node:http";
import { openSpares, type Process, startProcess } from "./processes.ts";
import { allUp, isLive, isOpen, type Plan, type State, type System } from "./system.ts";

/** How clients behave where nothing of the model says it. */
export type Habits = {
  /** They look which replicas answer before they call one. */
  readonly areChecked: boolean;
  /** Calls with a time-out, by the names of caller and callee, beside those that the model has. */
  readonly withTimeout: readonly string[];
  /** Further attempts where no answer came. */
  readonly retriesLost: number;
};

export const HABITS: Habits = { areChecked: true, withTimeout: [], retriesLost: 0 };

/** What came of one request. */
export type Outcome = {
  /** Its number among all requests. */
  readonly name: string;
  /** The reply was a good one. */
  readonly replied: boolean;
  /** So were all effects that are asked for. */
  readonly done: boolean;
};

export type Stage = {
  /** Let the system that is running rest and start this one, everything up. */
  readonly load: (system: System, habits?: Habits) => Promise<void>;
  /** Kill what is dead, start what is live again, cut lines, and let all look about them. */
  readonly setState: (state: State, manner?: Manner) => Promise<void>;
  /** Ask an endpoint in one of its ways, and see what became of it. */
  readonly request: (endpoint: number, way: number) => Promise<Outcome>;
  /** Let queues hand over what waits, and see whether a consumer has done its part of a request by now. */
  readonly isServed: (consumer: string, request: string) => Promise<boolean>;
  /** How many processes were killed by signal. */
  readonly kills: () => number;
  readonly close: () => Promise<void>;
};

/** How things are apart from what a state says. */
export type Manner = {
  /** Links that take calls and never answer. */
  readonly mute?: readonly number[];
  /** No health check has noticed yet. */
  readonly isUnnoticed?: boolean;
};

/** A line from the callers of a link, or from outside, to one replica. */
type Line = {
  readonly link: number | null;
  readonly route: number;
  readonly service: number;
  readonly replica: number;
};

type Running = {
  readonly system: System;
  readonly habits: Habits;
  readonly lines: readonly Line[];
  readonly ports: readonly number[];
  /** One for each entry. */
  readonly ingresses: Map<string, { readonly process: Process; readonly port: number }>;
  /** By `service replica`: those that run. */
  readonly replicas: Map<string, { readonly process: Process; readonly port: number }>;
};

/** What is not late must not be taken for it on a busy machine: so many times what all checks take together. */
const PATIENCE = 2;
const LEAST_PATIENCE_MS = 250;

export function openStage(): Stage {
  const spares = openSpares(4);
  const wire = startProcess("wire");
  let running: Running | null = null;
  let asked = 0;
  let kills = 0;
  let patienceMs = 10 * LEAST_PATIENCE_MS;

  const become = async (role: unknown) => {
    const process = spares.take();
    const { port } = await process.ask({ do: "become", role });
    return { process, port: port! };
  };

  async function clear(): Promise<void> {
    if (running === null) return;
    const all = [...running.replicas.values(), ...running.ingresses.values()];
    await Promise.all(all.map(({ process }) => process.ask({ do: "rest" })));
    for (const { process } of all) spares.giveBack(process);
    running = null;
  }

  async function load(system: System, habits: Habits = HABITS): Promise<void> {
    await clear();
    const lines = linesOf(system);
    const { ports } = await wire.ask({ do: "open", count: lines.length });
    const now = { system, habits, lines, ports: ports!, ingresses: new Map(), replicas: new Map() };
    running = now;
    for (const entry of new Set(system.endpoints.map((one) => one.entry))) {
      now.ingresses.set(entry, await become(ingressRole(now, entry)));
    }
    await setState(allUp(system));
  }

  async function setState(state: State, manner: Manner = {}): Promise<void> {
    const { system, replicas, lines, ingresses } = running!;
    await Promise.all(
      system.services.flatMap((service, at) =>
        Array.from({ length: service.replicas }, async (_, replica) => {
          const key = `${at} ${replica}`;
          const before = replicas.get(key);
          if (isLive(system, state, at, replica)) {
            if (before === undefined) replicas.set(key, await become(roleOf(running!, at)));
          } else if (before !== undefined) {
            replicas.delete(key);
            kills++;
            await before.process.kill();
          }
        }),
      ),
    );
    const states = lines.map((line) => lineState(running!, state, line, manner.mute ?? []));
    await wire.ask({ do: "set", states });
    if (manner.isUnnoticed) return;
    const all = [...replicas.values(), ...ingresses.values()];
    const before = performance.now();
    await Promise.all(all.map(({ process }) => process.ask({ do: "look", patienceMs })));
    patienceMs = Math.max(LEAST_PATIENCE_MS, PATIENCE * (performance.now() - before));
  }

  async function request(endpoint: number, way: number): Promise<Outcome> {
    const { system, ingresses } = running!;
    const { entry, effects } = system.endpoints[endpoint]!;
    const name = `r${asked++}`;
    const { port } = ingresses.get(entry)!;
    const replied = (await post(port, `/ingress/${operationOf(endpoint, way)}`, name)) === 200;
    if (effects.length === 0) return { name, replied, done: replied };
    const seen = await Promise.all(effects.map((one) => isServed(one, name)));
    return { name, replied, done: replied && seen.every((one) => one) };
  }

  async function isServed(consumer: string, name: string): Promise<boolean> {
    await settle();
    return hasServed(running!, consumer, name);
  }

  /** First those that send, then the queues, then those that are sent to. */
  async function settle(): Promise<void> {
    const { system, replicas } = running!;
    for (const kind of ["plain", "queue", "plain"]) {
      await Promise.all(
        [...replicas].map(async ([key, { process }]) => {
          if (system.services[Number(key.split(" ")[0])]!.kind !== kind) return;
          await process.ask({ do: "settle" });
        }),
      );
    }
  }

  async function close(): Promise<void> {
    await Promise.all([wire.kill(), spares.close()]);
  }

  return { load, setState, request, isServed, kills: () => kills, close };
}

function linesOf({ services, links, endpoints }: System): readonly Line[] {
  const toEach = (link: number | null, route: number, service: number): Line[] =>
    Array.from({ length: services[service]!.replicas }, (_, replica) => ({
      link,
      route,
      service,
      replica,
    }));
  const indexOf = (name: string): number => services.findIndex((one) => one.name === name);
  const entries = [...new Set(endpoints.map(({ entry }) => indexOf(entry)))];
  return [
    ...links.flatMap(({ to, up }, link) =>
      up.flatMap((_, route) => toEach(link, route, indexOf(to))),
    ),
    ...entries.flatMap((entry) => toEach(null, 0, entry)),
  ];
}

function lineState(
  { system, replicas }: Running,
  state: State,
  line: Line,
  mute: readonly number[],
) {
  const { link, route, service, replica } = line;
  // Of a dead replica the line stays as it was: nobody answers there.
  const target = replicas.get(`${service} ${replica}`)?.port ?? 1;
  if (link === null) return { target, state: "open", late: 0 };
  const isUp = isOpen(system, state, link, route);
  return {
    target,
    state: mute.includes(link) ? "mute" : isUp ? "open" : "cut",
    late: state.late[link]!,
  };
}

function roleOf(running: Running, at: number): unknown {
  const { system, habits } = running;
  const { name, kind, plan } = system.services[at]!;
  const ways = system.endpoints.flatMap((endpoint, index) =>
    endpoint.entry === name
      ? endpoint.ways.map((way, which): [string, Plan] => [operationOf(index, which), way.plan])
      : [],
  );
  const callees = system.links.flatMap((link, index) => {
    if (link.from !== name) return [];
    const target = system.services.find((one) => one.name === link.to)!;
    return [
      {
        name: link.to,
        routes: link.up.map((_, route) => portsOf(running, index, route)),
        isChecked: habits.areChecked,
        hasTimeout: link.timeout !== null || habits.withTimeout.includes(`${name} ${link.to}`),
        retries: link.timeout?.retries ?? 0,
        retriesLost: habits.retriesLost,
        store: target.kind === "store" ? target.quorum : null,
      },
    ];
  });
  return { service: name, kind, plans: [["work", plan], ...ways], callees };
}

function ingressRole(running: Running, entry: string): unknown {
  const at = running.system.services.findIndex((one) => one.name === entry);
  const ports = running.ports.filter((_, index) => {
    const line = running.lines[index]!;
    return line.link === null && line.service === at;
  });
  const client = { name: entry, routes: [ports], isChecked: true, hasTimeout: false };
  const callees = [{ ...client, retries: 0, retriesLost: 0, store: null }];
  return { service: "ingress", kind: "ingress", plans: [], callees };
}

function portsOf({ lines, ports }: Running, link: number, route: number): readonly number[] {
  return ports.filter((_, at) => lines[at]!.link === link && lines[at]!.route === route);
}

async function hasServed({ system, replicas }: Running, name: string, request: string) {
  const found = await Promise.all(
    [...replicas].map(async ([key, { process }]) => {
      const service = system.services[Number(key.split(" ")[0])]!;
      return service.name === name && (await process.ask({ do: "served", request })).served;
    }),
  );
  return found.includes(true);
}

const operationOf = (endpoint: number, way: number): string => `endpoint-${endpoint}-${way}`;

function post(port: number, path: string, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port, path, method: "POST", host: "127.0.0.1", agent: false as const };
    const asked = httpRequest({ ...options, headers: { "x-request": name } }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    asked.on("error", reject);
    asked.end();
  });
}
