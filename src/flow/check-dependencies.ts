import { itemText } from "../draft/discover-lines.ts";
import type { Discovered, DiscoveredLine } from "../draft/discovered.ts";
import { counts, grouped } from "../draft/evidence-text.ts";
import { routeKey } from "../draft/merge-endpoints.ts";
import { missingLines, namesakes, otherMode } from "../draft/merge-missing.ts";
import type { Pair } from "../model/names.ts";
import type { Spec, SpecLine } from "../model/spec.ts";
import { didYouMean, quote } from "../model/wording.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { type Finding, mostUnseen, shareText, tracesNeeded } from "./check-finding.ts";

/** Dependencies that only the traces show, and such as have the other arrow in the spec. */
export function missingDependencies({ lines }: Discovered, spec: Spec): readonly Finding[] {
  const { missing, conflicting } = missingLines(lines, spec);
  return [
    ...missing.map((line) => missingOne(line, namesakes(line, lines, spec), spec)),
    ...conflicting.map((line) => conflictingOne(line, spec)),
    ...lines.flatMap((line) => leftBehind(line, spec)),
  ];
}

function missingOne(line: DiscoveredLine, [namesake]: readonly SpecLine[], spec: Spec): Finding {
  const { name, from, to, calls, traces } = line;
  const unknown = [from, to].filter((one) => !spec.services.has(one));
  const known = [...spec.services.keys()];
  const close = unknown.map((one) => didYouMean(one, known)).find((one) => one !== "") ?? "";
  const hint =
    namesake === undefined
      ? close.replace("; did you mean", ", or correct a name: did you mean")
      : `, or give it the name that ${quote(namesake.name)} has, if that is the same`;
  return {
    kind: "missing-dependency",
    subject: name,
    message: `the spec has no ${quote(name)}, which ${seen(calls, traces)}; add it${hint}`,
    place: placeOf(from, spec),
    snippet: `- ${itemText(line)}`,
    counts: { calls, traces },
  };
}

function conflictingOne(line: DiscoveredLine, spec: Spec): Finding {
  const { name, calls, traces } = line;
  const other = otherMode(line);
  const written = spec.dependencies.find((one) => one.name === other);
  const waits = line.mode === "sync" ? "the caller waits" : "the caller does not wait";
  return {
    kind: "mode-conflict",
    subject: name,
    message: `the spec has ${quote(other)}, and ${waits} by what ${seen(calls, traces)}; write ${quote(name)}`,
    place: written?.place ?? spec.place,
    snippet: `- ${itemText(line)}`,
    counts: { calls, traces },
  };
}

/** Half of the calls of a blocking dependency or more that nobody waits for are no accident. */
function leftBehind(line: DiscoveredLine, spec: Spec): readonly Finding[] {
  const { name, mode, calls, traces, outlived } = line;
  const written = spec.dependencies.find((one) => one.name === name);
  if (written === undefined || mode !== "sync" || 2 * outlived < calls) return [];
  return [
    {
      kind: "mode-conflict",
      subject: name,
      message: `${quote(name)} blocks its caller in the spec, and ${grouped(outlived)} of ${grouped(calls)} calls outlived theirs: fire and forget, as like as not; if so write ${quote(otherMode(line))}`,
      place: written.place,
      snippet: null,
      counts: { calls, traces, outlived },
    },
  ];
}

function seen(calls: number, traces: number): string {
  // Aggregates count calls alone.
  const where = traces === 0 ? "" : ` in ${counts(traces, "trace")}`;
  return `${counts(calls, "call")}${where} ${calls === 1 ? "shows" : "show"}`;
}

function placeOf(service: string, spec: Spec): Place {
  const line = spec.dependencies.find(({ from, to }) => from === service || to === service);
  return line?.place ?? spec.services.get(service)?.place ?? spec.place;
}

/** A share that is worth being seen, where nothing says how often a call is made. */
const RARE = 0.01;

