import type {
  Channel,
  Completion,
  Domain,
  Endpoint,
  Incident,
  Member,
  Mode,
  Model,
  Need,
  Probability,
  Service,
} from "../model/model.ts";
import type { Place } from "../yaml/diagnostic.ts";

/**
 * A model as a report carries it: what the engine reads in the steady state, and nothing of where it was
 * written. What several endpoints need is there once.
 */
export type PackedModel = {
  readonly services: readonly PackedService[];
  readonly dependencies: readonly PackedDependency[];
  readonly domains: readonly { readonly name: string; readonly members: readonly number[] }[];
  readonly members: readonly Omit<Member, "place">[];
  readonly incidents: readonly Omit<Incident, "place">[];
  readonly endpoints: readonly PackedEndpoint[];
  readonly needs: readonly PackedNeed[];
};

export type PackedService = Pick<
  Service,
  "name" | "replicas" | "quorum" | "external" | "placement"
> & {
  /** k is ⌊R/2⌋+1, whatever R is. */
  readonly majority: boolean;
  /** For each domain that its replicas are in: members that they sit on in turn. */
  readonly rows: readonly (readonly number[])[];
};

export type PackedDependency = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly mode: Mode;
  readonly channels: readonly PackedChannel[];
};

export type PackedChannel = Pick<Channel, "up" | "timeout" | "members"> & {
  /** Calls that manifests make fail, which `up` takes account of: ρ without them, and their share. */
  readonly injected?: { readonly without: Probability; readonly share: Probability };
};

export type PackedEndpoint = {
  readonly name: string;
  readonly entry: number;
  readonly completion: Completion;
  readonly slo: Probability | null;
  /** Share, and index into the needs. */
  readonly mixture: readonly (readonly [share: number, need: number])[];
};

/** A service as s, a dependency as -1-d, "at least k of" as [k, of]. */
export type PackedNeed = number | readonly [k: number, of: readonly PackedNeed[]];

export function packModel(model: Model): PackedModel {
  const known = new Map<string, number>();
  const needs: PackedNeed[] = [];
  const indexOf = (need: Need): number => {
    const packed = packNeed(need);
    const key = JSON.stringify(packed);
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, needs.length);
    return needs.push(packed) - 1;
  };
  const { services, dependencies, domains, members, incidents, endpoints } = model;
  return {
    services: services.map(packService),
    dependencies: dependencies.map(({ name, from, to, mode, channels }) => ({
      name,
      from,
      to,
      mode,
      channels: channels.map(packChannel),
    })),
    domains: domains.map(({ name, members }) => ({ name, members })),
    members: members.map(({ name, domain, up }) => ({ name, domain, up })),
    incidents: incidents.map(({ probability, overrides, down }) => ({
      probability,
      overrides,
      down,
    })),
    endpoints: endpoints.map(({ name, entry, completion, slo, mixture }) => ({
      name,
      entry,
      completion,
      slo,
      mixture: mixture.map(({ share, need }) => [share, indexOf(need)] as const),
    })),
    needs,
  };
}

function packService(service: Service): PackedService {
  const { name, replicas, quorum, external, placement, origin } = service;
  const majority = origin.quorum === "majority";
  const rows = (origin.placement ?? []).map(({ row }) => row ?? []);
  return { name, replicas, quorum, external, placement, majority, rows };
}

function packChannel({ up, timeout, members, origin }: Channel): PackedChannel {
  const injected = origin?.injected ?? null;
  if (injected === null) return { up, timeout, members };
  const { without, share } = injected;
  return { up, timeout, members, injected: { without, share } };
}

function packNeed(need: Need): PackedNeed {
  switch (need.kind) {
    case "service":
      return need.service;
    case "dependency":
      return -1 - need.dependency;
    case "atLeast":
      return [need.k, need.of.map(packNeed)];
  }
}

/** Where nothing was written. */
const NOWHERE: Place = { file: "", line: 1, column: 1 };

/** The model again: with the figures of the steady state, and without faults, thresholds and places. */
export function unpackModel(packed: PackedModel): Model {
  const needs = packed.needs.map(unpackNeed);
  return {
    services: packed.services.map(unpackService),
    dependencies: packed.dependencies.map(({ channels, ...one }) => ({
      ...one,
      channels: channels.map(unpackChannel),
      place: NOWHERE,
    })),
    domains: packed.domains.map((one): Domain => ({ ...one, topologyKey: null, place: NOWHERE })),
    members: packed.members.map((one) => ({ ...one, place: NOWHERE })),
    faults: [],
    incidents: packed.incidents.map((one) => ({ ...one, place: NOWHERE })),
    endpoints: packed.endpoints.map((one) => unpackEndpoint(one, needs)),
    gate: {
      maxDrop: null,
      maxDowntimeIncrease: null,
      warnAt: 1,
      preexisting: "warn",
      undecided: "warn",
      adoption: "warn",
      place: NOWHERE,
    },
  };
}

function unpackService({ majority, rows, ...one }: PackedService): Service {
  return {
    ...one,
    disruption: { rollout: 0, drain: 0 },
    origin: {
      workload: null,
      replicasFrom: one.external ? "external" : "spec",
      replicaAvailabilityFrom: "spec",
      ...(majority ? { quorum: "majority" } : {}),
      replicasPlace: NOWHERE,
      placement: rows.map((row, domain) => ({
        domain,
        from: "spec",
        row,
        soft: false,
        place: NOWHERE,
      })),
      place: NOWHERE,
    },
  };
}

function unpackChannel({ injected, ...one }: PackedChannel): Channel {
  const channel: Channel = { ...one, availabilityFrom: "spec", place: NOWHERE };
  if (injected === undefined) return channel;
  const origin = { onTime: null, retries: null, injected: { ...injected, place: NOWHERE } };
  return { ...channel, origin };
}

function unpackEndpoint({ mixture, ...one }: PackedEndpoint, needs: readonly Need[]): Endpoint {
  return {
    ...one,
    mixture: mixture.map(([share, need]) => ({ share, strict: false, need: needs[need]! })),
    under: [],
    was: null,
    place: NOWHERE,
    sloPlace: null,
  };
}

function unpackNeed(packed: PackedNeed): Need {
  if (typeof packed !== "number") {
    const [k, of] = packed;
    return { kind: "atLeast", k, of: of.map(unpackNeed) };
  }
  return packed >= 0
    ? { kind: "service", service: packed }
    : { kind: "dependency", dependency: -1 - packed };
}
