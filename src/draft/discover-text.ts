import type { ObservedService, Quality } from "../traces/observed.ts";
import { endpointBlock, itemText, lineRemark } from "./discover-lines.ts";
import type { Discovered, DiscoveredLine } from "./discovered.ts";
import { counts, evidenceValue, flowText, grouped, type Written } from "./evidence-text.ts";
import { withInterval } from "./interval-remark.ts";
import { type ManifestLine, manifestsBlock, schemaLine } from "./spec-text.ts";
import { oneLine, remarked, scalar } from "./yaml-text.ts";

/** What a spec is drafted from, beside what the traces show. */
export type DraftContext = {
  /** Lines of `manifests`; empty: the default. */
  readonly manifests: readonly ManifestLine[];
  /** `Kind/namespace/name` of the workloads of services that their names alone do not lead to. */
  readonly workloads: ReadonlyMap<string, readonly string[]>;
  /** Services whose replicas the manifests give. */
  readonly matched: ReadonlySet<string>;
};

/** The most of what is only told in comments. */
const MOST_TOLD = 30;

/** The most endpoints of a draft, those with the most traces: more would be a gateway's every route. */
export const MOST_ENDPOINTS = 40;

/** A first spec of what traces show, as text: the same for the same traces, byte for byte. */
export function discoverText(
  discovered: Discovered,
  quality: Quality,
  context: DraftContext,
): string {
  const blocks = [
    heading(quality),
    "version: 1\n",
    manifestsBlock(context.manifests),
    servicesBlock(discovered, context),
    dependenciesBlock(discovered.lines),
    endpointsBlock(discovered),
  ];
  return blocks.filter((one) => one !== "").join("\n");
}

function heading(quality: Quality): string {
  const seen =
    quality.spans === 0
      ? "aggregates of traces, which tell of no single request"
      : `${counts(quality.traces, "trace")} of ${counts(quality.spans - quality.duplicates, "span")}${period(quality)}`;
  const lines = [
    `Drafted by \`availability-gate discover\` from ${seen}.`,
    "The counts are what the traces show. Correct what they cannot know, and write what you promise (`slo`).",
  ];
  return schemaLine() + lines.map((line) => `# ${line}\n`).join("");
}

/** ` from 2026-11-01 to 2026-11-08`, or nothing where no span has a time. */
export function period({ from, until }: Quality): string {
  if (from === null || until === null) return "";
  const [first, last] = [day(from), day(until)];
  return first === last ? ` of ${first}` : ` from ${first} to ${last}`;
}

/** Spans may carry any number as their time. */
function day(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "an unknown day" : date.toISOString().slice(0, 10);
}

function servicesBlock(discovered: Discovered, context: DraftContext): string {
  const lines = discovered.services.flatMap((one) => {
    const value = serviceValue(one, context);
    if (Object.keys(value).length === 0) return [];
    const line = `  ${scalar(one.name)}: ${flowText(value)}`;
    const remark = withInterval(one.evidence, serviceRemark(one, value));
    return [`${remark === "" ? line : remarked(line, remark)}\n`];
  });
  const head = lines.length === 0 ? [] : ["services:\n"];
  return [...head, ...lines, ...thirdParties(discovered, lines.length > 0)].join("");
}

/** What a spec must say of a service that no default does; manifests win on replicas. */
export function serviceValue(
  { name, instances, evidence }: ObservedService,
  { workloads, matched }: Pick<DraftContext, "workloads" | "matched">,
): { readonly [key: string]: Written } {
  const titles = workloads.get(name) ?? [];
  const [only] = titles;
  const workload = titles.length === 1 ? only : titles;
  const replicas = matched.has(name) || titles.length > 0 ? null : instances;
  return {
    ...(workload === undefined || titles.length === 0 ? {} : { workload }),
    // One is the default.
    ...(replicas === null || replicas < 2 ? {} : { replicas: Math.min(replicas, 10_000) }),
    ...(evidence === null || evidence.total === 0 ? {} : { evidence: evidenceValue(evidence) }),
  };
}

function serviceRemark(
  { instances, instancesEver }: ObservedService,
  value: { readonly [key: string]: Written },
): string {
  if (value["replicas"] === undefined || instances === null) return "";
  const ever = instancesEver > instances ? `, ${grouped(instancesEver)} in all` : "";
  return `${grouped(instances)} instances at once${ever}`;
}

/**
 * What nobody instrumented and no manifest runs may be a third party, whose availability no trace can tell.
 *
 * @param inside they stand below `services:`; else they bring it along, to be uncommented
 */
function thirdParties({ services, lines }: Discovered, inside: boolean): readonly string[] {
  const called = new Set(lines.map(({ to }) => to));
  const found = services.filter(({ kind, name }) => kind === "peer" && called.has(name));
  if (found.length === 0) return [];
  const indent = inside ? "  " : "";
  const told = found.slice(0, MOST_TOLD).map(({ name }) => {
    const callers = lines.filter(({ to }) => to === name).map(({ from }) => from);
    const line = `${indent}#   ${oneLine(scalar(name))}: { external: }`;
    return `${remarked(line, `called by ${some(callers)}`)}\n`;
  });
  const more = found.length - told.length;
  return [
    `${indent}# Nothing in these is traced. Where one is a third party, say how available it is:\n`,
    ...(inside ? [] : ["# services:\n"]),
    ...told,
    ...(more > 0 ? [`${indent}# and ${more} more\n`] : []),
  ];
}

function some(names: readonly string[]): string {
  const rest = names.length - 3;
  return `${names.slice(0, 3).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function dependenciesBlock(lines: readonly DiscoveredLine[]): string {
  if (lines.length === 0) {
    return `${remarked("dependencies: []", "no call between two services was seen")}\n`;
  }
  const drafted = lines.map((one) => {
    const line = `  - ${itemText(one)}`;
    const remark = lineRemark(one);
    return `${remark === "" ? line : remarked(line, remark)}\n`;
  });
  return `${remarked("dependencies:", "`->` the caller waits for, `~>` it does not")}\n${drafted.join("")}`;
}

function endpointsBlock({ endpoints }: Discovered): string {
  const shown = mostSeen(endpoints, MOST_ENDPOINTS);
  const more = endpoints.length - shown.length;
  const beyond = more > 0 ? [`  # and ${grouped(more)} more, which fewer requests came for\n`] : [];
  return [
    "endpoints:\n",
    ...shown.flatMap((one) => endpointBlock(one, "  ").map((line) => `${line}\n`)),
    ...beyond,
  ].join("");
}

/** Those with the most traces, in the order that they had. */
export function mostSeen(
  endpoints: Discovered["endpoints"],
  most: number,
): Discovered["endpoints"] {
  const ranked = [...endpoints].sort((a, b) => b.observed.traces - a.observed.traces);
  const kept = new Set(ranked.slice(0, most));
  return endpoints.filter((one) => kept.has(one));
}
