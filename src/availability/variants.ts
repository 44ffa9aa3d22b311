import type {
  Channel,
  Dependency,
  Model,
  Override,
  Probability,
  Service,
  Timeout,
} from "../model/model.ts";
import type { Component, Member } from "./measure.ts";
import { once } from "./once.ts";
import { any, both, CERTAIN, NEVER } from "./probability.ts";

/** All components as the model declares them. */
export function declaredComponents({ services, dependencies }: Model): readonly Component[] {
  return [...services.map(serviceComponent), ...dependencies.map(dependencyComponent)];
}

/** ρ_eff = ρ(1-(1-λ)^{r+1}), and 1 - ρ_eff, of a call that is tried until it is in time. */
export function callAvailability(up: Probability, timeout: Timeout | null): Probability {
  return timeout === null ? up : both(up, inTime(timeout));
}

/** 1-(1-λ)^{r+1}: that one of the attempts ends in time. */
export function inTime({ onTime, retries }: Timeout): Probability {
  return any(Array<Probability>(retries + 1).fill(onTime));
}

/** Of a service or dependency that the override names, given as the model declares it. */
export function overridden(model: Model, declared: Component, override: Override): Component {
  const known = overriddenOf(declared);
  const before = known.get(override);
  if (before !== undefined) return before;
  const made = { ...declared, ...overrideParts(model, declared, override) };
  known.set(override, made);
  return made;
}

const overriddenOf = once((_: Component) => new Map<Override, Component>());

function overrideParts({ dependencies }: Model, { units }: Component, override: Override) {
  if (override.kind === "external") {
    return { units: [{ up: override.up, members: [] }], quorum: 1 };
  }
  if (override.kind === "dependency") {
    const { channels } = dependencies[override.dependency]!;
    return { units: channels.map((one) => channelUnit(one, override.up)) };
  }
  return { units: units.map((unit) => ({ ...unit, up: override.up })) };
}

/** The same component, whatever the state, never live. */
export const downComponent = once(
  (one: Component): Component => ({
    ...one,
    units: one.units.map(({ members }) => ({ up: NEVER, members })),
  }),
);

/** All own states are live. */
export const sparedComponent = once(
  (one: Component): Component => ({
    ...one,
    units: one.units.map((unit) => ({ ...unit, up: CERTAIN })),
  }),
);

/** All own states are live but for the dead that the urn deals. */
export const urnComponent = once(
  (one: Component): Component => ({
    ...one,
    units: one.units.map((unit) => ({ ...unit, up: CERTAIN })),
    inUrn: true,
  }),
);

/** With so many units taken away, more than none. */
export function withVictims(one: Component, victims: number): Component {
  const known = victimised(one);
  const before = known.get(victims);
  if (before !== undefined) return before;
  const made = { ...one, victims };
  known.set(victims, made);
  return made;
}

const victimised = once((_: Component) => new Map<number, Component>());

export const downMember = once((one: Member): Member => ({ name: one.name, ...NEVER }));

export function overriddenMember(one: Member, override: Override): Member {
  return memberOf(one)(override);
}

const memberOf = once((one: Member) =>
  once((override: Override): Member => ({ name: one.name, ...override.up })),
);

const serviceComponent = once(({ name, replicas, quorum, placement }: Service): Component => {
  const units = replicas.map((up, index) => ({ up, members: placement[index] ?? [] }));
  return { kind: "service", name, units, quorum, victims: 0, inUrn: false };
});

const dependencyComponent = once(({ name, channels }: Dependency): Component => {
  const units = channels.map((one) => channelUnit(one, one.up));
  return { kind: "dependency", name, units, quorum: 1, victims: 0, inUrn: false };
});

function channelUnit({ timeout, members }: Channel, up: Probability) {
  if (timeout === null) return { up, members };
  return { up: callAvailability(up, timeout), members, untimed: up };
}
