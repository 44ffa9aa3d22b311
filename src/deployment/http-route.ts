import { asText, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { nameOf, namespaceOf, type ObjectReader, placeIn } from "./definition.ts";
import { hasOnly, itemsOf, mappingsOf, ruleReader, SILENT, weightOf } from "./route.ts";
import type { RouteDestination, RouteFact } from "./workload.ts";

/**
 * Add the rules of an HTTPRoute (Gateway API): for calls between services where its parent is a Service (a
 * mesh, GAMMA), for what a Gateway lets in where it is one. The most special match decides wherever it
 * stands, so that of several rules for all calls the first one does.
 */
export const readHttpRoute: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  if (named === null) return;
  const namespace = namespaceOf(object);
  const parents = mappingsOf(lookup(object, "spec", "parentRefs"));
  const services = parents.filter((one) => asText(lookup(one, "kind")) === "Service");
  const gateways = parents.filter(
    (one) => (asText(lookup(one, "kind")) ?? "Gateway") === "Gateway",
  );
  let settled = false;
  for (const rule of mappingsOf(lookup(object, "spec", "rules"))) {
    const all = isOfAll(rule);
    if (all && settled) continue;
    settled ||= all;
    const destinations = destinationsOf(rule, file);
    const shared = {
      kind: "HTTPRoute" as const,
      namespace,
      name: named.name,
      gateways: gateways.flatMap((one) => asText(lookup(one, "name")) ?? []),
      destinations,
      ...policyOf(rule, file, `HTTPRoute/${named.name}`),
      place: placeIn(file, rule.at),
    };
    const hosts = (refs: readonly YamlMapping[]) => [...new Set(refs.flatMap(hostOf))];
    const [own, others] = ownAndOthers(services, namespace);
    const facts: readonly RouteFact[] = [
      { ...shared, through: "mesh", hosts: hosts(own), partial: !all },
      // In another namespace than the Service it holds for callers of its own one alone ("consumer route").
      { ...shared, through: "mesh", hosts: hosts(others), partial: true },
      {
        ...shared,
        through: "gateway",
        hosts: gateways.length === 0 ? [] : [...new Set(destinations.map(({ host }) => host))],
        partial: !all,
      },
    ];
    findings.routes.push(...facts.filter((one) => one.hosts.length > 0));
  }
};

function ownAndOthers(
  services: readonly YamlMapping[],
  namespace: string | null,
): readonly [readonly YamlMapping[], readonly YamlMapping[]] {
  const isOwn = (one: YamlMapping): boolean => {
    const of = asText(lookup(one, "namespace"));
    return of === null || namespace === null || of === namespace;
  };
  return [services.filter(isOwn), services.filter((one) => !isOwn(one))];
}

/** "If no matches are specified, the default is a prefix path match on `/`": every request. */
function isOfAll(rule: YamlMapping): boolean {
  const matches = mappingsOf(lookup(rule, "matches"));
  return matches.length === 0 || matches.some(isAnyPath);
}

function isAnyPath(match: YamlMapping): boolean {
  const path = lookup(match, "path");
  if (!hasOnly(match, ["path"])) return false;
  const type = asText(lookup(path, "type")) ?? "PathPrefix";
  return (
    isAbsent(path) || (type === "PathPrefix" && (asText(lookup(path, "value")) ?? "/") === "/")
  );
}

function destinationsOf(rule: YamlMapping, file: string): readonly RouteDestination[] {
  return itemsOf(lookup(rule, "backendRefs")).flatMap((one) =>
    hostOf(one).flatMap((host) => {
      const weight = weightOf(one, 1);
      return weight === null ? [] : [{ host, weight, place: placeIn(file, one.at) }];
    }),
  );
}

/** The Service that a reference names, as its host; none for another kind. */
function hostOf(reference: YamlNode): readonly string[] {
  const name = asText(lookup(reference, "name"));
  const kind = asText(lookup(reference, "kind")) ?? "Service";
  const namespace = asText(lookup(reference, "namespace"));
  if (name === null || kind !== "Service") return [];
  return [namespace === null ? name : `${name}.${namespace}.svc`];
}

function policyOf(
  rule: YamlMapping,
  file: string,
  title: string,
): typeof SILENT & Pick<RouteFact, "unclear"> {
  const read = ruleReader(file, title);
  const timeouts = lookup(rule, "timeouts");
  return {
    ...SILENT,
    timeout: read.duration(lookup(timeouts, "request"), "`timeouts.request`"),
    perTryTimeout: read.duration(lookup(timeouts, "backendRequest"), "`timeouts.backendRequest`"),
    retries: read.count(lookup(rule, "retry", "attempts"), "`retry.attempts`"),
    unclear: read.unclear,
  };
}
