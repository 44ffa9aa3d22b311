import type { Comparison } from "../availability/compare.ts";
import { formatAvailability } from "../availability/figures.ts";
import { once } from "../availability/once.ts";
import type { Subject } from "../availability/subject.ts";
import type { Model } from "../model/model.ts";
import { withoutUpdates } from "./evidence-changes.ts";
import type { Reason } from "./result.ts";
import { failing } from "./verdict.ts";

/** How many names a sentence has room for. */
const MOST = 3;

const unupdated = once((head: Model) => once((base: Model) => withoutUpdates(base, head)));

/**
 * What fails only because evidence was updated warns (contract §2): head with what base has in its place
 * would not fail. What else differs is judged there, so that no renewed count hides it.
 *
 * @param reasons of head as it is
 * @param judge the same figures and reasons of head in another model
 */
export function judgeEvidence(
  base: Subject,
  head: Subject,
  compared: Comparison,
  reasons: readonly Reason[],
  judge: (head: Subject) => { readonly compared: Comparison; readonly reasons: readonly Reason[] },
): readonly Reason[] {
  const [first] = failing(reasons);
  if (first === undefined) return reasons;
  const before = unupdated(head.model)(base.model);
  if (before === null) return reasons;
  const other = judge({ ...head, model: before.model });
  if (failing(other.reasons).length > 0) return reasons;
  const figure = formatAvailability(other.compared.head, { others: [compared.head] });
  const message = `${first.message}; this is because evidence was updated (${named(before.names)}): with that of base it would have ${figure}`;
  return [
    ...reasons.filter(({ verdict }) => verdict !== "fail"),
    { ...first, code: "evidence", verdict: "warn", message },
  ];
}

function named(names: readonly string[]): string {
  const more = names.length - MOST;
  const shown = names.slice(0, MOST).map((name) => `\`${name}\``);
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Whether anything is as it is because of what was observed. */
export function restsOnEvidence({ services, dependencies }: Model): boolean {
  return (
    services.some(({ origin }) => origin.replicaAvailabilityFrom === "evidence") ||
    dependencies.some(({ channels }) =>
      channels.some(({ availabilityFrom }) => availabilityFrom === "evidence"),
    )
  );
}
