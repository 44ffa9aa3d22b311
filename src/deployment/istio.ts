import { asMapping, asText, isAbsent, lookup } from "../yaml/access.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { nameOf, namespaceOf, type ObjectReader, placeIn } from "./definition.ts";
import {
  hasOnly,
  itemsOf,
  mappingsOf,
  type RuleReader,
  ruleReader,
  SILENT,
  textsOf,
  weightOf,
} from "./route.ts";
import type { RouteDestination, RouteFact } from "./workload.ts";

const MESH = "mesh";

/**
 * Add the rules for HTTP of a VirtualService (Istio, "Virtual Service"). The first rule that matches a call
 * decides, so that those after one without conditions are for no call. A VirtualService without hosts is a
 * delegate or a patch: others name it.
 */
export const readVirtualService: ObjectReader = (object, { file }, findings) => {
  const named = nameOf(object, file);
  const hosts = textsOf(lookup(object, "spec", "hosts"));
  if (named === null || hosts.length === 0) return;
  // "If a list of gateway names is provided, the rules apply only to the gateways": `mesh` is the default.
  const written = textsOf(lookup(object, "spec", "gateways"));
  const gateways = written.length === 0 ? [MESH] : written;
  const settled = new Set<string>();
  for (const rule of mappingsOf(lookup(object, "spec", "http"))) {
    const open = gateways.filter((one) => !settled.has(one));
    const at = open.filter((gateway) => reach(rule, gateway) !== "none");
    if (at.length === 0) continue;
    const through = at.includes(MESH) ? MESH : "gateway";
    const partial = !at.some((gateway) => reach(rule, gateway) === "all");
    for (const gateway of at) if (reach(rule, gateway) === "all") settled.add(gateway);
    const destinations = destinationsOf(rule, file);
    findings.routes.push({
      kind: "VirtualService",
      namespace: namespaceOf(object),
      name: named.name,
      through,
      gateways: at.filter((one) => one !== MESH).map((one) => one.slice(one.indexOf("/") + 1)),
      hosts: through === MESH ? hosts : [...new Set(destinations.map(({ host }) => host))],
      destinations,
      ...policyOf(rule, file, `VirtualService/${named.name}`),
      partial: through === MESH ? reach(rule, MESH) !== "all" : partial,
      place: placeIn(file, rule.at),
    });
  }
};

/** How many of the calls at a gateway a rule is for. Matches are alternatives, their conditions are not. */
function reach(rule: YamlMapping, gateway: string): "all" | "some" | "none" {
  const matches = mappingsOf(lookup(rule, "match"));
  if (matches.length === 0) return "all";
  const here = matches.filter((match) => {
    const only = textsOf(lookup(match, "gateways"));
    return only.length === 0 || only.includes(gateway);
  });
  if (here.length === 0) return "none";
  return here.some(isOfAll) ? "all" : "some";
}

function isOfAll(match: YamlMapping): boolean {
  const uri = asMapping(lookup(match, "uri"));
  const anyPath =
    uri === null || (hasOnly(uri, ["prefix"]) && asText(lookup(uri, "prefix")) === "/");
  return anyPath && hasOnly(match, ["name", "gateways", "uri"]);
}

function destinationsOf(rule: YamlMapping, file: string): readonly RouteDestination[] {
  const route = itemsOf(lookup(rule, "route"));
  return route.flatMap((one) => {
    const host = lookup(one, "destination", "host");
    const name = asText(host);
    // "If there is only one destination, the weight is assumed to be 100", else 0.
    const weight = weightOf(one, route.length === 1 ? 100 : 0);
    if (host === null || name === null || weight === null) return [];
    return [{ host: name, weight, place: placeIn(file, host.at) }];
  });
}

type Policy = typeof SILENT & Pick<RouteFact, "unclear">;

function policyOf(rule: YamlMapping, file: string, title: string): Policy {
  const read = ruleReader(file, title);
  const delegate = lookup(rule, "delegate");
  if (!isAbsent(delegate) && delegate !== null) {
    read.unclear.push({
      value: `the rule of \`${title}\` is left to a delegate, whose time-outs, retries and faults do not count; write them in the rule itself`,
      place: placeIn(file, delegate.at),
    });
  }
  const retries = lookup(rule, "retries");
  const retryOn = lookup(retries, "retryOn");
  const conditions = asText(retryOn);
  return {
    ...SILENT,
    timeout: read.duration(lookup(rule, "timeout"), "`timeout`"),
    retries: retriesOf(retries, read, file),
    perTryTimeout: read.duration(lookup(retries, "perTryTimeout"), "`perTryTimeout`"),
    retryOn:
      retryOn === null || conditions === null
        ? null
        : { value: conditions, place: placeIn(file, retryOn.at) },
    ...faultOf(lookup(rule, "fault"), read, file),
    unclear: read.unclear,
  };
}

/** `retries` without `attempts` turns them off: the number of protobuf that is not written is 0. */
function retriesOf(node: YamlNode | null, read: RuleReader, file: string): Policy["retries"] {
  if (node === null || isAbsent(node)) return null;
  const attempts = lookup(node, "attempts");
  return isAbsent(attempts)
    ? { value: 0, place: placeIn(file, node.at) }
    : read.count(attempts, "`retries.attempts`");
}

function faultOf(
  fault: YamlNode | null,
  read: RuleReader,
  file: string,
): Pick<Policy, "abortPercent" | "delay"> {
  const abort = asMapping(lookup(fault, "abort"));
  const delay = asMapping(lookup(fault, "delay"));
  const share = delay === null ? null : shareOf(delay, read, file, "`fault.delay`");
  const fixed = lookup(delay, "fixedDelay") ?? lookup(delay, "exponentialDelay");
  const long = delay === null ? null : read.duration(fixed, "`fault.delay.fixedDelay`");
  return {
    abortPercent: abort === null ? null : shareOf(abort, read, file, "`fault.abort`"),
    delay:
      share === null || long === null
        ? null
        : { value: { percent: share.value, milliseconds: long.value }, place: share.place },
  };
}

/** "If left unspecified, no request will be" aborted or delayed; `percent`, whole, is the older form. */
function shareOf(
  part: YamlMapping,
  read: RuleReader,
  file: string,
  what: string,
): Policy["abortPercent"] {
  const percentage = lookup(part, "percentage", "value") ?? lookup(part, "percent");
  return isAbsent(percentage)
    ? { value: 0, place: placeIn(file, part.at) }
    : read.percent(percentage, `the percentage of ${what}`);
}
