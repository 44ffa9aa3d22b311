import type { DiscoveredLine } from "./discovered.ts";
import type { DiscoveredEndpoint, DiscoveredMember } from "./discovered-endpoints.ts";
import {
  blockKey,
  counts,
  evidenceValue,
  flowText,
  grouped,
  timeoutValue,
  type Written,
} from "./evidence-text.ts";
import { withInterval } from "./interval-remark.ts";
import { remarked } from "./yaml-text.ts";

/** A dependency as an item of `dependencies`: its name, with what was observed of it where anything was. */
export function lineValue(line: DiscoveredLine): Written {
  const details = lineDetails(line);
  return Object.keys(details).length === 0 ? line.name : { [line.name]: details };
}

function lineDetails({ operations, evidence, timing }: DiscoveredLine): {
  readonly [key: string]: Written;
} {
  const [only, second] = operations;
  const operation = only !== undefined && second === undefined ? only.name.slice(0, 600) : "";
  const timeout = timing === null ? null : timeoutValue(timing);
  return {
    ...(operation === "" ? {} : { operation }),
    ...(timeout === null ? {} : { timeout }),
    ...(evidence === null ? {} : { evidence: evidenceValue(evidence) }),
  };
}

/** What of a dependency's counts its line does not say already; empty: nothing. */
export function lineRemark(line: DiscoveredLine): string {
  const { operations, calls, traces, censored, outlived, evidence } = line;
  const words: string[] = [];
  if (evidence === null) {
    // Aggregates count calls alone.
    const where = traces === 0 ? "" : ` in ${counts(traces, "trace")}`;
    const untold = censored < calls ? ", how they ended is not told" : "";
    words.push(`${counts(calls, "call")}${where}${untold}`);
  } else if (evidence.total + censored < calls) {
    words.push(`of ${counts(calls, "call")}`);
  }
  if (operations.length > 1) {
    const named = operations.slice(0, 2).map(({ name }) => name);
    const rest = operations.length - named.length;
    words.push(`${named.join(", ")}${rest > 0 ? ` and ${counts(rest, "more operation")}` : ""}`);
  }
  if (censored > 0) words.push(`${grouped(censored)} during known outages left out`);
  if (outlived > 0 && line.mode === "sync") {
    words.push(`${grouped(outlived)} outlived their caller: fire and forget, as like as not`);
  }
  return withInterval(evidence, words.join("; "));
}

/** The lines of an endpoint in a block, each behind the indentation of its key. */
export function endpointBlock(endpoint: DiscoveredEndpoint, indent: string): readonly string[] {
  const { observed, members } = endpoint;
  const [only, second] = members;
  const kinds =
    second === undefined
      ? memberEntries(only ?? { weight: 1, calls: null, optional: [] }).map(
          ([key, value]) => `${indent}  ${key}: ${flowText(value)}`,
        )
      : [
          remarked(`${indent}  mixture:`, "weights are counts of traces"),
          ...members.map((one) => `${indent}    - ${flowText(memberValue(one))}`),
        ];
  return [
    remarked(`${indent}${blockKey(observed.name)}:`, endpointRemark(endpoint)),
    `${indent}  entry: ${flowText(observed.entry)}`,
    ...kinds,
  ];
}

/** An item of a block sequence, without its dash. */
export function itemText(line: DiscoveredLine): string {
  const value = lineValue(line);
  return typeof value === "string" ? flowText(value) : flowText(value).slice(2, -2);
}

/** An endpoint on one line, for a spec that is written so. */
export function endpointValue({ observed, members }: DiscoveredEndpoint): Written {
  const { entry } = observed;
  const [only, second] = members;
  if (only === undefined) return { entry };
  if (second === undefined) return { entry, ...Object.fromEntries(memberEntries(only)) };
  return { entry, mixture: members.map(memberValue) };
}

function memberValue(member: DiscoveredMember): Written {
  return { weight: member.weight, ...Object.fromEntries(memberEntries(member)) };
}

function memberEntries({
  calls,
  optional,
}: DiscoveredMember): readonly (readonly [string, Written])[] {
  return [
    ...(calls === null ? [] : [["calls", calls] as const]),
    ...(optional.length === 0 ? [] : [["optional", optional] as const]),
  ];
}

function endpointRemark({ observed: { traces, succeeded }, optional }: DiscoveredEndpoint): string {
  if (traces === 0) return "guess: no request was seen to come in";
  const survived = optional
    .slice(0, 3)
    .map(
      (one) =>
        `${one.name} failed in ${grouped(one.failed)}, of which ${grouped(one.survived)} succeeded`,
    );
  return [`${counts(traces, "trace")}, ${grouped(succeeded)} succeeded`, ...survived].join("; ");
}
