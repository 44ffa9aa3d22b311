import { change } from "../change-row.ts";
import { faultChanged, faultText } from "../fault-text.ts";
import { type Piece, piece } from "./facts.ts";
import { FAULT } from "./mix-fault.ts";
import type { Sides } from "./sides.ts";

/** That the fault which is asked about does another thing: one fact, however much of it changed. */
export function faultFacts({ base, head }: Sides): readonly Piece[] {
  const [was, now] = [base.fault, head.fault];
  if (was === null || now === null) return [];
  if (!faultChanged(base.model, was, head.model, now)) return [];
  const [old, own] = [faultText(base.model, was), faultText(head.model, now)];
  const row = change("fault-changed", now.name, old, own, now.place);
  return [piece(FAULT, [FAULT], [row], FAULT)];
}
