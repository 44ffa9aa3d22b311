import { diagnostic } from "../yaml/diagnostic.ts";
import type { Placed } from "./document.ts";
import type { Report } from "./figures.ts";
import { looksLikeDependency } from "./names.ts";
import type { Spec, SpecChange, SpecOverride } from "./spec.ts";
import type { Meaning, Meanings } from "./targets.ts";
import { didYouMean, quote } from "./wording.ts";

/** Check what a fault or an incident takes down and overrides: each name known, meaning one thing, said once. */
export function checkChange(
  { down, overrides }: SpecChange,
  spec: Spec,
  meanings: Meanings,
  report: Report,
): void {
  for (const target of down) meaningOf(target, meanings, report);
  const seen = new Set<string>();
  for (const { target, of } of overrides) {
    const meaning = meaningOf(target, meanings, report);
    if (meaning === null) continue;
    if (of === "replica") checkReplicas(target, meaning, spec, report);
    const twice = overridden(meaning).find((name) => seen.has(name));
    if (twice !== undefined) {
      const message = `${quote(twice)} is overridden twice; keep one`;
      report(diagnostic("error", "contradiction", message, target.place));
    }
    for (const name of overridden(meaning)) seen.add(name);
  }
}

/** The services that a fault makes external or takes down: none of their replicas is left to it. */
export function servicesOf(
  targets: readonly (Placed<string> | SpecOverride)[],
  meanings: Meanings,
): readonly string[] {
  return targets.flatMap((one) => {
    const name = "target" in one ? one.target.value : one.value;
    return meanings.get(name)?.[0]?.kind === "service" ? name : [];
  });
}

function meaningOf(target: Placed<string>, meanings: Meanings, report: Report): Meaning | null {
  const { value, place } = target;
  const [meaning, other] = meanings.get(value) ?? [];
  if (meaning === undefined) {
    const isDependency = looksLikeDependency(value);
    const known = [...meanings.keys()].filter((name) => looksLikeDependency(name) === isDependency);
    const what = isDependency ? "dependency" : "target";
    const remedy =
      didYouMean(value, known) ||
      (isDependency
        ? "; add it to `dependencies`"
        : "; name a service, a dependency, a domain or a `domain/member`");
    report(
      diagnostic("error", `unknown-${what}`, `unknown ${what} ${quote(value)}${remedy}`, place),
    );
    return null;
  }
  if (other === undefined) return meaning;
  const message = `${quote(value)} is a ${meaning.kind} and a ${other.kind}: ambiguous; rename one of the two`;
  report(diagnostic("error", "ambiguous-name", message, place));
  return null;
}

function overridden(meaning: Meaning): readonly string[] {
  return "states" in meaning ? meaning.states : [meaning.name];
}

function checkReplicas(
  target: Placed<string>,
  meaning: Meaning,
  { services }: Spec,
  report: Report,
): void {
  const isService = meaning.kind === "service";
  if (isService && services.get(meaning.name)?.external === null) return;
  const why = isService ? "is external" : `is a ${meaning.kind}`;
  const message = `${quote(target.value)} ${why} and has no replicas; write its availability alone`;
  report(diagnostic("error", "contradiction", message, target.place));
}
