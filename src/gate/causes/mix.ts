import type { Subject } from "../../availability/subject.ts";
import type { Dependency } from "../../model/model.ts";
import { slot } from "./facts.ts";
import { mixDependency } from "./mix-dependencies.ts";
import { type MixedMembers, memberStates, mixMembers } from "./mix-domains.ts";
import { type Asked, askedOf } from "./mix-endpoint.ts";
import { mixFault } from "./mix-fault.ts";
import { mixIncidents, overfull } from "./mix-incidents.ts";
import { mixService } from "./mix-services.ts";
import { type Choice, forget, type Remember } from "./remember.ts";
import { namesOf, type Side, type Sides } from "./sides.ts";

/** What is there in a mixture, and its index. */
export type Indices = {
  readonly services: ReadonlyMap<string, number>;
  readonly dependencies: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, number>;
};

export type Mixed = {
  readonly subject: Subject;
  /** The identical object where the same things are there, and the same is asked of them. */
  readonly graph: object;
};

/**
 * Some facts as at base and the others as at head, resolved anew: what names a thing that is not there is
 * false as a need, and does nothing as a dependency, placement or target.
 *
 * @returns `null` where there is no entry, or the incidents fill more than all of the time
 */
export function mix(sides: Sides, pick: Choice, remember: Remember = forget): Mixed | null {
  const there = remember("members", [], () => mixMembers(sides, pick));
  const members = remember("states", [there], () => memberStates(sides, pick, there));
  const { names, lines, indices } = remember("graph", [there], () => graphOf(sides, pick, there));
  const services = names.map((name) =>
    remember(slot("service", name), [there], () => mixService(sides, pick, name, there)),
  );
  const dependencies = lines.map(({ name, from, to }) =>
    remember(
      slot("dependency", name),
      [there, indices],
      (): Dependency => ({ ...mixDependency(sides, pick, name, there), from, to }),
    ),
  );
  const incidents = remember("incidents", [indices], () => mixIncidents(sides, pick, indices));
  const asked = remember("asked", [indices], () =>
    askedOf(sides, pick, names, dependencies, indices),
  );
  if (asked === null || overfull(incidents)) return null;
  const endpoint = { ...sides.head.endpoint, ...shared(sides, pick, asked) };
  const fault = remember("fault", [there, indices, ...services], () =>
    mixFault(sides, pick, services, there, indices),
  );
  const { domains } = there;
  const { gate } = sides.head.model;
  const model = {
    ...{ services, dependencies, domains, members, incidents, gate },
    faults: fault === null ? [] : [fault],
    endpoints: [endpoint],
  };
  return { subject: { model, endpoint, fault }, graph: asked };
}

/** What is asked, with the shares of the mixture. */
function shared(sides: Sides, pick: Choice, { entry, completion, members }: Asked) {
  const { mixture } = sides[pick("mixture")].endpoint;
  return {
    entry,
    completion,
    mixture: members.map((member, at) => ({ ...member, share: mixture[at]!.share })),
  };
}

type Graph = {
  /** Of the services. */
  readonly names: readonly string[];
  readonly lines: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly indices: Indices;
};

/** The services that are there, and the dependencies between them. */
function graphOf(sides: Sides, pick: Choice, { index }: MixedMembers): Graph {
  const names = namesOf(sides, "services").filter((name) => isThere(sides, pick, "services", name));
  const services = indexOf(names);
  const lines = namesOf(sides, "dependencies").flatMap((name) => {
    if (!isThere(sides, pick, "dependencies", name)) return [];
    const side = sides.head.dependencies.has(name) ? sides.head : sides.base;
    const dependency = side.dependencies.get(name)!;
    const [from, to] = [dependency.from, dependency.to].map((one) =>
      services.get(side.model.services[one]!.name),
    );
    return from === undefined || to === undefined ? [] : [{ name, from, to }];
  });
  const dependencies = indexOf(lines.map(({ name }) => name));
  return { names, lines, indices: { services, dependencies, members: index } };
}

function indexOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, index) => [name, index]));
}

/** Whether the mixture has a thing that one side or both have. */
export function isThere(
  { base, head }: Sides,
  pick: Choice,
  of: "services" | "dependencies" | "domains",
  name: string,
): boolean {
  const [was, now] = [base[of].has(name), head[of].has(name)];
  if (was === now) return was;
  const kinds = { services: "service", dependencies: "dependency", domains: "domain" } as const;
  return (pick(slot(kinds[of], name)) === "base") === was;
}

/** The side that has the thing; where both have, the one that the slot is taken from. */
export function sideWith(
  { base, head }: Sides,
  pick: Choice,
  of: "services" | "dependencies" | "domains",
  name: string,
  what: string,
): Side {
  if (!base[of].has(name)) return head;
  if (!head[of].has(name)) return base;
  return pick(what) === "base" ? base : head;
}
