import type { Incident, Override, Target } from "../../model/model.ts";
import { slot } from "./facts.ts";
import type { Indices } from "./mix.ts";
import type { Choice } from "./remember.ts";
import { namesOf, type Side, type Sides } from "./sides.ts";

/** The incidents of a mixture. One that does the same on both sides hits what either has. */
export function mixIncidents(sides: Sides, pick: Choice, indices: Indices): readonly Incident[] {
  return namesOf(sides, "incidents").flatMap((text) => {
    const [was, now] = [sides.base.incidents.get(text), sides.head.incidents.get(text)];
    const stated = pick(slot("incident", text)) === "base" ? was : now;
    if (stated === undefined) return [];
    const hit = (of: Side, all: Incident | undefined) => ({
      overrides: (all?.overrides ?? []).flatMap((one) => aimed(one, of, indices)),
      down: (all?.down ?? []).flatMap((one) => aimed(one, of, indices)),
    });
    const both = [hit(sides.head, now), hit(sides.base, was)];
    return {
      ...stated,
      overrides: distinct(both.flatMap(({ overrides }) => overrides)),
      down: distinct(both.flatMap(({ down }) => down)),
    };
  });
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Nothing where what it aims at is not there. */
export function aimed<T extends Target | Override>(
  one: T,
  { model }: Side,
  indices: Indices,
): readonly T[] {
  if ("member" in one) {
    const member = indices.members.get(model.members[one.member]!.name);
    return member === undefined ? [] : [{ ...one, member }];
  }
  if ("dependency" in one) {
    const dependency = indices.dependencies.get(model.dependencies[one.dependency]!.name);
    return dependency === undefined ? [] : [{ ...one, dependency }];
  }
  const service = indices.services.get(model.services[one.service]!.name);
  return service === undefined ? [] : [{ ...one, service }];
}

/** Beyond what rounding makes of shares that fill all of the time. */
export function overfull(incidents: readonly Incident[]): boolean {
  return incidents.reduce((sum, { probability }) => sum + probability.p, 0) > 1 + 1e-9;
}
