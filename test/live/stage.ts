import { request as httpRequest } from "node:http";
import { openSpares, type Process, startProcess } from "./processes.ts";
import {
  HABITS,
  type Habits,
  ingressRole,
  lineState,
  linesOf,
  type Network,
  operationOf,
  roleOf,
} from "./roles.ts";
import { allUp, isLive, type State, type System } from "./system.ts";

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
  /** So many times as long as usual an answer may take until it is late. */
  readonly patience?: number;
};

type Running = Network & {
  /** One for each entry. */
  readonly ingresses: Map<string, { readonly process: Process; readonly port: number }>;
};

/** What is not late must not be taken for it on a busy machine: so many times what all checks take together. */
const PATIENCE = 3;
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
    const now: Running = {
      system,
      habits,
      lines,
      ports: ports!,
      ingresses: new Map(),
      replicas: new Map(),
      heard: new Map(),
    };
    running = now;
    for (const entry of new Set(system.endpoints.map((one) => one.entry))) {
      now.ingresses.set(entry, await become(ingressRole(now, entry)));
    }
    await setState(allUp(system));
  }

  async function setState(state: State, manner: Manner = {}): Promise<void> {
    const { system, replicas, heard, lines, ingresses } = running!;
    await Promise.all(
      system.services.flatMap((service, at) =>
        Array.from({ length: service.replicas }, async (_, replica) => {
          const key = `${at} ${replica}`;
          const before = replicas.get(key);
          if (isLive(system, state, at, replica)) {
            if (before !== undefined) return;
            const started = await become(roleOf(running!, at));
            replicas.set(key, started);
            heard.set(key, started.port);
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
    const look = { do: "look", patienceMs: patienceMs * (manner.patience ?? 1) };
    await Promise.all(all.map(({ process }) => process.ask(look)));
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

async function hasServed({ system, replicas }: Running, name: string, request: string) {
  const found = await Promise.all(
    [...replicas].map(async ([key, { process }]) => {
      const service = system.services[Number(key.split(" ")[0])]!;
      return service.name === name && (await process.ask({ do: "served", request })).served;
    }),
  );
  return found.includes(true);
}

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
