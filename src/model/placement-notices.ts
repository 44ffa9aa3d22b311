import type { PlacementFact, Workload } from "../deployment/workload.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { isOf, leavesNone } from "./manifest-row.ts";
import type { Matches } from "./match.ts";
import type { Spec, SpecDomain } from "./spec.ts";
import { counted, quote, some } from "./wording.ts";

const HOST = "kubernetes.io/hostname";

/** A workload whose manifest decides where its service goes in a domain. */
type Heard = {
  readonly service: string;
  readonly workload: Workload;
  readonly domain: SpecDomain;
};

/**
 * Tell which rules of the manifests place nothing: those that do not select their own pods, those that pin
 * to what is no member of a domain, and spreads over what the spec has no domain for.
 *
 * @param matches the workloads of each service that has any
 */
export function placementNotices(spec: Spec, matches: Matches): readonly Diagnostic[] {
  const heard = [...matches].flatMap(([service, workloads]) =>
    [...spec.domains.values()].flatMap((domain): readonly Heard[] => {
      const own = spec.services.get(service)?.placement?.has(domain.name) ?? false;
      if (own || domain.members.length === 0) return [];
      return workloads.map((workload) => ({ service, workload, domain }));
    }),
  );
  return [...heard.flatMap(idle), ...heard.flatMap(elsewhere), ...unmodelled(spec, matches)];
}

/** Beside a rule that does spread them, one that does not is for others. */
function idle({ service, workload, domain }: Heard): readonly Diagnostic[] {
  const facts = workload.placement.filter((one) => isOf(domain, one));
  if (facts.some((one) => one.rule === "spread" && one.idle === undefined)) return [];
  return facts.flatMap(({ idle: reason, place }) =>
    reason === undefined
      ? []
      : [diagnostic("warning", "idle-placement", `service ${quote(service)}: ${reason}`, place)],
  );
}

function elsewhere({ service, workload, domain }: Heard): readonly Diagnostic[] {
  return workload.placement
    .filter((one) => isOf(domain, one) && one.idle === undefined)
    .flatMap((fact) => strangers(fact, service, domain));
}

function strangers(
  fact: PlacementFact,
  service: string,
  domain: SpecDomain,
): readonly Diagnostic[] {
  const { rule, soft, values, place } = fact;
  const { name, members } = domain;
  const unknown = rule === "pinned" ? values.filter((one) => !members.includes(one)) : [];
  const none = leavesNone(fact, domain);
  if (unknown.length === 0 && !none) return [];
  const [verb, those] = [soft ? "prefers" : "is pinned to", soft ? "others" : "the others"];
  const where =
    unknown.length > 0
      ? `${verb} ${some(unknown)}, no member of ${quote(name)}`
      : `${soft ? "would rather run on" : "runs on"} no member of ${quote(name)}`;
  const counts = !none
    ? `counts as on ${those}`
    : soft
      ? "counts as if that were not written"
      : "counts as all on its least available member";
  const message = `service ${quote(service)} ${where}, and ${counts}; list it in \`members\`, or correct the manifest`;
  return [diagnostic(none ? "warning" : "notice", "unknown-placement", message, place)];
}

/** One line at the most. Hosts are rarely worth a model; who places services in the spec knows of zones. */
function unmodelled(spec: Spec, matches: Matches): readonly Diagnostic[] {
  if (spec.defaults.placement !== null) return [];
  const domains = [...spec.domains.values()].filter(({ members }) => members.length > 0);
  const keys = new Set<string>();
  const spread = [...matches].flatMap(([service, workloads]) => {
    if (spec.services.get(service)?.placement != null) return [];
    const lost = workloads
      .flatMap(({ placement }) => placement)
      .filter(
        (one) =>
          one.rule === "spread" &&
          one.idle === undefined &&
          one.topologyKey !== HOST &&
          !domains.some((domain) => isOf(domain, one)),
      );
    for (const { topologyKey } of lost) keys.add(topologyKey);
    return lost.length === 0 ? [] : [service];
  });
  if (spread.length === 0) return [];
  const message = `the manifests spread ${counted(spread.length, "service")} (${some(spread)}) over ${some([...keys])}, the \`topologyKey\` of no domain with members: what fails together there is not counted; add such a domain to \`domains\``;
  return [diagnostic("notice", "unmodelled-placement", message, spec.place)];
}
