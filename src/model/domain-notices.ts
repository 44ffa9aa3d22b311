import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Domain, Model, Service } from "./model.ts";
import type { Spec } from "./spec.ts";
import { counted, quote, some } from "./wording.ts";

/** Tell which domains change no figure, and which services are in none of a domain that has members. */
export function domainNotices(model: Model, spec: Spec): readonly Diagnostic[] {
  const used = usedMembers(model);
  const isUsed = ({ members }: Domain): boolean => members.some((one) => used.has(one));
  return [
    ...model.domains.filter((one) => !isUsed(one)).map((one) => unused(one, spec)),
    ...unplaced(model, model.domains.filter(isUsed), spec),
  ];
}

function usedMembers({ services, dependencies }: Model): ReadonlySet<number> {
  return new Set([
    ...services.flatMap(({ placement }) => placement.flat()),
    ...dependencies.flatMap(({ channels }) => channels.flatMap(({ members }) => members)),
  ]);
}

function unused({ name, topologyKey, place }: Domain, { domains }: Spec): Diagnostic {
  const hasMembers = (domains.get(name)?.members.length ?? 0) > 0;
  const spread =
    topologyKey === null ? "" : `, or spread them over ${quote(topologyKey)} in the manifests`;
  const [covers, remedy] = hasMembers
    ? ["", `place services on it by \`placement\`${spread}`]
    : [" and it covers no dependency", "set its `covers`, or place services on it by `placement`"];
  const message = `no replica sits on ${quote(name)}${covers}, so it changes no figure; ${remedy}`;
  return diagnostic("warning", "unused-domain", message, place);
}

/** One notice for all: a service without a zone looks as if no zone could take it down. */
function unplaced(
  { services }: Model,
  domains: readonly Domain[],
  spec: Spec,
): readonly Diagnostic[] {
  const parts = domains.flatMap(({ name, members }) => {
    if ((spec.domains.get(name)?.members.length ?? 0) === 0) return [];
    const outside = services.filter((service) => isOutside(service, new Set(members)));
    if (outside.length === 0) return [];
    const names = outside.map((service) => service.name);
    return `${counted(names.length, "service")} in no ${quote(name)} (${some(names)})`;
  });
  if (parts.length === 0) return [];
  const message = `placed in no domain: ${parts.join(", ")}; set \`defaults.placement\` or the services' own \`placement\`${domains.some(({ topologyKey }) => topologyKey !== null) ? ", or spread them in the manifests" : ""}`;
  return [diagnostic("notice", "unplaced", message, spec.place)];
}

function isOutside({ external, placement }: Service, members: ReadonlySet<number>): boolean {
  if (external || placement.length === 0) return false;
  return !placement.some((seats) => seats.some((one) => members.has(one)));
}
