import { graphOf, strictClosure } from "../../model/closure.ts";
import type { Endpoint, MixtureMember, Model, Need, Service, Timeout } from "../../model/model.ts";

export function withService(
  model: Model,
  service: number,
  change: (one: Service) => Service,
): Model {
  return {
    ...model,
    services: model.services.map((one, at) => (at === service ? change(one) : one)),
  };
}

/** So many further attempts, at the least, of every channel of a dependency that has a time-out. */
export function withRetries(model: Model, dependency: number, retries: number): Model {
  return {
    ...model,
    dependencies: model.dependencies.map((one, at) =>
      at !== dependency
        ? one
        : {
            ...one,
            channels: one.channels.map((channel) =>
              channel.timeout === null
                ? channel
                : { ...channel, timeout: triedMore(channel.timeout, retries) },
            ),
          },
    ),
  };
}

function triedMore({ onTime, retries }: Timeout, least: number): Timeout {
  return { onTime, retries: Math.max(retries, least) };
}

/** The model with one more name in the `optional` of an endpoint's strict members. */
export function withEndpoints(model: Model, endpoint: string, optional: string): Model {
  return {
    ...model,
    endpoints: model.endpoints.map((one) =>
      one.name === endpoint ? withOptional(model, one, optional) : one,
    ),
  };
}

function withOptional(model: Model, endpoint: Endpoint, name: string): Endpoint {
  return {
    ...endpoint,
    mixture: endpoint.mixture.map((member) =>
      member.strict ? relaxed(model, endpoint, member, name) : member,
    ),
  };
}

/** Lowered anew, with one more name cut first. */
function relaxed(
  { services, dependencies }: Model,
  { entry, completion }: Endpoint,
  member: MixtureMember,
  name: string,
): MixtureMember {
  const before = member.cuts ?? { calls: null, optional: [] };
  const cuts = { ...before, optional: [...before.optional, name] };
  const nameOf = (service: number) => services[service]!.name;
  const lines = dependencies.map((one) => ({
    name: one.name,
    from: nameOf(one.from),
    to: nameOf(one.to),
    mode: one.mode,
  }));
  const indexOf = new Map(dependencies.map((one, index) => [one.name, index]));
  const of = strictClosure(graphOf(lines), {
    entry: nameOf(entry),
    completion,
    calls: cuts.calls === null ? null : new Set(cuts.calls),
    optional: new Set(cuts.optional),
  }).map((line): Need => ({ kind: "dependency", dependency: indexOf.get(line.name)! }));
  return { ...member, cuts, need: { kind: "atLeast", k: of.length, of } };
}
