import { endpointBlock } from "../draft/discover-lines.ts";
import type { Discovered } from "../draft/discovered.ts";
import { endpointsOf } from "../draft/discovered-endpoints.ts";
import { counts, grouped } from "../draft/evidence-text.ts";
import { missingEndpoints, routeKey } from "../draft/merge-endpoints.ts";
import { parsePair } from "../model/names.ts";
import type { Spec, SpecEndpoint, SpecPredicate } from "../model/spec.ts";
import { quote, some } from "../model/wording.ts";
import type { ObservedEndpoint } from "../traces/observed.ts";
import { type Finding, mostUnseen, shareText } from "./check-finding.ts";

type Strict = Extract<SpecPredicate, { readonly kind: "strict" }>;

/**
 * Endpoints that only the traces show, and where those of the spec are at odds with them.
 *
 * @param text of the spec: what its comments name was decided against
 */
export function missingEndpointFindings(
  { requests, lines }: Discovered,
  spec: Spec,
  text: string,
): readonly Finding[] {
  const missing = missingEndpoints(requests, spec, text);
  const place = [...spec.endpoints.values()].at(-1)?.place ?? spec.place;
  return endpointsOf(missing, [...spec.dependencies, ...lines]).map((one) => {
    const { name, traces, succeeded } = one.observed;
    return {
      kind: "missing-endpoint",
      subject: name,
      message: `the spec has no endpoint ${quote(name)}, which ${counts(traces, "request")} came for; add it, or name it in a comment if nobody promises it`,
      place,
      snippet: endpointBlock(one, "  ").join("\n"),
      counts: { traces, succeeded },
    };
  });
}

/** What the requests for an endpoint of the spec did otherwise than it says. */
export function endpointFindings({ requests }: Discovered, spec: Spec): readonly Finding[] {
  const byRoute = new Map<string, ObservedEndpoint>();
  for (const one of requests) {
    const key = routeKey(one.name);
    if ((byRoute.get(key)?.traces ?? -1) < one.traces) byRoute.set(key, one);
  }
  return [...spec.endpoints.values()].flatMap((endpoint) => {
    const found = byRoute.get(routeKey(endpoint.name));
    return found === undefined
      ? []
      : [
          ...entryFinding(endpoint, found),
          ...callFindings(endpoint, found),
          ...optionalFindings(endpoint, found, spec),
        ];
  });
}

function entryFinding({ name, entry }: SpecEndpoint, found: ObservedEndpoint): readonly Finding[] {
  if (entry.value === found.entry) return [];
  return [
    {
      kind: "missing-call",
      subject: name,
      message: `${quote(name)} comes in at ${quote(found.entry)} by ${counts(found.traces, "trace")}, and at ${quote(entry.value)} by the spec; correct \`entry\``,
      place: entry.place,
      snippet: null,
      counts: { traces: found.traces },
    },
  ];
}

/** Callees that a strict endpoint of the spec leaves out. With `needs` a person said what counts. */
function callFindings(endpoint: SpecEndpoint, found: ObservedEndpoint): readonly Finding[] {
  const strict = endpoint.members.flatMap(({ predicate }) =>
    predicate.kind === "strict" ? [predicate] : [],
  );
  if (strict.length < endpoint.members.length || endpoint.entry.value !== found.entry) return [];
  if (strict.some(({ calls }) => calls === null)) return [];
  const named = new Set(
    strict.flatMap(({ calls, optional }) =>
      [...(calls ?? []), ...optional].map((one) => one.value),
    ),
  );
  const isNamed = (service: string) =>
    named.has(service) || named.has(`${found.entry} -> ${service}`);
  return found.calls
    .filter(({ service }) => !isNamed(service))
    .map(({ service, traces }) => ({
      kind: "missing-call",
      subject: endpoint.name,
      message: `${quote(endpoint.name)} called ${quote(service)} in ${grouped(traces)} of ${grouped(found.traces)} traces, and its \`calls\` leave that out; add it there`,
      place: strict[0]?.calls?.[0]?.place ?? endpoint.place,
      snippet: null,
      counts: { traces, of: found.traces },
    }));
}

/** What an endpoint was seen to do without, and its spec demands. */
function optionalFindings(
  endpoint: SpecEndpoint,
  found: ObservedEndpoint,
  spec: Spec,
): readonly Finding[] {
  const strict = endpoint.members.flatMap(({ predicate }) =>
    predicate.kind === "strict" ? [predicate] : [],
  );
  const [first] = strict;
  if (first === undefined) return [];
  const [drafted] = endpointsOf([found], spec.dependencies);
  return (drafted?.optional ?? []).flatMap(({ name, failed, survived }) => {
    if (strict.every((one) => spares(one, name))) return [];
    return [
      {
        kind: "optional" as const,
        subject: endpoint.name,
        message: `${quote(name)} failed in ${counts(failed, "request")} for ${quote(endpoint.name)}, and ${grouped(survived)} of these succeeded all the same; if it does without, add it to \`optional\``,
        place: endpoint.place,
        snippet: null,
        counts: { failed, survived },
      },
    ];
  });
}

/** Whether a predicate does without a service or dependency already. */
function spares({ optional }: Strict, name: string): boolean {
  const cut = new Set(optional.map(({ value }) => value));
  const pair = parsePair(name);
  return cut.has(name) || (!("problem" in pair) && cut.has(pair.to));
}

/** Endpoints of the spec that no request came for, of those that a request can be told by. */
export function unseenEndpoints(
  { requests }: Discovered,
  spec: Spec,
  traces: number,
): readonly Finding[] {
  const shown = new Set(requests.map(({ name }) => routeKey(name)));
  if (requests.length === 0) return [];
  return [...spec.endpoints.values()].flatMap(({ name, place, completion }) => {
    // What comes about later, or has a name that a person made up, is the root of no trace.
    if (completion === "eventual" || !name.includes("/") || shown.has(routeKey(name))) return [];
    const share = mostUnseen(traces);
    return [
      {
        kind: "unseen-endpoint" as const,
        subject: name,
        message: `no request for ${quote(name)} is in the ${counts(traces, "trace")}, so fewer than ${shareText(share)} of all are for it (95%); seen were ${some(requests.map((one) => one.name))}`,
        place,
        snippet: null,
        counts: { traces },
      },
    ];
  });
}
