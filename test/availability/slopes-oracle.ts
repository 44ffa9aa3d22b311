import type { Importance } from "../../src/availability/importance.ts";
import type { Channel, Endpoint, Fault, Model, Probability } from "../../src/model/model.ts";
import { bruteForceEach, type Forced } from "./oracle.ts";

/** By what is asked about, such as `replica 2/0`. */
export type Slopes = ReadonlyMap<string, number>;

const SURE: Probability = { p: 1, q: 0 };
const NEVER: Probability = { p: 0, q: 1 };

/**
 * What each root is worth by enumeration, A(1) - A(0), one list for each reading of the fault. A
 * service, dependency or member is forced; a replica or channel is made certain in the model, so that
 * a fault or an incident that replaces it still does.
 */
export function slopesByForce(
  model: Model,
  endpoint: Endpoint,
  fault: Fault | null,
): readonly Slopes[] {
  const found = bruteForceEach(model, endpoint, fault).map(() => new Map<string, number>());
  const of = (one: Model, forced: readonly Forced[] = []) =>
    bruteForceEach(one, endpoint, fault, forced).map(({ p }) => p);
  const set = (key: string, high: readonly number[], low: readonly number[]): void => {
    found.forEach((slopes, at) => {
      slopes.set(key, high[at]! - low[at]!);
    });
  };
  model.services.forEach(({ replicas }, service) => {
    const live = (up: boolean) => of(model, [{ kind: "service", service, up }]);
    set(`service ${service}`, live(true), live(false));
    replicas.forEach((_, replica) => {
      const own = (up: Probability) => of(withReplica(model, service, replica, up));
      set(`replica ${service}/${replica}`, own(SURE), own(NEVER));
    });
  });
  model.dependencies.forEach(({ channels }, dependency) => {
    const open = (up: boolean) => of(model, [{ kind: "dependency", dependency, up }]);
    set(`dependency ${dependency}`, open(true), open(false));
    channels.forEach((channel, at) => {
      const key = `${dependency}/${at}`;
      const own = (changed: Partial<Channel>) =>
        of(withChannel(model, dependency, at, { ...channel, ...changed }));
      set(`channel ${key}`, own({ up: SURE }), own({ up: NEVER }));
      const slopes = timeoutSlopes(channel, own);
      set(`on time ${key}`, slopes.onTime, zeros(slopes.onTime));
      set(`retry ${key}`, slopes.retry, zeros(slopes.retry));
    });
  });
  model.members.forEach((_, member) => {
    const state = (up: boolean) => of(model, [{ kind: "member", member, up }]);
    set(`member ${member}`, state(true), state(false));
  });
  return found;
}

/**
 * ∂A/∂λ, and what one more retry adds. A is a polynomial in λ of a degree of r + 1; up to the fourth
 * the difference of five points is its derivative and no approximation of it.
 */
function timeoutSlopes({ timeout }: Channel, own: (changed: Partial<Channel>) => number[]) {
  if (timeout === null) return { onTime: own({}).map(() => 0), retry: own({}).map(() => 0) };
  const { onTime, retries } = timeout;
  if (retries > 3) throw new Error("the difference of five points is exact for up to 3 retries");
  const step = 1 / 16;
  const near = (steps: number) => {
    const moved = { p: onTime.p + steps * step, q: onTime.q - steps * step };
    return own({ timeout: { onTime: moved, retries } });
  };
  const [a, b, c, d] = [near(-2), near(-1), near(1), near(2)];
  const more = own({ timeout: { onTime, retries: retries + 1 } });
  return {
    onTime: a.map((low, at) => (low - 8 * b[at]! + 8 * c[at]! - d[at]!) / (12 * step)),
    retry: own({}).map((before, at) => more[at]! - before),
  };
}

/** The engine's answer under the same keys. */
export function slopesOf(found: Importance): Slopes {
  const slopes = new Map<string, number>();
  found.services.forEach((slope, service) => {
    slopes.set(`service ${service}`, slope);
  });
  found.replicas.forEach((all, service) => {
    all.forEach((slope, replica) => {
      slopes.set(`replica ${service}/${replica}`, slope);
    });
  });
  found.dependencies.forEach((slope, dependency) => {
    slopes.set(`dependency ${dependency}`, slope);
  });
  found.channels.forEach((all, dependency) => {
    all.forEach(({ availability, onTime, retry }, channel) => {
      slopes.set(`channel ${dependency}/${channel}`, availability);
      slopes.set(`on time ${dependency}/${channel}`, onTime);
      slopes.set(`retry ${dependency}/${channel}`, retry);
    });
  });
  found.members.forEach((slope, member) => {
    slopes.set(`member ${member}`, slope);
  });
  return slopes;
}

/** What differs by more than 1e-12, or stands on one side alone. */
export function differing(found: Slopes, truth: Slopes): readonly string[] {
  return [...new Set([...found.keys(), ...truth.keys()])].filter(
    (key) => !(Math.abs(found.get(key)! - truth.get(key)!) <= 1e-12),
  );
}

function withReplica(model: Model, service: number, replica: number, up: Probability): Model {
  const one = model.services[service]!;
  const changed = { ...one, replicas: one.replicas.with(replica, up) };
  return { ...model, services: model.services.with(service, changed) };
}

function withChannel(model: Model, dependency: number, at: number, channel: Channel): Model {
  const one = model.dependencies[dependency]!;
  const changed = { ...one, channels: one.channels.with(at, channel) };
  return { ...model, dependencies: model.dependencies.with(dependency, changed) };
}

const zeros = (values: readonly number[]) => values.map(() => 0);
