import type {
  Channel,
  Completion,
  Dependency,
  Domain,
  Endpoint,
  Fault,
  Incident,
  Kill,
  Member,
  MixtureMember,
  Mode,
  Model,
  Need,
  Probability,
  Service,
} from "../../src/model/model.ts";

const NOWHERE = { file: "availability.yaml", line: 1, column: 1 };

/** A probability given as parts of `scale`, so that both sides come from integers. */
export function parts(count: number, scale = 1000): Probability {
  return { p: count / scale, q: (scale - count) / scale };
}

export function service(name: string, replicas: readonly Probability[], quorum = 1): Service {
  return {
    name,
    replicas,
    quorum,
    external: false,
    placement: replicas.map(() => []),
    disruption: { rollout: Math.floor(replicas.length / 4), drain: Math.min(1, replicas.length) },
    origin: {
      workload: null,
      replicasFrom: "spec",
      replicaAvailabilityFrom: "spec",
      replicasPlace: NOWHERE,
      place: NOWHERE,
    },
  };
}

/** Between services given by index. */
export function dependency(
  services: readonly Service[],
  from: number,
  to: number,
  channels: readonly Probability[],
  mode: Mode = "sync",
): Dependency {
  const arrow = mode === "sync" ? "->" : "~>";
  return {
    name: `${services[from]!.name} ${arrow} ${services[to]!.name}`,
    from,
    to,
    mode,
    channels: channels.map(
      (up): Channel => ({
        up,
        timeout: null,
        members: [],
        availabilityFrom: "spec",
        place: NOWHERE,
      }),
    ),
    place: NOWHERE,
  };
}

export function endpoint(
  entry: number,
  needs: Need | readonly MixtureMember[],
  completion: Completion = "immediate",
): Endpoint {
  return {
    name: "GET /",
    entry,
    completion,
    mixture: "kind" in needs ? [{ share: 1, strict: false, need: needs }] : needs,
    slo: null,
    under: [],
    was: null,
    place: NOWHERE,
    sloPlace: null,
  };
}

export function model(
  services: readonly Service[],
  dependencies: readonly Dependency[],
  endpoints: readonly Endpoint[] = [],
): Model {
  return {
    services,
    dependencies,
    domains: [],
    members: [],
    faults: [],
    incidents: [],
    endpoints,
    gate: {
      maxDrop: null,
      maxDowntimeIncrease: null,
      warnAt: 0.9,
      preexisting: "warn",
      undecided: "warn",
      adoption: "warn",
      place: NOWHERE,
    },
  };
}

/** The model with domains given as the availabilities of their members, in order. */
export function withDomains(one: Model, given: readonly (readonly Probability[])[]): Model {
  const members = given.flatMap((ups, domain) =>
    ups.map((up, at): Member => ({ name: `d${domain}/${at}`, domain, up, place: NOWHERE })),
  );
  const domains = given.map(
    (_, domain): Domain => ({
      name: `d${domain}`,
      topologyKey: null,
      members: members.flatMap((member, index) => (member.domain === domain ? [index] : [])),
      place: NOWHERE,
    }),
  );
  return { ...one, domains, members };
}

/** So many of the replicas of these services dead, however many there are. */
export function killOf(among: readonly number[], dead: number): Kill {
  return { among, dead, origin: { share: "0", rounding: "ceil", minimum: dead, isOfAll: false } };
}

/** A fault that does what is given and nothing else. */
export function fault(given: Partial<Fault>): Fault {
  return {
    name: "fault",
    overrides: [],
    down: [],
    rollout: null,
    drain: null,
    kill: null,
    worstOf: null,
    place: NOWHERE,
    ...given,
  };
}

export function incident(
  probability: Probability,
  given: Partial<Pick<Incident, "overrides" | "down">>,
): Incident {
  return { probability, overrides: [], down: [], place: NOWHERE, ...given };
}

export function reached(index: number): Need {
  return { kind: "service", service: index };
}

export function used(index: number): Need {
  return { kind: "dependency", dependency: index };
}

export function atLeast(k: number, ...of: readonly Need[]): Need {
  return { kind: "atLeast", k, of };
}

export function all(...of: readonly Need[]): Need {
  return atLeast(of.length, ...of);
}

/** A strict member, lowered to every u_d of the entry's forward closure in the mode. */
export function strict(
  dependencies: readonly Dependency[],
  entry: number,
  completion: Completion,
  share = 1,
): MixtureMember {
  const inside = new Set([entry]);
  const needs = new Set<number>();
  for (const from of inside) {
    dependencies.forEach((one, index) => {
      if (one.from !== from || (completion === "immediate" && one.mode === "async")) return;
      inside.add(one.to);
      needs.add(index);
    });
  }
  return { share, strict: true, need: all(...[...needs].map(used)) };
}
