import type { Process } from "./processes.ts";
import { isOpen, type Plan, type State, type System } from "./system.ts";

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

/** A line from the callers of a link, or from outside, to one replica. */
export type Line = {
  readonly link: number | null;
  readonly route: number;
  readonly service: number;
  readonly replica: number;
};

/** What processes have to know of each other. */
export type Network = {
  readonly system: System;
  readonly habits: Habits;
  readonly lines: readonly Line[];
  /** By line: where its caller finds it. */
  readonly ports: readonly number[];
  /** By `service replica`: those that run. */
  readonly replicas: Map<string, { readonly process: Process; readonly port: number }>;
  /** By `service replica`: where each was heard last, also of the dead. */
  readonly heard: Map<string, number>;
};

export function linesOf({ services, links, endpoints }: System): readonly Line[] {
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

export function lineState(
  { system, heard }: Network,
  state: State,
  line: Line,
  mute: readonly number[],
) {
  const { link, route, service, replica } = line;
  // Also where that is dead: the line leads to it as before, and it does not answer.
  const target = heard.get(`${service} ${replica}`)!;
  if (link === null) return { target, state: "open", late: 0 };
  const isUp = isOpen(system, state, link, route);
  return {
    target,
    state: mute.includes(link) ? "mute" : isUp ? "open" : "cut",
    late: state.late[link]!,
  };
}

export function roleOf(network: Network, at: number): unknown {
  const { system, habits } = network;
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
        routes: link.up.map((_, route) => portsOf(network, index, route)),
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

export function ingressRole(network: Network, entry: string): unknown {
  const at = network.system.services.findIndex((one) => one.name === entry);
  const ports = network.ports.filter((_, index) => {
    const line = network.lines[index]!;
    return line.link === null && line.service === at;
  });
  const client = { name: entry, routes: [ports], isChecked: true, hasTimeout: false };
  const callees = [{ ...client, retries: 0, retriesLost: 0, store: null }];
  return { service: "ingress", kind: "ingress", plans: [], callees };
}

function portsOf({ lines, ports }: Network, link: number, route: number): readonly number[] {
  return ports.filter((_, at) => lines[at]!.link === link && lines[at]!.route === route);
}

export const operationOf = (endpoint: number, way: number): string => `endpoint-${endpoint}-${way}`;
