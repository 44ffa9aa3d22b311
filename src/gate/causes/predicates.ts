import type { Subject } from "../../availability/subject.ts";
import type { MixtureMember } from "../../model/model.ts";
import { type NamedNeed, namedNeed, namesIn, needKey } from "../named-need.ts";
import { memberText, strictScope } from "../predicate-text.ts";

import { cutOf, lineOf } from "./cuts.ts";

/** How one member of the mixture differs between base and head. */
export type Predicates =
  /** As a whole: it is taken from one side. */
  | { readonly kind: "whole" }
  /** Strict on both, and cut alike: what only one side has is cut as that side has it. */
  | { readonly kind: "strict" }
  /** Lists of needs, of which each is a fact. */
  | {
      readonly kind: "needs";
      readonly common: readonly NamedNeed[];
      readonly moved: readonly MovedNeed[];
    };

/** A need of the list that came, went, or was changed; not both are `null`. */
export type MovedNeed = { readonly was: NamedNeed | null; readonly now: NamedNeed | null };

/** @returns `null` where the mixtures have different numbers of members: then they are one fact */
export function comparePredicates(base: Subject, head: Subject): readonly Predicates[] | null {
  const [before, after] = [base.endpoint.mixture, head.endpoint.mixture];
  if (before.length !== after.length) return null;
  return before.map((was, at) => compareMembers(base, was, head, after[at]!));
}

function compareMembers(
  base: Subject,
  was: MixtureMember,
  head: Subject,
  now: MixtureMember,
): Predicates {
  if (was.strict !== now.strict) return { kind: "whole" };
  if (!was.strict) return compareNeeds(listed(base, was), listed(head, now));
  return isCutAlike(base, was, head, now) ? { kind: "strict" } : { kind: "whole" };
}

/** Of what both sides have: what a new dependency brings along belongs to that dependency. */
function isCutAlike(base: Subject, was: MixtureMember, head: Subject, now: MixtureMember): boolean {
  if (was.cuts === undefined || now.cuts === undefined) return cutsAlike(base, was, head, now);
  const [old, own] = [cutOf(base, was), cutOf(head, now)];
  const known = new Set(base.model.dependencies.map(({ name }) => name));
  const entries = [base, head].map(({ model, endpoint }) => model.services[endpoint.entry]!.name);
  return head.model.dependencies.every((dependency) => {
    const line = lineOf(head.model, dependency);
    return !known.has(line.name) || entries.every((one) => old(line, one) === own(line, one));
  });
}

/** As far as both sides met it: nothing else is known of what is lowered already. */
function cutsAlike(base: Subject, was: MixtureMember, head: Subject, now: MixtureMember): boolean {
  const old = strictScope(base.model, base.endpoint, was);
  const own = strictScope(head.model, head.endpoint, now);
  const shared = (names: readonly string[]) =>
    names.filter((name) => old.met.has(name) && own.met.has(name)).join("\n");
  return shared(old.cuts) === shared(own.cuts);
}

/** The needs of the top level, all of which must hold. */
function listed({ model }: Subject, { need }: MixtureMember): readonly NamedNeed[] {
  const named = namedNeed(model, need);
  return named.kind === "atLeast" && named.k === named.of.length ? named.of : [named];
}

function compareNeeds(base: readonly NamedNeed[], head: readonly NamedNeed[]): Predicates {
  const before = new Map(base.map((need) => [needKey(need), need]));
  const after = new Map(head.map((need) => [needKey(need), need]));
  const common = [...after].flatMap(([key, need]) => (before.has(key) ? [need] : []));
  const gone = [...before].flatMap(([key, need]) => (after.has(key) ? [] : [need]));
  const added = [...after].flatMap(([key, need]) => (before.has(key) ? [] : [need]));
  const moved: MovedNeed[] = added.map((now) => {
    const was = likestOf(gone, now);
    if (was !== null) gone.splice(gone.indexOf(was), 1);
    return { was, now };
  });
  return { kind: "needs", common, moved: [...moved, ...gone.map((was) => ({ was, now: null }))] };
}

/** The need that became this one: of those that share a name with it, as far as one of the two is nested. */
function likestOf(gone: readonly NamedNeed[], now: NamedNeed): NamedNeed | null {
  const names = new Set(namesIn(now));
  const alike = (was: NamedNeed) => namesIn(was).filter((name) => names.has(name)).length;
  return gone.reduce<NamedNeed | null>((best, was) => {
    if (was.kind !== "atLeast" && now.kind !== "atLeast") return best;
    return alike(was) > (best === null ? 0 : alike(best)) ? was : best;
  }, null);
}

/** One member of a mixture in words, on its own side. */
export function predicateText({ model, endpoint }: Subject, member: MixtureMember): string {
  const cuts = member.strict ? strictScope(model, endpoint, member).cuts : [];
  return memberText(model, member, cuts);
}
