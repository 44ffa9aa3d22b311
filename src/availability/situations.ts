import type { Fault, Incident, Kill, Model, Override, Target } from "../model/model.ts";
import type { Component, Measure, Member, Situation } from "./measure.ts";
import { once } from "./once.ts";
import {
  declaredComponents,
  downComponent,
  downMember,
  overridden,
  overriddenMember,
  sparedComponent,
  urnComponent,
  withVictims,
} from "./variants.ts";

/**
 * What a figure under `fault` (`null`: the steady state) is the least of: one situation, or one for
 * each service of an `each` and each member of `worstOf`, in every combination. The incident comes
 * first, then override, down, rollout or drain, and kill; `worstOf` is outermost. What a fault leaves
 * alone is the identical object in all situations of a model, and so is the answer asked for again.
 */
export function situationsOf(model: Model, fault: Fault | null): readonly Situation[] {
  return situations(model)(fault);
}

/** P as declared: outside of incidents and faults. */
export const steadyOf = once(
  (model: Model): Measure => ({
    services: model.services.length,
    components: declaredComponents(model),
    members: model.members.map(({ name, up }) => ({ name, ...up })),
    urn: null,
  }),
);

const situations = once((model: Model) => {
  const steady = steadyOf(model);
  const calm = [mixed(model, steady, { overrides: [], down: [], victims: [], kill: null })];
  const under = once((fault: Fault) =>
    alternatives(model, fault).map((one) => mixed(model, steady, one)),
  );
  return (fault: Fault | null) => (fault === null ? calm : under(fault));
});

/** One reading of a fault, with nothing left to choose. */
type Alternative = {
  readonly overrides: readonly Override[];
  readonly down: readonly Target[];
  readonly victims: readonly Victims[];
  readonly kill: Kill | null;
};

type Victims = { readonly service: number; readonly count: number };

function alternatives(model: Model, fault: Fault): Alternative[] {
  const { overrides, kill, worstOf } = fault;
  const rollouts = selections(model, fault, "rollout");
  const drains = selections(model, fault, "drain");
  return fates(model, worstOf).flatMap((fate) => {
    const down = [...fault.down, ...fate];
    return rollouts.flatMap((rollout) =>
      drains.map((drain) => ({ overrides, down, victims: victimsOf(model, rollout, drain), kill })),
    );
  });
}

/** Of a domain: one member at a time. */
function fates({ domains }: Model, worstOf: number | null): readonly (readonly Target[])[] {
  if (worstOf === null) return [[]];
  const { members } = domains[worstOf]!;
  return members.length === 0
    ? [[]]
    : members.map((member) => [{ kind: "member" as const, member }]);
}

/** Which services lose replicas together; where no service can, the one choice is none. */
function selections(
  { services }: Model,
  fault: Fault,
  way: "rollout" | "drain",
): readonly (readonly number[])[] {
  const chosen = fault[way];
  if (chosen === null) return [[]];
  if (chosen !== "each") return [chosen];
  const able = services.flatMap(({ external, disruption }, service) =>
    external || disruption[way] === 0 || fault.kill?.among.includes(service) ? [] : [[service]],
  );
  return able.length === 0 ? [[]] : able;
}

/** At most all replicas of a service; a third party loses none. */
function victimsOf(
  { services }: Model,
  rollout: readonly number[],
  drain: readonly number[],
): readonly Victims[] {
  return [...new Set([...rollout, ...drain])].flatMap((service) => {
    const { replicas, disruption, external } = services[service]!;
    const asked =
      (rollout.includes(service) ? disruption.rollout : 0) +
      (drain.includes(service) ? disruption.drain : 0);
    const count = external ? 0 : Math.min(asked, replicas.length);
    return count === 0 ? [] : [{ service, count }];
  });
}

/** The alternative outside of incidents, and in each that can happen. */
function mixed(model: Model, steady: Measure, one: Alternative): Situation {
  const { incidents } = model;
  const situation = incidents.map((incident) => ({
    weight: incident.probability.p,
    measure: measureUnder(model, steady, incident, one),
  }));
  situation.unshift({
    weight: calmWeight(incidents),
    measure: measureUnder(model, steady, null, one),
  });
  return situation.filter(({ weight }) => weight > 0);
}

