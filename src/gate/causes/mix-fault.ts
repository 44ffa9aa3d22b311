import { deadOf } from "../../model/build-faults.ts";
import type { Fault, Kill, Service, Target } from "../../model/model.ts";
import type { Indices } from "./mix.ts";
import type { MixedMembers } from "./mix-domains.ts";
import { aimed } from "./mix-incidents.ts";
import type { Choice } from "./remember.ts";
import type { Side, Sides } from "./sides.ts";

/** The slot of what the fault does. */
export const FAULT = "fault";

/**
 * The fault that the mixture is asked about, as one of the sides has it, over what is there; `null`: the steady
 * state. What is not there is not hit.
 */
export function mixFault(
  sides: Sides,
  pick: Choice,
  services: readonly Service[],
  { domains }: MixedMembers,
  indices: Indices,
): Fault | null {
  const side = sides[pick(FAULT)];
  const { fault, model } = side;
  if (fault === null) return null;
  const named = (list: readonly number[]) =>
    list.flatMap((one) => indices.services.get(model.services[one]!.name) ?? []);
  const turn = (list: Fault["rollout"]) => (list === null || list === "each" ? list : named(list));
  const domainOf = (one: number) =>
    domains.findIndex(({ name }) => name === model.domains[one]!.name);
  const worst = fault.worstOf === null ? -1 : domainOf(fault.worstOf);
  return {
    ...fault,
    overrides: fault.overrides.flatMap((one) => aimed(one, side, indices)),
    down: [
      ...fault.down.flatMap((one) => aimed(one, side, indices)),
      ...wholesDown(side, fault.down).flatMap((one) => membersOf(domains[domainOf(one)])),
    ],
    rollout: turn(fault.rollout),
    drain: turn(fault.drain),
    kill: fault.kill === null ? null : mixKill(fault.kill, named(fault.kill.among), services),
    worstOf: worst < 0 ? null : worst,
  };
}

/** Domains all of whose members are down: so are those that join them. */
function wholesDown({ model }: Side, down: readonly Target[]): readonly number[] {
  const hit = new Set(down.flatMap((one) => (one.kind === "member" ? [one.member] : [])));
  return model.domains.flatMap(({ members }, domain) =>
    members.length > 0 && members.every((one) => hit.has(one)) ? [domain] : [],
  );
}

function membersOf(domain: MixedMembers["domains"][number] | undefined): readonly Target[] {
  return (domain?.members ?? []).map((member) => ({ kind: "member", member }));
}

/** As many dead as the spec's share comes to in the mixture; all services are those that are there. */
function mixKill({ origin }: Kill, listed: readonly number[], services: readonly Service[]): Kill {
  const all = origin.isOfAll ? services.map((_, index) => index) : listed;
  const among = all.filter((index) => !services[index]!.external);
  const total = among.reduce((sum, one) => sum + services[one]!.replicas.length, 0);
  return { among, dead: deadOf(origin, total), origin };
}
