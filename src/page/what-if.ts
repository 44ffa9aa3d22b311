import { both } from "../availability/probability.ts";
import { withService } from "../gate/remedies/apply.ts";
import { withReplicas } from "../gate/remedies/step.ts";
import type { Channel, Model, Probability } from "../model/model.ts";

/** Of one component, by its index in the model; `null`: as it is. */
export type WhatIf =
  | {
      readonly kind: "service";
      readonly index: number;
      readonly replicas: number | null;
      /** θ of each replica; of a third party, its availability. */
      readonly up: Probability | null;
    }
  /** ρ of each channel; its time-out and domains stay. */
  | { readonly kind: "dependency"; readonly index: number; readonly up: Probability | null }
  /** A state of a domain. */
  | { readonly kind: "member"; readonly index: number; readonly up: Probability | null };

/** The model as it would be: as if its spec said so. */
export function withWhatIfs(model: Model, whatIfs: readonly WhatIf[]): Model {
  return whatIfs.reduce(withWhatIf, model);
}

function withWhatIf(model: Model, whatIf: WhatIf): Model {
  const { index, up } = whatIf;
  if (whatIf.kind === "service") return withServiceAs(model, index, whatIf.replicas, up);
  if (up === null) return model;
  if (whatIf.kind === "member") {
    return {
      ...model,
      members: model.members.map((one, at) => (at === index ? { ...one, up } : one)),
    };
  }
  return {
    ...model,
    dependencies: model.dependencies.map((one, at) =>
      at === index
        ? { ...one, channels: one.channels.map((channel) => withRho(channel, up)) }
        : one,
    ),
  };
}

/** What a mesh makes fail goes on failing. */
function withRho(channel: Channel, rho: Probability): Channel {
  const share = channel.origin?.injected?.share;
  return { ...channel, up: share === undefined ? rho : both(rho, { p: share.q, q: share.p }) };
}

function withServiceAs(
  model: Model,
  index: number,
  replicas: number | null,
  up: Probability | null,
): Model {
  return withService(model, index, (service) => {
    // Before their number: a service that has none has no θ that more of them could take.
    const rated = up === null ? service : { ...service, replicas: service.replicas.map(() => up) };
    if (replicas === null || replicas === service.replicas.length) return rated;
    return withReplicas(rated, replicas);
  });
}
