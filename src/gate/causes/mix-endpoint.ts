import { closureWithout, graphOf } from "../../model/closure.ts";
import type { Completion, Dependency, MixtureMember, Need } from "../../model/model.ts";
import { type NamedNeed, namedNeed, resolvedNeed } from "../named-need.ts";
import { cutOf, type IsCut, type Line } from "./cuts.ts";
import { needSlot } from "./endpoint-facts.ts";
import { slot } from "./facts.ts";
import type { Indices } from "./mix.ts";
import type { Choice } from "./remember.ts";
import type { Side, Sides } from "./sides.ts";

type Scope = {
  readonly sides: Sides;
  readonly pick: Choice;
  readonly entry: string;
  readonly completion: Completion;
  readonly lines: readonly Line[];
  readonly indices: Indices;
};

/** What the endpoint of a mixture asks for. */
export type Asked = {
  readonly entry: number;
  readonly completion: Completion;
  readonly members: readonly AskedMember[];
};

type AskedMember = Pick<MixtureMember, "strict" | "need">;

/** @returns `null` where its entry is not there */
export function askedOf(
  sides: Sides,
  pick: Choice,
  services: readonly string[],
  dependencies: readonly Dependency[],
  indices: Indices,
): Asked | null {
  const { model, endpoint } = sides[pick("entry")];
  const { name } = model.services[endpoint.entry]!;
  const entry = indices.services.get(name);
  if (entry === undefined) return null;
  const { completion } = sides[pick("completion")].endpoint;
  const lines = dependencies.map((one) => ({
    name: one.name,
    mode: one.mode,
    from: services[one.from]!,
    to: services[one.to]!,
  }));
  const scope = { sides, pick, entry: name, completion, lines, indices };
  const vector = sides[pick("mixture")];
  const members = vector.endpoint.mixture.map((_, at) => memberOf(scope, vector, at));
  return { entry, completion, members };
}

function memberOf(scope: Scope, vector: Side, at: number): AskedMember {
  const { sides, pick, indices } = scope;
  const how = sides.predicates?.[at];
  if (how === undefined) return wholeMember(scope, vector, at);
  if (how.kind === "whole") {
    return wholeMember(scope, sides[pick(slot("predicate", String(at)))], at);
  }
  if (how.kind === "strict") return { strict: true, need: strictNeed(scope, jointCut(sides, at)) };
  const moved = how.moved.flatMap(({ was, now }, index): readonly NamedNeed[] => {
    const need = pick(needSlot(at, index)) === "base" ? was : now;
    return need === null ? [] : [need];
  });
  const needs = [...how.common, ...moved];
  return { strict: false, need: all(needs.map((need) => resolvedNeed(need, indices))) };
}

/** A member as one side has it. */
function wholeMember(scope: Scope, side: Side, at: number): AskedMember {
  const member = side.endpoint.mixture[at]!;
  const { strict } = member;
  return strict
    ? { strict, need: strictNeed(scope, cutOf(side, member)) }
    : { strict, need: resolvedNeed(namedNeed(side.model, member.need), scope.indices) };
}

/** Every u_d of the closure in the mixture. */
function strictNeed({ entry, completion, lines, indices }: Scope, isCut: IsCut): Need {
  const closure = closureWithout(graphOf(lines), entry, completion, (line) => isCut(line, entry));
  return all(
    closure.map(({ name }) => ({
      kind: "dependency",
      dependency: indices.dependencies.get(name)!,
    })),
  );
}

/** Both sides cut alike what both have; what only one has is cut as that one has it. */
function jointCut({ base, head }: Sides, at: number): IsCut {
  const [was, now] = [base, head].map((side) => cutOf(side, side.endpoint.mixture[at]!));
  return (line, entry) => (head.dependencies.has(line.name) ? now! : was!)(line, entry);
}

function all(of: readonly Need[]): Need {
  return { kind: "atLeast", k: of.length, of };
}
