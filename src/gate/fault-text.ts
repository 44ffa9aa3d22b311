import { formatPercent, formatProbability } from "../availability/figures.ts";
import type { Fault, Incident, Kill, Model, Override, Target } from "../model/model.ts";
import type { KillOrigin } from "../model/origin.ts";

/** What a fault does, the same for two that mean the same: "zone/a down; rollout of each service". */
export function faultText(model: Model, fault: Fault): string {
  return partsOf(model, fault, countedText).join("; ");
}

/**
 * Whether a fault is another one than at base. How many replicas a share of them comes to moves with
 * their number, and belongs to that.
 */
export function faultChanged(base: Model, before: Fault, head: Model, after: Fault): boolean {
  const text = (model: Model, fault: Fault) => partsOf(model, fault, () => "some").join("; ");
  return text(base, before) !== text(head, after);
}

/** What an incident does: by this it is known, for it has no name. */
export function incidentText(model: Model, { overrides, down }: Incident): string {
  return [...overrideTexts(model, overrides), ...downText(model, down)].join("; ");
}

function partsOf(model: Model, fault: Fault, deadText: (kill: Kill) => string): readonly string[] {
  const { overrides, down, rollout, drain, kill, worstOf } = fault;
  return [
    ...overrideTexts(model, overrides),
    ...downText(model, down),
    ...(rollout === null ? [] : [`rollout of ${servicesText(model, rollout)}`]),
    ...(drain === null ? [] : [`drain of ${servicesText(model, drain)}`]),
    ...(kill === null
      ? []
      : [`${deadText(kill)} of ${amongText(model, kill)} killed (${shareText(kill.origin)})`]),
    ...(worstOf === null ? [] : [`the worst of ${model.domains[worstOf]!.name} down`]),
  ];
}

function overrideTexts(model: Model, overrides: readonly Override[]): readonly string[] {
  return overrides
    .map((one) => {
      const replicas = one.kind === "replicas" ? "each replica of " : "";
      return `${replicas}${nameOf(model, one)} at ${formatProbability(one.up)}`;
    })
    .sort();
}

function downText(model: Model, down: readonly Target[]): readonly string[] {
  if (down.length === 0) return [];
  const members = new Set(down.flatMap((one) => (one.kind === "member" ? [one.member] : [])));
  const names = new Set<string>();
  for (const target of down) {
    // All members of a domain are the domain, whoever joins it.
    const domain =
      target.kind === "member" ? model.domains[model.members[target.member]!.domain] : undefined;
    const whole = domain?.members.every((member) => members.has(member)) ?? false;
    names.add(whole && domain !== undefined ? domain.name : nameOf(model, target));
  }
  return [`${[...names].sort().join(", ")} down`];
}

function nameOf(model: Model, of: Target | Override): string {
  if ("member" in of) return model.members[of.member]!.name;
  if ("dependency" in of) return model.dependencies[of.dependency]!.name;
  return model.services[of.service]!.name;
}

function servicesText(model: Model, services: "each" | readonly number[]): string {
  if (services === "each") return "each service";
  return services
    .map((service) => model.services[service]!.name)
    .sort()
    .join(", ");
}

function countedText({ dead }: Kill): string {
  return dead === 1 ? "1 replica" : `${dead} replicas`;
}

/** All services that run replicas are the default, whoever joins them. */
function amongText(model: Model, { among, origin }: Kill): string {
  return origin.isOfAll ? "all services" : servicesText(model, among);
}

/** As the spec states it; its defaults are not said. */
function shareText({ share, rounding, minimum }: KillOrigin): string {
  const parts = [
    formatPercent(Number(share)),
    ...(rounding === "ceil" ? [] : [rounding]),
    ...(minimum === 0 ? [] : [`at least ${minimum}`]),
  ];
  return parts.join(", ");
}
