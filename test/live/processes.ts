import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Reply = {
  readonly port?: number;
  readonly ports?: readonly number[];
  readonly served?: boolean;
};

/** A process of ours, which does as it is told. */
export type Process = {
  readonly ask: (message: {
    readonly do: string;
    readonly [more: string]: unknown;
  }) => Promise<Reply>;
  /** SIGKILL: nothing is closed or handed over. Resolves when it is gone. */
  readonly kill: () => Promise<void>;
};

export function startProcess(program: "replica" | "wire"): Process {
  const file = join(import.meta.dirname, "process", `${program}.mjs`);
  const child = fork(file, [], {
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  child.on("message", ({ id, ...reply }: Reply & { id: number }) => {
    waiting.get(id)?.(reply);
    waiting.delete(id);
  });
  let last = 0;
  const ask: Process["ask"] = (message) =>
    new Promise((resolve, reject) => {
      last++;
      waiting.set(last, resolve);
      child.send({ id: last, ...message }, (error) => {
        if (error !== null) reject(error);
      });
    });
  return { ask, kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Processes that are started before they are needed: a restart then takes no longer than a message. */
export type Spares = {
  readonly take: () => Process;
  /** One that is needed no more, and rests. */
  readonly giveBack: (one: Process) => void;
  readonly close: () => Promise<void>;
};

export function openSpares(least: number): Spares {
  const ready: Process[] = [];
  const all = new Set<Process>();
  const fill = (): void => {
    while (ready.length < least) {
      const one = startProcess("replica");
      all.add(one);
      ready.push(one);
    }
  };
  fill();
  return {
    take: () => {
      // The oldest has started by now.
      const one = ready.shift()!;
      fill();
      return one;
    },
    giveBack: (one) => {
      ready.push(one);
    },
    close: async () => {
      await Promise.all([...all].map((one) => one.kill()));
    },
  };
}
