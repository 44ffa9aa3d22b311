import { formatAvailability } from "../availability/figures.ts";
import type { Remedy, Requirement } from "../gate/explained.ts";
import { count, list, name, type Phrase, say } from "./phrase.ts";

/** What to do: "run 2 replicas of `payment` instead of 1 and spread `catalog` over `zone`". */
export function remedyWords({ change }: Pick<Remedy, "change">): Phrase {
  return list(change.split(NEXT).map(stepWords));
}

/** Where one step ends and the next begins: a name may hold a comma, too. */
const NEXT = /, (?=replicas of |spread |retries of |make )/;

const STEPS: readonly (readonly [RegExp, (...parts: readonly string[]) => Phrase])[] = [
  [
    /^replicas of (.+) (\d+) -> (\d+)$/s,
    (service = "", from = "", to = "") =>
      say`run ${count(Number(to), "replica")} of ${name(service)} instead of ${from}`,
  ],
  [
    /^spread (.+) over (.+)$/s,
    (service = "", domain = "") => say`spread ${name(service)} over ${name(domain)}`,
  ],
  [
    /^retries of (.+) (\d+) -> (\d+)$/s,
    (dependency = "", from = "", to = "") =>
      Number(from) === 0
        ? say`retry ${name(dependency)} ${times(Number(to))}`
        : say`retry ${name(dependency)} ${times(Number(to))} instead of ${from}`,
  ],
  [/^make (.+) optional$/s, (needed = "") => say`make ${name(needed)} optional`],
];

function stepWords(step: string): Phrase {
  for (const [pattern, words] of STEPS) {
    const parts = pattern.exec(step);
    if (parts !== null) return words(...parts.slice(1));
  }
  return [step];
}

function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;
}

/** Whether users would miss something after it: what fails without them noticing is no way back for all. */
export function givesUp({ change }: Pick<Remedy, "change">): boolean {
  return change.split(NEXT).some((step) => step.startsWith("make "));
}

/** "the dependency `checkout -> payment` at 99.97% (now 99.95%)". */
export function requirementWords({ component, kind, availability, required }: Requirement): Phrase {
  const needed = formatAvailability(required, { others: [availability] });
  const now = formatAvailability(availability, { others: [required] });
  return say`the ${kind} ${name(component)} at ${needed} (now ${now})`;
}
