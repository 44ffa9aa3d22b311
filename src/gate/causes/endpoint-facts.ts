import type { Place } from "../../yaml/diagnostic.ts";
import { change, removal } from "../change-row.ts";
import { mixtureChange } from "../endpoint-changes.ts";
import type { NamedNeed } from "../named-need.ts";
import { needText } from "../predicate-text.ts";
import type { Change } from "../result.ts";
import { type Piece, piece, slot } from "./facts.ts";
import { type MovedNeed, type Predicates, predicateText } from "./predicates.ts";
import type { Side, Sides } from "./sides.ts";

/** Facts of Φ: the entry, the completion, the vector of a mixture, and every need of a list. */
export function endpointFacts(sides: Sides): readonly Piece[] {
  const { base, head, predicates } = sides;
  const { name, place } = head.endpoint;
  const entries = [base, head].map(({ model, endpoint }) => model.services[endpoint.entry]!.name);
  const [before, after] = [base.endpoint, head.endpoint];
  const fact = (key: string, kind: Change["kind"], was: string, now: string): Piece =>
    piece(key, [key], [change(kind, name, was, now, place)], name);
  return [
    ...(entries[0] === entries[1] ? [] : [fact("entry", "entry", entries[0]!, entries[1]!)]),
    ...(before.completion === after.completion
      ? []
      : [fact("completion", "completion", before.completion, after.completion)]),
    ...(predicates === null
      ? [fact("mixture", "predicate", wholeText(base), wholeText(head))]
      : [...vector(sides), ...memberFacts(sides, predicates)]),
  ];
}

function wholeText(side: Side): string {
  return side.endpoint.mixture.map((member) => predicateText(side, member)).join(" | ");
}

function vector({ base, head }: Sides): readonly Piece[] {
  const rows = mixtureChange(base.endpoint, head.endpoint);
  return rows.map((row) => piece("mixture", ["mixture"], [row], head.endpoint.name));
}

function memberFacts({ base, head }: Sides, predicates: readonly Predicates[]): readonly Piece[] {
  const { name, place } = head.endpoint;
  return predicates.flatMap((one, at): readonly Piece[] => {
    if (one.kind === "strict") return [];
    if (one.kind === "whole") {
      const text = (side: Side) => predicateText(side, side.endpoint.mixture[at]!);
      const row = change("predicate", name, text(base), text(head), place);
      const key = slot("predicate", String(at));
      return [piece(key, [key], [row], name)];
    }
    return one.moved.map((moved, index) => {
      const key = needSlot(at, index);
      return piece(key, [key], [needRow(name, moved, place, base.endpoint.place)], name);
    });
  });
}

/** The slot of a need that came, went or was changed. */
export function needSlot(member: number, index: number): string {
  return slot("need", String(member), String(index));
}

function needRow(name: string, { was, now }: MovedNeed, place: Place, placeAtBase: Place): Change {
  const text = (need: NamedNeed | null) => (need === null ? null : needText(need));
  if (now === null) return removal("predicate", name, text(was), placeAtBase);
  return change("predicate", name, text(was), text(now), place);
}
