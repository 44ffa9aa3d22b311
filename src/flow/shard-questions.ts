import type { Claim } from "../availability/claim.ts";
import type { AskOptions, Estimate } from "../availability/estimate.ts";
import type { Subject } from "../availability/subject.ts";
import { gateModel, type ModelComparison } from "../gate/compare-models.ts";
import type { Engine } from "../gate/engine.ts";
import type { Model } from "../model/model.ts";

/** What the gate asks of the engine whatever the answers are: one figure, or base and head of one. */
export type ShardQuestion = {
  /** Of a figure alone: that one. */
  readonly base: Subject;
  /** `null`: a figure alone. */
  readonly head: Subject | null;
  readonly claims: readonly Claim[];
};

/** A text that names a question to every job of a run; `null` where it is of a model that only this job made. */
export type Naming = (question: ShardQuestion) => string | null;

/** Any figure will do: it answers no question of the gate, so that it asks nothing further. */
const ANY: Estimate = { availability: 1, unavailability: 0, method: "exact" };

/**
 * The questions of a run by their names, in its order: found by asking the gate itself, with an engine that
 * notes what it is asked and answers that all is well. What is asked only because of an answer (causes, ways
 * back, evidence) is not among them: that is for the job that merges.
 */
export function questionsOfRun(
  comparisons: readonly ModelComparison[],
  options: AskOptions,
): ReadonlyMap<string, ShardQuestion> {
  const nameOf = namingOf(comparisons);
  const found = new Map<string, ShardQuestion>();
  const note = (question: ShardQuestion) => {
    const name = nameOf(question);
    if (name !== null && !found.has(name)) found.set(name, question);
    return question.claims.map(() => "no" as const);
  };
  const noting: Engine = {
    estimate: (base, _, claims) => ({
      estimate: ANY,
      decisions: note({ base, head: null, claims }),
    }),
    compare: (base, head, _, claims) => ({
      base: ANY,
      head: ANY,
      difference: { delta: 0 },
      decisions: note({ base, head, claims }),
    }),
  };
  for (const comparison of comparisons) gateModel(comparison, noting, options);
  return found;
}

/** Names by spec, side, endpoint and fault. A model that the gate has changed for a question has none. */
export function namingOf(comparisons: readonly ModelComparison[]): Naming {
  const roles = new Map<Model, readonly [path: string, side: string]>();
  for (const { path, base, head, carried } of comparisons) {
    // One model may be on two sides: what it is called last is what it is called everywhere.
    if (carried !== null) roles.set(carried, [path, "carried"]);
    if (base.kind === "valid") roles.set(base.model, [path, "base"]);
    if (head.kind === "valid") roles.set(head.model, [path, "head"]);
  }
  const named = ({ model, endpoint, fault }: Subject) => {
    const role = roles.get(model);
    if (role === undefined || !model.endpoints.includes(endpoint)) return null;
    if (fault !== null && !model.faults.includes(fault)) return null;
    return [...role, endpoint.name, fault?.name ?? null];
  };
  return ({ base, head, claims }) => {
    const one = named(base);
    const other = head === null ? null : named(head);
    if (one === null || (head !== null && other === null)) return null;
    const asked = claims.map((claim) => [claim.base, claim.head, claim.beyond]);
    return JSON.stringify([one, other, asked]);
  };
}
