import { both } from "../availability/probability.ts";
import type { Structure } from "../availability/structure.ts";
import type { Channel, Model, Probability } from "../model/model.ts";
import { quote } from "../model/wording.ts";
import { withChannels, withServices } from "./limits/variant.ts";
import type { SweptKind } from "./sweep.ts";

/** What a sweep sets to one level after another. */
export type Swept = {
  readonly kind: SweptKind;
  /** As the model names it; `null` for all θ or all ρ. */
  readonly component: string | null;
  readonly services: ReadonlySet<number>;
  readonly dependencies: ReadonlySet<number>;
  readonly members: ReadonlySet<number>;
  /** The model with all of it at a level. Time-outs, domains and faults that manifests inject stay. */
  readonly having: (up: Probability) => Model;
};

export type SweptProblem = { readonly message: string };

/**
 * @param asked `theta`: all replicas but third parties; `rho`: all channels; else the name of a service (θ of its
 *   replicas, or a third party), of a dependency (`a -> b`, with any spaces), of a domain or of a member of one
 */
export function sweptOf(model: Model, asked: string): Swept | SweptProblem {
  const { services, dependencies, domains, members } = model;
  if (asked === "theta") {
    const replicated = services.flatMap((one, at) => (one.external ? [] : [at]));
    return made(model, "theta", null, { services: replicated });
  }
  if (asked === "rho") {
    return made(model, "rho", null, { dependencies: dependencies.map((_, at) => at) });
  }
  const service = services.findIndex(({ name }) => name === asked);
  if (service !== -1) return made(model, "service", asked, { services: [service] });
  const spaced = asked.trim().replace(/\s*(->|~>)\s*/, " $1 ");
  const dependency = dependencies.findIndex(({ name }) => name === spaced);
  if (dependency !== -1) {
    return made(model, "dependency", spaced, { dependencies: [dependency] });
  }
  const member = members.findIndex(({ name }) => name === asked);
  if (member !== -1) return made(model, "domain", asked, { members: [member] });
  const domain = domains.find(({ name }) => name === asked);
  if (domain !== undefined) return made(model, "domain", asked, { members: domain.members });
  const message = `there is no service, dependency or domain ${quote(asked)} to sweep; name one of the spec, or \`theta\` or \`rho\``;
  return { message };
}

type Parts = {
  readonly services?: readonly number[];
  readonly dependencies?: readonly number[];
  readonly members?: readonly number[];
};

function made(model: Model, kind: SweptKind, component: string | null, parts: Parts): Swept {
  const services = new Set(parts.services);
  const dependencies = new Set(parts.dependencies);
  const members = new Set(parts.members);
  const having = (up: Probability): Model => {
    const served = withServices(model, (one, at) =>
      services.has(at) ? { ...one, replicas: one.replicas.map(() => up) } : one,
    );
    const called = withChannels(served, (dependency, channel) =>
      dependencies.has(dependency)
        ? injected(up, model.dependencies[dependency]!.channels[channel]!)
        : null,
    );
    return {
      ...called,
      members: called.members.map((one, at) => (members.has(at) ? { ...one, up } : one)),
    };
  };
  return { kind, component, services, dependencies, members, having };
}

/** Calls that a mesh makes fail go on failing. */
function injected(up: Probability, { origin }: Channel): Probability {
  const share = origin?.injected?.share;
  return share === undefined ? up : both(up, { p: share.q, q: share.p });
}

/** The states of their own that a sweep sets, of those that the endpoint reaches. */
export function movedBy(
  { services, dependencies, members }: Model,
  { reached, services: count, firstMember }: Structure,
  swept: Swept,
): readonly Probability[] {
  return reached.flatMap((index) => {
    if (index < count) return swept.services.has(index) ? services[index]!.replicas : [];
    if (index >= firstMember) {
      const member = index - firstMember;
      return swept.members.has(member) ? [members[member]!.up] : [];
    }
    const dependency = index - count;
    if (!swept.dependencies.has(dependency)) return [];
    return dependencies[dependency]!.channels.map(
      ({ up, origin }) => origin?.injected?.without ?? up,
    );
  });
}
