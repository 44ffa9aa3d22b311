import { CERTAIN } from "../availability/probability.ts";
import type { Structure } from "../availability/structure.ts";
import type { Incident, Model, Override, Target } from "../model/model.ts";

/**
 * The model with a service live, or a dependency up, whatever else fails: no domain and no incident takes it. All
 * else is as likely as ever.
 *
 * @param index a service's or a dependency's, numbered as in `Structure`
 */
export function withCertain(model: Model, { services: count }: Structure, index: number): Model {
  const { services, dependencies } = model;
  const own: Own = index < count ? { service: index } : { dependency: index - count };
  return {
    ...model,
    services: services.map((one, at) => {
      if (at !== own.service) return one;
      const units = Array.from({ length: Math.max(one.quorum, one.replicas.length) });
      return { ...one, replicas: units.map(() => CERTAIN), placement: units.map(() => []) };
    }),
    dependencies: dependencies.map((one, at) => {
      if (at !== own.dependency) return one;
      const certain = { up: CERTAIN, timeout: null, members: [] };
      return { ...one, channels: one.channels.map((channel) => ({ ...channel, ...certain })) };
    }),
    incidents: model.incidents.map((one) => sparing(one, own)),
  };
}

type Own = { readonly service?: number; readonly dependency?: number };

function sparing(incident: Incident, { service, dependency }: Own): Incident {
  const isOther = (one: Override | Target) =>
    !("service" in one && one.service === service) &&
    !("dependency" in one && one.dependency === dependency);
  return {
    ...incident,
    overrides: incident.overrides.filter(isOther),
    down: incident.down.filter(isOther),
  };
}
