import type { Model, Probability, Service } from "../../model/model.ts";
import type { Place } from "../../yaml/diagnostic.ts";
import type { Assumption } from "../explained.ts";

/** A model as it would be if an assumption were wrong, at either end of what is plausible. */
export type Variant = {
  readonly kind: Assumption["kind"];
  readonly subject: string;
  readonly message: string;
  readonly place: Place;
  /** Components that it moves, numbered as in `Structure`: it matters where one of them does. */
  readonly moves: readonly number[];
  /** `null`: as it is. The endpoints are the same objects where the graph is the same, and only there. */
  readonly worse: (() => Model) | null;
  readonly better: (() => Model) | null;
};

/** A default is plausible up to an order of magnitude either way. */
const MAGNITUDE = 10;

/** Ten times as likely to fail, though never more often than not unless it is so already. */
export function worseBy({ q }: Probability): Probability {
  return complementOf(Math.max(q, Math.min(0.5, q * MAGNITUDE)));
}

export function betterBy({ q }: Probability): Probability {
  return complementOf(q / MAGNITUDE);
}

function complementOf(q: number): Probability {
  return { p: 1 - q, q };
}

/** The model with some of its services replaced. */
export function withServices(
  model: Model,
  replace: (service: Service, index: number) => Service,
): Model {
  return { ...model, services: model.services.map(replace) };
}

/** The model with another ρ where `up` gives one. */
export function withChannels(
  model: Model,
  up: (dependency: number, channel: number) => Probability | null,
): Model {
  return {
    ...model,
    dependencies: model.dependencies.map((one, dependency) => ({
      ...one,
      channels: one.channels.map((channel, at) => {
        const given = up(dependency, at);
        return given === null ? channel : { ...channel, up: given };
      }),
    })),
  };
}

/** The same model for all endpoints, of which most rest on it. */
export function builtOnce(build: () => Model): () => Model {
  let built: Model | null = null;
  return () => {
    built ??= build();
    return built;
  };
}