/** 1 - Σp, from the complement of the likeliest as it was read. */
function calmWeight(incidents: readonly Incident[]): number {
  const [likeliest, ...others] = incidents
    .map(({ probability }) => probability)
    .toSorted((a, b) => b.p - a.p);
  if (likeliest === undefined) return 1;
  return Math.max(
    0,
    others.reduce((left, { p }) => left - p, likeliest.q),
  );
}

type Draft = { readonly components: Component[]; readonly members: Member[] };

function measureUnder(
  model: Model,
  steady: Measure,
  incident: Incident | null,
  one: Alternative,
): Measure {
  const draft: Draft = { components: [...steady.components], members: [...steady.members] };
  if (incident !== null) disturb(draft, model, steady, incident);
  disturb(draft, model, steady, one);
  const overrides = [...(incident?.overrides ?? []), ...one.overrides];
  for (const { service, count } of one.victims) {
    if (isExternal(overrides, service)) continue;
    draft.components[service] = withVictims(draft.components[service]!, count);
  }
  const urn = one.kill === null ? null : urnOf(model, one.kill);
  if (one.kill !== null) spareOthers(draft, model, steady, incident, one);
  for (const service of one.kill?.among ?? []) {
    if (model.services[service]!.external || isExternal(overrides, service)) continue;
    if (incident?.down.some((target) => target.kind === "service" && target.service === service)) {
      continue;
    }
    draft.components[service] = urnComponent(steady.components[service]!);
  }
  const components = sameOr(steady.components, draft.components);
  const members = sameOr(steady.members, draft.members);
  return urn === null && components === steady.components && members === steady.members
    ? steady
    : { services: steady.services, components, members, urn };
}

/**
 * Under a kill no replica fails by itself (Eq. 6 is replaced): not in the urn, and not outside of it, but
 * for what the fault itself overrides and for what is down.
 */
function spareOthers(
  { components }: Draft,
  model: Model,
  steady: Measure,
  incident: Incident | null,
  { overrides, down, kill }: Alternative,
): void {
  const both = [...(incident?.overrides ?? []), ...overrides];
  const named = [...overrides, ...down, ...(incident?.down ?? [])];
  model.services.forEach(({ external }, service) => {
    if (external || isExternal(both, service) || kill?.among.includes(service)) return;
    if (named.some((one) => "service" in one && one.service === service)) return;
    const spared = sparedComponent(steady.components[service]!);
    const { victims } = components[service]!;
    components[service] = victims === 0 ? spared : withVictims(spared, victims);
  });
}

/** Overrides, each of the component as declared and so instead of what came before; then what is down. */
function disturb(
  { components, members }: Draft,
  model: Model,
  steady: Measure,
  { overrides, down }: Pick<Incident, "overrides" | "down">,
): void {
  for (const override of overrides) {
    if (override.kind === "member") {
      members[override.member] = overriddenMember(steady.members[override.member]!, override);
      continue;
    }
    const at = indexOf(override, steady.services);
    components[at] = overridden(model, steady.components[at]!, override);
  }
  for (const target of down) {
    if (target.kind === "member") {
      members[target.member] = downMember(steady.members[target.member]!);
      continue;
    }
    const at = indexOf(target, steady.services);
    components[at] = downComponent(components[at]!);
  }
}

function indexOf(
  part: { readonly service: number } | { readonly dependency: number },
  services: number,
): number {
  return "service" in part ? part.service : services + part.dependency;
}

/** Whether the last word on a service makes it a third party. */
function isExternal(overrides: readonly Override[], service: number): boolean {
  const last = overrides.findLast((one) => "service" in one && one.service === service);
  return last?.kind === "external";
}

/** The dead and living of the urn are those declared, also where an incident has taken a service out. */
function urnOf({ services }: Model, { among, dead }: Kill): Measure["urn"] {
  const size = among.reduce((sum, service) => {
    const { external, replicas } = services[service]!;
    return external ? sum : sum + replicas.length;
  }, 0);
  return { size, dead: Math.min(dead, size) };
}

function sameOr<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return after.every((one, index) => one === before[index]) ? before : after;
}
