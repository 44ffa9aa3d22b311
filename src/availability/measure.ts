import type { Probability } from "../model/model.ts";

/** One independent state of a component; it counts while all the domain members that it sits on are up, too. */
export type Unit = {
  readonly up: Probability;
  readonly members: readonly number[];
  /** Of a channel with a time-out: ρ alone, of which `up` is what is in time. */
  readonly untimed?: Probability;
};

/**
 * A service or a dependency as k out of n: its replicas (Eq. 5), or its channels, of which one is
 * enough (Eq. 11). Given the states of the members, and under a kill the number of its dead, it is
 * independent of all other components.
 */
export type Component = {
  readonly kind: "service" | "dependency";
  readonly name: string;
  readonly units: readonly Unit[];
  readonly quorum: number;
  /** So many of the units are taken away, any set of them as likely as any other. From 0 to all. */
  readonly victims: number;
  /** Its dead are drawn from the urn of the measure, and its `up` are certain. */
  readonly inUrn: boolean;
};

/**
 * P of one situation: the steady state, or a fault or an incident. Components are numbered: service
 * i of the model is i, dependency j is j + the number of services.
 */
export type Measure = {
  readonly services: number;
  readonly components: readonly Component[];
  readonly members: readonly Member[];
  /** Of a kill: so many of `size` replicas are dead, not more than there are. */
  readonly urn: { readonly size: number; readonly dead: number } | null;
};

export type Member = Probability & { readonly name: string };

/** A = Σ weight · A(measure): the steady state and its incidents. The weights sum to 1. */
export type Situation = readonly { readonly weight: number; readonly measure: Measure }[];