/** Dependencies of the spec that no trace shows, with how many traces would have been needed to see them. */
export function unseenDependencies(
  discovered: Discovered,
  spec: Spec,
  traces: number,
): readonly Finding[] {
  const shown = new Set(discovered.lines.map(({ name }) => name));
  const told = new Set<string>();
  return spec.dependencies.flatMap((line) => {
    if (shown.has(line.name) || shown.has(otherMode(line)) || told.has(line.name)) return [];
    told.add(line.name);
    return [unseenOne(line, discovered, spec, traces)];
  });
}

function unseenOne(line: SpecLine, discovered: Discovered, spec: Spec, traces: number): Finding {
  const { name, from, place } = line;
  // Aggregates count calls, and know of no trace.
  const unit = traces > 0 ? "trace" : "call";
  const reached = reachOf(from, discovered, unit);
  const asked = impliedShare(line, discovered, spec);
  const share = asked?.share ?? RARE;
  const needed = tracesNeeded(share);
  const had = asked?.traces ?? reached;
  const shared = {
    kind: "unseen-dependency",
    subject: name,
    place,
    snippet: null,
    counts: { reached, had, needed },
  } as const;
  if (reached === 0) {
    const what = `no trace shows ${quote(name)}, nor any request that reaches ${quote(from)}`;
    const limit =
      traces > 0 ? `: fewer than ${shareText(mostUnseen(traces))} of requests do (95%)` : "";
    const message = `${what}${limit}; trace it, or remove it if it is gone`;
    return { ...shared, message };
  }
  const where =
    asked === null
      ? `none of the ${counts(reached, unit)} that reach ${quote(from)} shows ${quote(name)}`
      : `none of the ${counts(asked.traces, "trace")} of ${quote(asked.endpoint)} shows ${quote(name)}, which by the spec ${shareText(share)} of them call`;
  const enough =
    had >= needed
      ? `${counts(needed, unit)} would have been enough (95%)${asked === null ? ` to see what ${shareText(share)} of them do` : ""}; remove it if it is gone`
      : `${grouped(needed)} would be needed to see what ${shareText(share)} of them do (95%)`;
  const bound =
    asked === null && had >= needed
      ? `, so fewer than ${shareText(mostUnseen(had))} make the call`
      : "";
  return { ...shared, message: `${where}${bound}; ${enough}` };
}

/** At least so many traces show a service: those of its best seen dependency, or of its endpoints; or so many calls. */
function reachOf(
  service: string,
  { lines, endpoints }: Discovered,
  unit: "trace" | "call",
): number {
  const own = lines.filter(({ from, to }) => from === service || to === service);
  const calls = own.map((one) => (unit === "trace" ? one.traces : one.calls));
  const requests = endpoints
    .filter(({ observed }) => observed.entry === service)
    .reduce((sum, { observed }) => sum + observed.traces, 0);
  return Math.max(0, requests, ...calls);
}

type Implied = { readonly endpoint: string; readonly share: number; readonly traces: number };

/** Of an endpoint that was seen, how many of its requests make a call by the spec; the one that should show it best. */
function impliedShare(line: Pair, { requests }: Discovered, spec: Spec): Implied | null {
  const byRoute = new Map(requests.map((one) => [routeKey(one.name), one]));
  let best: Implied | null = null;
  for (const { name, entry, members } of spec.endpoints.values()) {
    const found = byRoute.get(routeKey(name));
    if (found === undefined || entry.value !== line.from || line.mode !== "sync") continue;
    const weight = members.reduce((sum, one) => sum + one.weight, 0);
    const calling = members.filter(({ predicate }) => {
      if (predicate.kind === "needs") return false;
      return predicate.calls?.some(({ value }) => value === line.to) ?? false;
    });
    const share = calling.reduce((sum, one) => sum + one.weight, 0) / weight;
    if (share <= 0) continue;
    if (best === null || share * found.traces > best.share * best.traces) {
      best = { endpoint: name, share, traces: found.traces };
    }
  }
  return best;
}
