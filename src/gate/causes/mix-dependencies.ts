import type { Channel, Dependency } from "../../model/model.ts";
import { isByDefault, ratedUp } from "./defaults.ts";
import { coverOf, RHO } from "./dependency-facts.ts";
import { slot } from "./facts.ts";
import { sideWith } from "./mix.ts";
import type { MixedMembers } from "./mix-domains.ts";
import type { Choice } from "./remember.ts";
import { memberNames, namesOf, type Side, type Sides } from "./sides.ts";

/** A dependency that is in the mixture, but for the indices of its ends. */
export function mixDependency(
  sides: Sides,
  pick: Choice,
  name: string,
  { index }: MixedMembers,
): Dependency {
  const own = sideWith(sides, pick, "dependencies", name, slot("routes", name));
  const dependency = own.dependencies.get(name)!;
  const channels = dependency.channels.map((_, i) => mixChannel(sides, pick, name, i, own, index));
  return { ...dependency, channels };
}

function mixChannel(
  sides: Sides,
  pick: Choice,
  name: string,
  at: number,
  own: Side,
  members: ReadonlyMap<string, number>,
): Channel {
  const was = sides.base.dependencies.get(name);
  const now = sides.head.dependencies.get(name);
  const isMixed = was !== undefined && was.channels.length === now?.channels.length;
  const sideOf = (what: string): Side => (isMixed ? sides[pick(slot(what, name))] : own);
  const of = (what: string): Channel => sideOf(what).dependencies.get(name)!.channels[at]!;
  const said = of("rated");
  const rated = (isByDefault(said) ? sides[pick(RHO)].defaults.rho : null) ?? ratedUp(said);
  const share = of("injected").origin?.injected?.share;
  const covered = namesOf(sides, "domains").flatMap((domain) => {
    const isShared = sides.base.domains.has(domain) && sides.head.domains.has(domain);
    const only = sides.base.domains.has(domain) ? sides.base : sides.head;
    const side = isMixed ? (isShared ? sides[pick(slot("cover", name, domain))] : only) : own;
    if (!side.domains.has(domain)) return [];
    const cover = coverOf(side, side.dependencies.get(name)!.channels[at]!, domain);
    // All that there are, of whichever side.
    return cover === "all"
      ? [...memberNames(sides.base, domain), ...memberNames(sides.head, domain)]
      : cover;
  });
  return {
    ...own.dependencies.get(name)!.channels[at]!,
    // ρ(1 - share), as reading the manifests has it.
    up: share === undefined ? rated : { p: rated.p * share.q, q: rated.q + rated.p * share.p },
    timeout: of("timeout").timeout,
    members: [...new Set(covered)].flatMap((one) => members.get(one) ?? []).sort((a, b) => a - b),
  };
}
