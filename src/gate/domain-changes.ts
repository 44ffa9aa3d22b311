import { formatProbability } from "../availability/figures.ts";
import type { Domain, Member, Model } from "../model/model.ts";
import { change, removal } from "./change-row.ts";
import type { Change } from "./result.ts";

/** What differs between the domains of two models and their members, by name. */
export function domainChanges(base: Model, head: Model): readonly Change[] {
  const before = new Map(base.domains.map((domain) => [domain.name, domain]));
  const rows = head.domains.flatMap((domain) => {
    const old = before.get(domain.name);
    before.delete(domain.name);
    if (old !== undefined)
      return memberChanges(domain, membersOf(base, old), membersOf(head, domain));
    return [change("domain-added", domain.name, null, domainText(head, domain), domain.place)];
  });
  const gone = [...before.values()].map((domain) =>
    removal("domain-removed", domain.name, domainText(base, domain), domain.place),
  );
  return [...rows, ...gone];
}

/** Names of the domains that both models have: what lies on others belongs to their coming or going. */
export function sharedDomains(base: Model, head: Model): ReadonlySet<string> {
  const names = new Set(base.domains.map(({ name }) => name));
  return new Set(head.domains.flatMap(({ name }) => (names.has(name) ? [name] : [])));
}

function membersOf(model: Model, domain: Domain): readonly Member[] {
  return domain.members.map((index) => model.members[index]!);
}

/** Its members without its own name; of a domain without members its availability. */
function domainText(model: Model, domain: Domain): string {
  const members = membersOf(model, domain);
  const [only] = members;
  if (only?.name === domain.name) return formatProbability(only.up);
  return members.map(({ name }) => name.slice(domain.name.length + 1)).join(", ");
}

function memberChanges(
  domain: Domain,
  base: readonly Member[],
  head: readonly Member[],
): readonly Change[] {
  const before = new Map(base.map((member) => [member.name, member]));
  const added: Change[] = [];
  const moved: Change[] = [];
  for (const { name, up, place } of head) {
    const old = before.get(name);
    before.delete(name);
    if (old === undefined) {
      added.push(change("member-added", name, null, formatProbability(up), place));
    } else if (old.up.q !== up.q) {
      const [was, now] = [formatProbability(old.up), formatProbability(up)];
      moved.push(change("domain-availability", name, was, now, place));
    }
  }
  const gone = [...before.values()].map(({ name, up, place }) =>
    removal("member-removed", name, formatProbability(up), place),
  );
  const [first] = moved;
  const alike = moved.every((row) => row.base === first?.base && row.head === first.head);
  const all = moved.length > 1 && moved.length === head.length - added.length && alike;
  const told = all && first !== undefined ? [{ ...first, subject: domain.name }] : moved;
  return [...added, ...told, ...gone];
}
