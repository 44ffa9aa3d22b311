import type {
  Channel,
  Fault,
  Incident,
  Model,
  Override,
  Probability,
  Target,
} from "../../src/model/model.ts";

/**
 * The independent states of one reading of a fault within one incident (or outside of all), written
 * down straight from the definitions; shares nothing with the engine.
 */
export type World = {
  readonly weight: number;
  readonly services: readonly WorldService[];
  /** For each dependency its channels, time-outs included. */
  readonly dependencies: readonly (readonly Replica[])[];
  readonly members: readonly Probability[];
  /** Of a kill: [service, replica] of all in the urn. */
  readonly urn: { readonly all: readonly (readonly [number, number])[]; readonly dead: number };
};

export type WorldService = {
  replicas: Replica[];
  quorum: number;
  external: boolean;
  victims: number;
  /** Only the urn decides on its replicas. */
  dealt: boolean;
};

export type Replica = { readonly up: Probability; readonly on: readonly number[] };

/** A fault with nothing left to choose: `worstOf` and each `each` are one of theirs. */
type Reading = Pick<Fault, "overrides" | "down" | "kill"> & {
  readonly rollout: readonly number[];
  readonly drain: readonly number[];
};

const LIVE: Probability = { p: 1, q: 0 };
const DEAD: Probability = { p: 0, q: 1 };

/** One list of worlds for each reading of the fault: by lost member, then rollout, then drain. */
export function worldsOf(model: Model, fault: Fault | null): World[][] {
  return readingsOf(model, fault).map((reading) => {
    const sum = model.incidents.reduce((total, { probability }) => total + probability.p, 0);
    const calm = model.incidents.length === 1 ? model.incidents[0]!.probability.q : 1 - sum;
    return [
      worldOf(model, reading, null, Math.max(0, calm)),
      ...model.incidents.map((one) => worldOf(model, reading, one, one.probability.p)),
    ];
  });
}

function readingsOf(model: Model, fault: Fault | null): Reading[] {
  if (fault === null) return [{ overrides: [], down: [], kill: null, rollout: [], drain: [] }];
  const chosen = (way: "rollout" | "drain"): (readonly number[])[] => {
    const given = fault[way];
    if (given !== "each") return [given ?? []];
    const able: number[][] = [];
    model.services.forEach((one, index) => {
      const inUrn = fault.kill?.among.includes(index) ?? false;
      if (!one.external && !inUrn && one.disruption[way] > 0) able.push([index]);
    });
    return able.length > 0 ? able : [[]];
  };
  const lost =
    fault.worstOf === null
      ? [[]]
      : model.domains[fault.worstOf]!.members.map((member): Target[] => [
          { kind: "member", member },
        ]);
  const readings: Reading[] = [];
  for (const also of lost) {
    for (const rollout of chosen("rollout")) {
      for (const drain of chosen("drain")) {
        const { overrides, down, kill } = fault;
        readings.push({ overrides, down: [...down, ...also], kill, rollout, drain });
      }
    }
  }
  return readings;
}

function worldOf(model: Model, reading: Reading, incident: Incident | null, weight: number): World {
  const services = model.services.map((_, index) => declared(model, index));
  const dependencies = model.dependencies.map(({ channels }) =>
    channels.map((channel) => called(channel, channel.up)),
  );
  const members = model.members.map(({ up }) => up);
  const apply = (overrides: readonly Override[], down: readonly Target[]): void => {
    for (const one of overrides) {
      if (one.kind === "member") members[one.member] = one.up;
      if (one.kind === "dependency") {
        const { channels } = model.dependencies[one.dependency]!;
        dependencies[one.dependency] = channels.map((channel) => called(channel, one.up));
      }
      if (one.kind === "replicas") {
        const { replicas, ...rest } = declared(model, one.service);
        const all = replicas.map(({ on }) => ({ up: one.up, on }));
        services[one.service] = { ...rest, replicas: all };
      }
      if (one.kind === "external") {
        services[one.service] = {
          ...declared(model, one.service),
          replicas: [{ up: one.up, on: [] }],
          quorum: 1,
          external: true,
        };
      }
    }
    for (const one of down) {
      if (one.kind === "member") members[one.member] = DEAD;
      const units =
        one.kind === "service"
          ? services[one.service]!.replicas
          : one.kind === "dependency"
            ? dependencies[one.dependency]!
            : [];
      units.forEach(({ on }, index) => {
        units[index] = { up: DEAD, on };
      });
    }
  };
  if (incident !== null) apply(incident.overrides, incident.down);
  apply(reading.overrides, reading.down);
  services.forEach((one, index) => {
    const { rollout, drain } = model.services[index]!.disruption;
    const lost =
      (reading.rollout.includes(index) ? rollout : 0) + (reading.drain.includes(index) ? drain : 0);
    if (!one.external) one.victims = Math.min(lost, one.replicas.length);
  });
  return { weight, services, dependencies, members, urn: deal(model, reading, services) };
}

/** The urn holds the declared replicas, also of a service that an incident has put out of its reach. */
function deal(
  model: Model,
  { kill, overrides }: Reading,
  services: readonly WorldService[],
): World["urn"] {
  if (kill === null) return { all: [], dead: 0 };
  // Nor does any replica outside the urn fail by itself, but where the fault sets how it fails.
  services.forEach((one, index) => {
    const isSet = overrides.some((each) => "service" in each && each.service === index);
    if (one.external || isSet || one.replicas.some(({ up }) => up === DEAD)) return;
    one.replicas = one.replicas.map(({ on }) => ({ up: LIVE, on }));
  });
  const drawn = kill.among.filter((index) => !model.services[index]!.external);
  for (const index of drawn) {
    const one = services[index]!;
    if (one.external || one.replicas.some(({ up }) => up === DEAD)) continue;
    one.dealt = true;
    one.replicas = one.replicas.map(({ on }) => ({ up: LIVE, on }));
  }
  const all = drawn.flatMap((index) =>
    model.services[index]!.replicas.map((_, replica) => [index, replica] as const),
  );
  return { all, dead: Math.min(kill.dead, all.length) };
}

function declared(model: Model, index: number): WorldService {
  const { replicas, placement, quorum, external } = model.services[index]!;
  return {
    replicas: replicas.map((up, replica) => ({ up, on: placement[replica]! })),
    quorum,
    external,
    victims: 0,
    dealt: false,
  };
}

/** ρ(1-(1-λ)^{r+1}) and (1-ρ)+ρ(1-λ)^{r+1}. */
function called({ timeout, members }: Channel, { p, q }: Probability): Replica {
  if (timeout === null) return { up: { p, q }, on: members };
  const late = timeout.onTime.q ** (timeout.retries + 1);
  return { up: { p: p * (1 - late), q: q + p * late }, on: members };
}
