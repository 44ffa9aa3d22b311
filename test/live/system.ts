/**
 * A system that is started for real: what its processes are told, from which `spec-text` writes what a
 * person who knows the code would write. Percentages are whole numbers.
 */
export type System = {
  readonly name: string;
  readonly services: readonly Service[];
  readonly links: readonly Link[];
  /** How available each zone is; empty: there are none. Replica i is in zone i modulo their number. */
  readonly zones: readonly number[];
  /** How available the mesh is, a state that links share; `null`: there is none. */
  readonly mesh: number | null;
  readonly endpoints: readonly Endpoint[];
};

export type Service = {
  readonly name: string;
  /** A `store` replies where `quorum` replicas acknowledge; of the others one live replica is enough. */
  readonly kind: "plain" | "store" | "queue" | "external";
  readonly replicas: number;
  readonly quorum: number;
  readonly up: number;
  readonly isZoned: boolean;
  /** What it does for any caller. */
  readonly plan: Plan;
};

/** What is done for a request, in the order in which it is written. */
export type Plan =
  | { readonly call: string }
  /** A message, whose fate nobody waits for. */
  | { readonly send: string }
  | { readonly all: readonly Plan[] }
  /** The first that succeeds. */
  | { readonly any: readonly Plan[] }
  | { readonly some: number; readonly of: readonly Plan[] }
  | { readonly optional: Plan };

export type Link = {
  readonly from: string;
  readonly to: string;
  readonly arrow: "->" | "~>";
  /** Of each route. */
  readonly up: readonly number[];
  /** Percentage of attempts in time, and how many more are made. */
  readonly timeout: { readonly onTime: number; readonly retries: number } | null;
  readonly isMeshed: boolean;
};

export type Endpoint = {
  readonly name: string;
  readonly entry: string;
  /** Ways in which it is asked, by weight. */
  readonly ways: readonly { readonly weight: number; readonly plan: Plan }[];
  /** Consumers that must have done their part; empty: only the reply counts. */
  readonly effects: readonly string[];
};

/** What is up in one state: the roots of the model, each on its own. */
export type State = {
  /** By service and replica. */
  readonly replicas: readonly (readonly boolean[])[];
  /** By link and route. */
  readonly routes: readonly (readonly boolean[])[];
  /** By link: how many attempts are late. */
  readonly late: readonly number[];
  readonly zones: readonly boolean[];
  readonly mesh: boolean;
};

/** The replica runs: neither it nor its zone is down. */
export function isLive(
  { services }: System,
  state: State,
  service: number,
  replica: number,
): boolean {
  const zones = state.zones.length;
  const isSafe = !services[service]!.isZoned || zones === 0 || state.zones[replica % zones]!;
  return state.replicas[service]![replica]! && isSafe;
}

export function isOpen({ links }: System, state: State, link: number, route: number): boolean {
  return state.routes[link]![route]! && (state.mesh || !links[link]!.isMeshed);
}

export function allUp(system: System): State {
  return {
    replicas: system.services.map((one) => Array.from({ length: one.replicas }, () => true)),
    routes: system.links.map((one) => one.up.map(() => true)),
    late: system.links.map(() => 0),
    zones: system.zones.map(() => true),
    mesh: true,
  };
}

/** Everything up but for one: a service just short of what it needs, a link, late answers, a zone, the mesh. */
export function singleFailures(system: System): readonly State[] {
  const whole = allUp(system);
  const but = <T>(all: readonly T[], at: number, other: T): readonly T[] =>
    all.map((one, index) => (index === at ? other : one));
  const states: State[] = system.services.map(({ replicas, quorum }, at) => {
    const short = whole.replicas[at]!.map((_, index) => index > replicas - quorum);
    return { ...whole, replicas: but(whole.replicas, at, short) };
  });
  system.links.forEach(({ up, timeout }, at) => {
    states.push({
      ...whole,
      routes: but(
        whole.routes,
        at,
        up.map(() => false),
      ),
    });
    if (timeout === null) return;
    states.push({ ...whole, late: but(whole.late, at, timeout.retries + 1) });
    states.push({ ...whole, late: but(whole.late, at, timeout.retries) });
  });
  system.zones.forEach((_, at) => {
    states.push({ ...whole, zones: but(whole.zones, at, false) });
  });
  return system.mesh === null ? states : [...states, { ...whole, mesh: false }];
}

/** Every part on its own, as available as the system says. */
export function drawState(system: System, uniform: () => number): State {
  const up = (percent: number): boolean => uniform() < percent / 100;
  return {
    replicas: system.services.map((one) => Array.from({ length: one.replicas }, () => up(one.up))),
    routes: system.links.map((one) => one.up.map(up)),
    late: system.links.map(({ timeout }) => {
      if (timeout === null) return 0;
      let late = 0;
      while (late <= timeout.retries && !up(timeout.onTime)) late++;
      return late;
    }),
    zones: system.zones.map(up),
    mesh: system.mesh === null || up(system.mesh),
  };
}
