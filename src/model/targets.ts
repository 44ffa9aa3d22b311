import type { Spec } from "./spec.ts";

/** What a name in a fault or an incident means. */
export type Meaning =
  | { readonly kind: "service" | "dependency"; readonly name: string }
  /** These states: of a domain all of them, of a member its own. */
  | { readonly kind: "domain" | "member"; readonly states: readonly string[] };

/** All that each name means; more than one thing where it is ambiguous. */
export type Meanings = ReadonlyMap<string, readonly Meaning[]>;

/** What a fault can name: services, dependencies, domains, and their members as `domain/member`. */
export function meaningsOf({ services, dependencies, domains }: Spec): Meanings {
  const meanings = new Map<string, Meaning[]>();
  const add = (name: string, meaning: Meaning): void => {
    const before = meanings.get(name);
    if (before === undefined) meanings.set(name, [meaning]);
    else before.push(meaning);
  };
  for (const name of services.keys()) add(name, { kind: "service", name });
  for (const name of new Set(dependencies.map((line) => line.name))) {
    add(name, { kind: "dependency", name });
  }
  for (const domain of domains.values()) {
    const states = domain.states.map(({ name }) => name);
    add(domain.name, { kind: "domain", states });
    if (domain.members.length === 0) continue;
    for (const name of states) add(name, { kind: "member", states: [name] });
  }
  return meanings;
}
