import type { Channel, Model, Service, Timeout } from "../../model/model.ts";
import type { Place } from "../../yaml/diagnostic.ts";
import { withEndpoints, withRetries, withService } from "./apply.ts";

/** One change of a deployment or of a spec, small enough that a person would make it as one. */
export type Step =
  | { readonly kind: "replicas"; readonly service: number; readonly to: number }
  /** Its replicas in turn on all members of a domain that it is in already. */
  | { readonly kind: "spread"; readonly service: number; readonly domain: number }
  | { readonly kind: "retries"; readonly dependency: number; readonly to: number }
  /** What a strict endpoint would do without. By name, as the spec would say it. */
  | { readonly kind: "optional"; readonly endpoint: string; readonly name: string };

export function applyStep(model: Model, step: Step): Model {
  switch (step.kind) {
    case "replicas":
      return withService(model, step.service, (one) => withReplicas(one, step.to));
    case "spread":
      return withService(model, step.service, (one) => spreadOver(model, one, step.domain));
    case "retries":
      return withRetries(model, step.dependency, step.to);
    case "optional":
      return withEndpoints(model, step.endpoint, step.name);
  }
}

/** A step by names, for those who have no model: a name may hold whatever stands between two words of a sentence. */
export type NamedStep =
  | {
      readonly kind: "replicas" | "retries";
      readonly name: string;
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: "spread"; readonly name: string; readonly domain: string }
  | { readonly kind: "optional"; readonly name: string };

export function namedStep({ services, dependencies, domains }: Model, step: Step): NamedStep {
  switch (step.kind) {
    case "replicas": {
      const { name, replicas } = services[step.service]!;
      return { kind: "replicas", name, from: replicas.length, to: step.to };
    }
    case "spread": {
      const domain = domains[step.domain]!.name;
      return { kind: "spread", name: services[step.service]!.name, domain };
    }
    case "retries": {
      const { name, channels } = dependencies[step.dependency]!;
      return {
        kind: "retries",
        name,
        from: leastRetried(channels)?.timeout.retries ?? 0,
        to: step.to,
      };
    }
    case "optional":
      return { kind: "optional", name: step.name };
  }
}

/** In words that say what to change: `replicas of payment 1 -> 2`. */
export function stepText(step: NamedStep): string {
  switch (step.kind) {
    case "replicas":
    case "retries":
      return `${step.kind} of ${step.name} ${step.from} -> ${step.to}`;
    case "spread":
      return `spread ${step.name} over ${step.domain}`;
    case "optional":
      return `make ${step.name} optional`;
  }
}

/** The line to change; of several workloads, of the first. */
export function stepPlace({ services, dependencies, endpoints }: Model, step: Step): Place {
  switch (step.kind) {
    case "replicas":
    case "spread": {
      const { origin } = services[step.service]!;
      const seat =
        step.kind === "spread" && origin.placement?.find(({ domain }) => domain === step.domain);
      return seat ? seat.place : (origin.parts?.[0]?.place ?? origin.replicasPlace);
    }
    case "retries": {
      const { place, channels } = dependencies[step.dependency]!;
      return leastRetried(channels)?.origin?.retries ?? place;
    }
    case "optional":
      return endpoints.find(({ name }) => name === step.endpoint)!.place;
  }
}

/** Of the routes whose calls may be late the first that tries least often. */
export function leastRetried(channels: readonly Channel[]): Late | undefined {
  return channels.filter(isLate).toSorted((a, b) => a.timeout.retries - b.timeout.retries)[0];
}

type Late = Channel & { readonly timeout: Timeout };

function isLate(channel: Channel): channel is Late {
  return channel.timeout !== null && channel.timeout.onTime.q > 0;
}

/** k of so many replicas; ⌊R/2⌋+1 where it follows them. */
function quorumFor({ origin, quorum }: Service, replicas: number): number {
  return origin.quorum === "majority" ? Math.floor(replicas / 2) + 1 : quorum;
}

/** The same service with more replicas: each new one like the first, on the members whose turn it is. */
export function withReplicas(service: Service, count: number): Service {
  const { replicas, placement, origin } = service;
  const rows = (origin.placement ?? []).map(({ row }) => row ?? []);
  const seatsOf = (replica: number): readonly number[] => {
    const known = placement[replica];
    if (known !== undefined) return known;
    if (rows.every((row) => row.length > 0)) {
      return rows.map((row) => row[replica % row.length]!).toSorted((a, b) => a - b);
    }
    return placement[replica % Math.max(1, placement.length)] ?? [];
  };
  return {
    ...service,
    replicas: Array.from({ length: count }, (_, at) => replicas[at] ?? replicas[0]!),
    placement: Array.from({ length: count }, (_, at) => seatsOf(at)),
    quorum: quorumFor(service, count),
  };
}

function spreadOver({ domains }: Model, service: Service, domain: number): Service {
  const { members } = domains[domain]!;
  const placement = service.placement.map((seats, replica) =>
    [...seats.filter((one) => !members.includes(one)), members[replica % members.length]!].toSorted(
      (a, b) => a - b,
    ),
  );
  const origins = (service.origin.placement ?? []).map((one) =>
    one.domain === domain ? { ...one, row: members } : one,
  );
  return { ...service, placement, origin: { ...service.origin, placement: origins } };
}
