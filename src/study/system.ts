import { estimateEndpoint } from "../availability/evaluate.ts";
import type { Subject } from "../availability/subject.ts";
import { graphOf, strictClosure } from "../model/closure.ts";
import type {
  Channel,
  Completion,
  Dependency,
  Domain,
  Fault,
  GateSettings,
  Member,
  Mode,
  Model,
  Need,
  Override,
  Probability,
  Service,
  Timeout,
} from "../model/model.ts";
import type { Place } from "../yaml/diagnostic.ts";

/** A small system in the words of the spec: all that a scenario of the study says. */
export type System = {
  readonly services: readonly SystemService[];
  readonly dependencies: readonly SystemDependency[];
  /** Domains of one state each. */
  readonly domains: readonly SystemDomain[];
  readonly entry: string;
  readonly completion: Completion;
  /** Services that must be reached; `null`: all that the entry depends on (strict). */
  readonly needs: readonly string[] | null;
};

export type SystemService = {
  readonly name: string;
  readonly replicas: number;
  readonly theta: Probability;
  /** All replicas sit on it; `null`: each stands on its own. */
  readonly domain: string | null;
};

export type SystemDependency = {
  readonly from: string;
  readonly to: string;
  readonly mode: Mode;
  readonly rho: Probability;
  readonly timeout: Timeout | null;
};

export type SystemDomain = { readonly name: string; readonly up: Probability };

export const CERTAIN: Probability = { p: 1, q: 0 };

/** Live while one of so many replicas is. */
export function service(name: string, theta: Probability, replicas = 1): SystemService {
  return { name, replicas, theta, domain: null };
}

/** A call that blocks. */
export function call(from: string, to: string, rho: Probability): SystemDependency {
  return { from, to, mode: "sync", rho, timeout: null };
}

/** A system whose endpoint needs all that its first service depends on. */
export function system(
  services: readonly SystemService[],
  dependencies: readonly SystemDependency[],
): System {
  const entry = services[0]!.name;
  return { services, dependencies, domains: [], entry, completion: "immediate", needs: null };
}

/** P(Φ = 1) by the engine, in [0, 1]. */
export function availabilityOf(given: System): number {
  return exactly(subjectOf(given));
}

/**
 * P(Φ = 1) where some figures are others than the model's own, as a fault of the spec overrides them.
 * Overrides that are asked for again should be the identical objects: then little is done anew.
 */
export function availabilityUnder(given: Subject, overrides: readonly Override[]): number {
  const fault = { ...UNHARMED, overrides };
  return exactly({ ...given, fault });
}

function exactly(subject: Subject): number {
  const { estimate } = estimateEndpoint(subject, NOT_DRAWN, []);
  if (estimate.method !== "exact") throw new Error("a system of the study has no exact figure");
  return estimate.availability;
}

/** The systems of the study are small enough to be exact, so that nothing is drawn for them. */
const NOT_DRAWN = { samples: 1, seed: 0, alpha: 0.05 };

/** The ordinary model of a system with its one endpoint, in the steady state. */
export function subjectOf(given: System): Subject {
  const { entry, completion } = given;
  const services = new Map(given.services.map(({ name }, index) => [name, index]));
  const domains = new Map(given.domains.map(({ name }, index) => [name, index]));
  const dependencies = given.dependencies.map((one) => dependencyOf(one, services));
  const endpoint = {
    name: "endpoint",
    entry: services.get(entry)!,
    completion,
    mixture: [{ share: 1, strict: given.needs === null, need: needOf(given, services) }],
    slo: null,
    under: [],
    was: null,
    place: NOWHERE,
    sloPlace: null,
  };
  const model: Model = {
    services: given.services.map((one) => serviceOf(one, domains)),
    dependencies,
    domains: given.domains.map(domainOf),
    members: given.domains.map(memberOf),
    faults: [],
    incidents: [],
    endpoints: [endpoint],
    gate: GATE,
  };
  return { model, endpoint, fault: null };
}

/** The study stands in no file. */
const NOWHERE: Place = { file: "study", line: 1, column: 1 };

const UNHARMED: Fault = {
  name: "figures",
  overrides: [],
  down: [],
  rollout: null,
  drain: null,
  kill: null,
  worstOf: null,
  place: NOWHERE,
};

const GATE: GateSettings = {
  maxDrop: null,
  maxDowntimeIncrease: null,
  warnAt: 0.9,
  preexisting: "warn",
  undecided: "warn",
  adoption: "warn",
  place: NOWHERE,
};

const ORIGIN: Service["origin"] = {
  workload: null,
  replicasFrom: "spec",
  replicaAvailabilityFrom: "spec",
  replicasPlace: NOWHERE,
  place: NOWHERE,
};

type Indices = ReadonlyMap<string, number>;

function serviceOf({ name, replicas, theta, domain }: SystemService, domains: Indices): Service {
  const seat = domain === null ? [] : [domains.get(domain)!];
  return {
    name,
    replicas: Array<Probability>(replicas).fill(theta),
    quorum: 1,
    external: false,
    placement: Array<readonly number[]>(replicas).fill(seat),
    disruption: { rollout: 0, drain: 0 },
    origin: ORIGIN,
  };
}

function dependencyOf(one: SystemDependency, services: Indices): Dependency {
  const { from, to, mode, rho, timeout } = one;
  const channel: Channel = {
    up: rho,
    timeout,
    members: [],
    availabilityFrom: "spec",
    place: NOWHERE,
  };
  return {
    name: nameOf(one),
    from: services.get(from)!,
    to: services.get(to)!,
    mode,
    channels: [channel],
    place: NOWHERE,
  };
}

/** As the spec writes it. */
export function nameOf({ from, to, mode }: Omit<SystemDependency, "rho" | "timeout">): string {
  return `${from} ${mode === "sync" ? "->" : "~>"} ${to}`;
}

function domainOf({ name }: SystemDomain, index: number): Domain {
  return { name, topologyKey: null, members: [index], place: NOWHERE };
}

function memberOf({ name, up }: SystemDomain, domain: number): Member {
  return { name, domain, up, place: NOWHERE };
}

function needOf({ dependencies, entry, completion, needs }: System, services: Indices): Need {
  if (needs !== null) return all(needs.map((name) => reached(services.get(name)!)));
  const pairs = dependencies.map((one) => ({ ...one, name: nameOf(one) }));
  const closure = strictClosure(graphOf(pairs), {
    entry,
    completion,
    calls: null,
    optional: new Set(),
  });
  const indexOf = new Map(pairs.map(({ name }, index) => [name, index]));
  return all(closure.map(({ name }) => usable(indexOf.get(name)!)));
}

function all(of: readonly Need[]): Need {
  return { kind: "atLeast", k: of.length, of };
}

function reached(index: number): Need {
  return { kind: "service", service: index };
}

function usable(dependency: number): Need {
  return { kind: "dependency", dependency };
}
