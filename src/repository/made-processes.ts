import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

export type MadeProcesses = {
  readonly find: (isIt: (child: ChildProcess) => boolean) => ChildProcess | undefined;
  readonly stop: () => void;
};

/**
 * simple-git keeps the processes that it starts to itself; Node tells of each that is made (diagnostics_channel,
 * `child_process`). Its output says whose it is, where several are made at once.
 */
export function listenForProcesses(): MadeProcesses {
  const made: ChildProcess[] = [];
  const hear = (message: unknown): void => {
    if (isOfProcess(message)) made.push(message.process);
  };
  subscribe("child_process", hear);
  return {
    find: (isIt) => made.find(isIt),
    stop: () => void unsubscribe("child_process", hear),
  };
}

function isOfProcess(message: unknown): message is { readonly process: ChildProcess } {
  return typeof message === "object" && message !== null && "process" in message;
}
