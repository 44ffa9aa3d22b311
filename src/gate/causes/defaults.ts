import type { Channel, Model, Probability, Service } from "../../model/model.ts";
import type { SideName } from "./sides.ts";

/** What is so by default, as far as anything follows it. */
export type Defaults = {
  readonly theta: Probability | null;
  readonly rho: Probability | null;
  /** By domain, members that replicas sit on in turn: their names. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
};

/** The default that a follower tells; the engine knows of no other. */
export function defaultsOf({ services, dependencies, domains, members }: Model): Defaults {
  const channels = dependencies.flatMap((one) => one.channels);
  const channel = channels.find(isByDefault);
  return {
    theta: services.find(isOfDefault)?.replicas[0] ?? null,
    rho: channel === undefined ? null : ratedUp(channel),
    rows: new Map(
      services
        .flatMap(({ origin }) => origin.placement ?? [])
        .filter(({ from }) => from === "default")
        .map(({ domain, row = [] }) => [
          domains[domain]!.name,
          row.map((one) => members[one]!.name),
        ]),
    ),
  };
}

/** Whether both sides tell of a default, and another one. */
export function defaultMoved(
  defaults: Readonly<Record<SideName, Defaults>>,
  of: "theta" | "rho",
): boolean {
  const [was, now] = [defaults.base[of], defaults.head[of]];
  return was !== null && now !== null && was.q !== now.q;
}

/** Whether θ of its replicas follows the default; one without replicas tells nothing of it. */
export function isOfDefault({ external, replicas, origin }: Service): boolean {
  return !external && replicas.length > 0 && origin.replicaAvailabilityFrom === "default";
}

export function isByDefault({ availabilityFrom }: Channel): boolean {
  return availabilityFrom === "default";
}

/** ρ as if nothing were injected. */
export function ratedUp({ up, origin }: Channel): Probability {
  return origin?.injected?.without ?? up;
}
