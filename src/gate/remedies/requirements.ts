import { type Importance, importanceOf } from "../../availability/importance.ts";
import type { Endpoint, Model, Probability } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import type { Limit, Requirement } from "../explained.ts";
import { withChannels, withServices } from "../limits/variant.ts";
import { withReplicas } from "./step.ts";

/** Requirements of one endpoint. */
const MOST = 3;

/** Replicas that leave nothing of what more of them could do. */
const PLENTY = 9;

/** One figure that a person can negotiate: ρ, a third party's availability, a domain's. */
type Root = {
  readonly component: string;
  readonly kind: Limit["kind"];
  readonly up: Probability;
  /** ∂A by it. */
  readonly slope: number;
  readonly having: (up: Probability) => Model;
};

/**
 * What would have to be true where no change of the deployment reaches the SLO: for each dependency, third
 * party and domain the least availability that would do, all else being as it is; where none would do by
 * itself, with replicas to spare. A is affine in each independent state, so that one slope tells it; each
 * is evaluated all the same.
 */
export function requirementsOf(
  run: GateRun,
  model: Model,
  endpoint: Endpoint,
): readonly Requirement[] {
  const { slo } = endpoint;
  if (slo === null) return [];
  for (const one of [model, plentiful(model)]) {
    const importance = importanceOf({ model: one, endpoint, fault: null });
    if (importance === null) return [];
    const found = rootsOf(one, importance).flatMap((root): Requirement[] => {
      const q = root.up.q - (importance.up.q - slo.q) / root.slope;
      if (!(q >= 0 && q < root.up.q)) return [];
      const changed = root.having({ p: 1 - q, q });
      const { estimate } = run.engine.estimate(
        { model: changed, endpoint, fault: null },
        run.options,
        [],
      );
      // The line meets the SLO up to rounding.
      if (estimate.unavailability > slo.q * (1 + 1e-9)) return [];
      const { component, kind, up } = root;
      return [{ component, kind, availability: up.p, required: 1 - q }];
    });
    if (found.length > 0) return found.slice(0, MOST);
  }
  return [];
}

function plentiful(model: Model): Model {
  return withServices(model, (one) =>
    one.external || one.replicas.length === 0
      ? one
      : withReplicas(one, Math.max(one.replicas.length, PLENTY)),
  );
}

/** What no replica helps, the most critical first. */
function rootsOf(model: Model, importance: Importance): readonly Root[] {
  const { services, dependencies, members } = model;
  const thirdParties = services.flatMap(({ name, external, replicas }, index): Root[] => {
    const up = replicas[0];
    if (!external || up === undefined) return [];
    const having = (given: Probability) =>
      withServices(model, (one, at) => (at === index ? { ...one, replicas: [given] } : one));
    return [
      { component: name, kind: "service", up, slope: importance.replicas[index]![0]!, having },
    ];
  });
  const lines = dependencies.flatMap(({ name, channels }, index): Root[] => {
    const [channel] = channels;
    if (channel === undefined || channels.length > 1) return [];
    const having = (given: Probability) =>
      withChannels(model, (dependency) => (dependency === index ? given : null));
    const slope = importance.channels[index]![0]!.availability;
    return [{ component: name, kind: "dependency", up: channel.up, slope, having }];
  });
  const domains = members.map(({ name, up }, index): Root => {
    const having = (given: Probability) => ({
      ...model,
      members: members.map((one, at) => (at === index ? { ...one, up: given } : one)),
    });
    return { component: name, kind: "domain", up, slope: importance.members[index]!, having };
  });
  return [...thirdParties, ...lines, ...domains]
    .filter(({ slope, up }) => slope > 0 && up.q > 0)
    .sort((a, b) => b.slope * b.up.q - a.slope * a.up.q);
}
