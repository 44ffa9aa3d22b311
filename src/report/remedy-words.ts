import { formatAvailability } from "../availability/figures.ts";
import type { Remedy, Requirement } from "../gate/explained.ts";
import type { NamedStep } from "../gate/remedies/step.ts";
import { count, list, name, type Phrase, say } from "./phrase.ts";

/** What to do: "run 2 replicas of `payment` instead of 1 and spread `catalog` over `zone`". */
export function remedyWords({ named }: Pick<Remedy, "named">): Phrase {
  return list(named.map(stepWords));
}

function stepWords(step: NamedStep): Phrase {
  switch (step.kind) {
    case "replicas":
      return say`run ${count(step.to, "replica")} of ${name(step.name)} instead of ${step.from}`;
    case "spread":
      return say`spread ${name(step.name)} over ${name(step.domain)}`;
    case "retries": {
      const again = say`retry ${name(step.name)} ${times(step.to)}`;
      return step.from === 0 ? again : [...again, ` instead of ${step.from}`];
    }
    case "optional":
      return say`make ${name(step.name)} optional`;
  }
}

function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;
}

/** Whether users would miss something after it: what fails without them noticing is no way back for all. */
export function givesUp({ named }: Pick<Remedy, "named">): boolean {
  return named.some(({ kind }) => kind === "optional");
}

/** "the dependency `checkout -> payment` at 99.97% (now 99.95%)". */
export function requirementWords({ component, kind, availability, required }: Requirement): Phrase {
  const needed = formatAvailability(required, { others: [availability] });
  const now = formatAvailability(availability, { others: [required] });
  return say`the ${kind} ${name(component)} at ${needed} (now ${now})`;
}
