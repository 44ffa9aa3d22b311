import type { Channel, Model, Probability } from "../model/model.ts";
import type { Evidence } from "../model/origin.ts";
import type { Component, Unit } from "./measure.ts";
import { both, CERTAIN } from "./probability.ts";
import { callAvailability } from "./variants.ts";

/** A θ that the replicas of a service share, or the ρ of a channel. */
export type Adjustable = {
  readonly component: number;
  /** The channel; `null`: all replicas. */
  readonly channel: number | null;
};

/** One of which something was observed. */
export type Parameter = Adjustable & {
  /** The same for the same thing with the same counts. */
  readonly key: string;
  /** The service or dependency. */
  readonly name: string;
  readonly evidence: Evidence;
};

/** Failures that Jeffreys' prior adds to those seen. */
const PRIOR_FAILURES = 0.5;

/**
 * What is uncertain in a model: everything with evidence. Not so a value that stays as it is (a default, or set by a
 * person) and of which the evidence is too little to speak: where that value leaves fewer failures, or
 * successes, to be expected in all that was observed than the prior alone puts in. A hundred
 * dependencies without a failure in 1,000 calls would otherwise be uncertain around a false 0.951.
 */
export function parametersOf(model: Model): readonly Parameter[] {
  const { services, dependencies } = model;
  const found: Parameter[] = [];
  services.forEach(({ name, replicas, origin }, component) => {
    const { evidence, replicaAvailabilityFrom: from } = origin;
    const [up] = replicas;
    if (evidence === undefined || up === undefined) return;
    // Of replicas that differ, counts of all of them say nothing about each.
    if (replicas.some(({ q }) => q !== up.q)) return;
    if (speaks(evidence, up, from)) {
      found.push({ key: keyOf(name, 0, evidence), name, component, channel: null, evidence });
    }
  });
  dependencies.forEach(({ name, channels }, index) => {
    const component = services.length + index;
    channels.forEach((one, channel) => {
      const { evidence, availabilityFrom: from } = one;
      if (evidence === undefined || !speaks(evidence, alone(one), from)) return;
      found.push({ key: keyOf(name, channel, evidence), name, component, channel, evidence });
    });
  });
  return found;
}

function keyOf(name: string, channel: number, { good, total }: Evidence): string {
  return JSON.stringify([name, channel, good, total]);
}

function speaks(
  { total }: Evidence,
  { p, q }: Probability,
  from: "spec" | "default" | "evidence",
): boolean {
  return from === "evidence" || total * Math.min(p, q) >= PRIOR_FAILURES;
}

/** ρ without what manifests make fail. */
export function alone({ up, origin }: Channel): Probability {
  return origin?.injected?.without ?? up;
}

/** θ or ρ as the model has it. */
export function declaredValue(
  { services, dependencies }: Model,
  { component, channel }: Adjustable,
): Probability {
  return channel === null
    ? services[component]!.replicas[0]!
    : alone(dependencies[component - services.length]!.channels[channel]!);
}

/** A value that is set again and again. */
export type Variable = { p: number; q: number };

/** A component with values of its own for some of its parameters: new objects for each time would be many. */
export type Varying = {
  /** Good until a value is set: whoever keeps what it finds of a component must be given a copy. */
  readonly component: Component;
  /** To be called when values were set. */
  readonly renew: () => void;
};

/** @param values of parameters that are all of this component */
export function varying(
  { services, dependencies }: Model,
  declared: Component,
  values: readonly { readonly parameter: Adjustable; readonly value: Variable }[],
): Varying {
  let units: readonly Unit[] = declared.units;
  const renewals: (() => void)[] = [];
  for (const { parameter, value } of values) {
    if (parameter.channel === null) {
      units = units.map(({ members }) => ({ up: value, members }));
      continue;
    }
    const { timeout, origin } =
      dependencies[parameter.component - services.length]!.channels[parameter.channel]!;
    const share = origin?.injected?.share;
    const left = share === undefined ? CERTAIN : { p: share.q, q: share.p };
    const up = { p: 0, q: 0 };
    renewals.push(() => {
      Object.assign(up, callAvailability(both(value, left), timeout));
    });
    units = units.map((unit, at) => (at === parameter.channel ? { ...unit, up } : unit));
  }
  const renew = () => {
    for (const one of renewals) one();
  };
  return { component: { ...declared, units }, renew };
}
