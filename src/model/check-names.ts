import { diagnostic } from "../yaml/diagnostic.ts";
import type { Placed } from "./document.ts";
import type { Report } from "./figures.ts";
import { looksLikeDependency } from "./names.ts";
import { didYouMean, quote } from "./wording.ts";

/** Services and dependencies by name. */
export type KnownNames = {
  readonly services: ReadonlyMap<string, unknown>;
  readonly dependencies: ReadonlyMap<string, unknown>;
};

/** What a name can be that stands where only one kind of thing can. */
export type Kind = "service" | "dependency" | "domain" | "member" | "fault";

const remedies: Readonly<Record<Kind, string>> = {
  service: "; name it in `services` or in a dependency",
  dependency: "; add it to `dependencies`",
  domain: "; add it to `domains`",
  member: "; list it in the `members` of the domain",
  fault: "; add it to `faults`",
};

/** Whether the spec knows a service or dependency; reports it where not. */
export function isKnown(target: Placed<string>, names: KnownNames, report: Report): boolean {
  return looksLikeDependency(target.value)
    ? isOneOf("dependency", target, names.dependencies, report)
    : isOneOf("service", target, names.services, report);
}

/** Whether a name is one of those known; reports it where not. */
export function isOneOf(
  kind: Kind,
  { value, place }: Placed<string>,
  known: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  report: Report,
): boolean {
  if (known.has(value)) return true;
  const remedy = didYouMean(value, known.keys()) || remedies[kind];
  report(diagnostic("error", `unknown-${kind}`, `unknown ${kind} ${quote(value)}${remedy}`, place));
  return false;
}
