import type { Subject } from "../../availability/subject.ts";
import type { Dependency, MixtureMember, Mode, Model } from "../../model/model.ts";
import { strictScope } from "../predicate-text.ts";

/** A dependency by names. */
export type Line = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly mode: Mode;
};

export function lineOf({ services }: Model, { name, from, to, mode }: Dependency): Line {
  return { name, from: services[from]!.name, to: services[to]!.name, mode };
}

/** Whether a strict member leaves a dependency out, with what only it reaches. */
export type IsCut = (line: Line, entry?: string) => boolean;

/** By `calls` and `optional`, which also hold for dependencies that the side does not have. */
export function cutOf({ model, endpoint }: Subject, member: MixtureMember): IsCut {
  const { cuts } = member;
  const own = model.services[endpoint.entry]!.name;
  if (cuts === undefined) {
    const names = new Set(strictScope(model, endpoint, member).cuts);
    return ({ name }) => names.has(name);
  }
  const optional = new Set(cuts.optional);
  const calls = cuts.calls === null ? null : new Set(cuts.calls);
  return ({ name, from, to }, entry = own) => {
    if (optional.has(name) || optional.has(to)) return true;
    return from === entry && calls !== null && !calls.has(to);
  };
}
