import { formatAvailability, formatProbability } from "../availability/figures.ts";
import type { Discovered, DiscoveredLine } from "../draft/discovered.ts";
import { evidenceValue, flowText, grouped, timeoutValue } from "../draft/evidence-text.ts";
import { isOutside } from "../model/evidence.ts";
import type { Dependency, Model, Probability, Service } from "../model/model.ts";
import type { Spec } from "../model/spec.ts";
import { counted, quote } from "../model/wording.ts";
import { jeffreysInterval } from "../numbers/jeffreys.ts";
import type { Evidence, ObservedService, Timing } from "../traces/observed.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Finding } from "./check-finding.ts";

/** Parameters of the model that lie outside of the 95% interval of what was observed. */
export function driftFindings(
  discovered: Discovered,
  spec: Spec,
  model: Model,
): readonly Finding[] {
  const dependencies = new Map(model.dependencies.map((one) => [one.name, one]));
  const services = new Map(model.services.map((one) => [one.name, one]));
  return [
    ...discovered.lines.flatMap((line) => {
      const dependency = dependencies.get(line.name);
      return dependency === undefined ? [] : driftOf(line, dependency, spec);
    }),
    ...discovered.services.flatMap((one) => {
      const service = services.get(one.name);
      return service === undefined ? [] : replicaDrift(one, service);
    }),
  ];
}

/** Of a dependency with several routes no trace tells which one a call took. */
function driftOf(line: DiscoveredLine, dependency: Dependency, spec: Spec): readonly Finding[] {
  const [channel, second] = dependency.channels;
  if (channel === undefined || second !== undefined) return [];
  const { name, evidence, timing } = line;
  const found: Finding[] = [];
  // What a mesh injects on purpose is no fault of the channel's parameter.
  const up = channel.origin?.injected?.without ?? channel.up;
  if (evidence !== null && isOutside(up, evidence)) {
    found.push({
      kind: "drift",
      subject: name,
      message: `${whose(channel.availabilityFrom)} of ${quote(name)} is ${stated(up, channel.availabilityFrom)}, outside of what was observed: ${counts(evidence)}; ${remedy(channel.availabilityFrom, "availability")}`,
      place: channel.place,
      snippet: `evidence: ${flowText(evidenceValue(evidence))}`,
      counts: { good: evidence.good, total: evidence.total },
    });
  }
  const spelled = spec.dependencies.find((one) => one.name === name);
  const place = spelled?.timeout?.place ?? spelled?.place ?? dependency.place;
  if (timing !== null) found.push(...lateness(name, timing, channel.timeout, place));
  return found;
}

function lateness(
  name: string,
  timing: Timing,
  stated: { readonly onTime: Probability; readonly retries: number } | null,
  place: Place,
): readonly Finding[] {
  const { onTime, retries } = timing;
  const value = timeoutValue(timing);
  const snippet = value === null ? null : `timeout: ${flowText(value)}`;
  const shared = { kind: "drift", subject: name, place, snippet } as const;
  const found: Finding[] = [];
  const attempts = { good: onTime.good, total: onTime.total };
  if (stated === null && value !== null) {
    const late = onTime.total - onTime.good;
    const message = `callers of ${quote(name)} gave up waiting in ${grouped(late)} of ${grouped(onTime.total)} attempts, and the spec has no \`timeout\` there; add it`;
    found.push({ ...shared, message, counts: attempts });
  }
  if (stated === null) return found;
  if (onTime.total > 0 && isOutside(stated.onTime, onTime)) {
    const message = `attempts of ${quote(name)} end in time in ${formatProbability(stated.onTime)} by the spec, outside of what was observed: ${counts(onTime)}; correct \`timeout\``;
    found.push({ ...shared, message, counts: attempts });
  }
  if (retries > stated.retries) {
    const message = `callers of ${quote(name)} try again up to ${counted(retries, "time")} when they gave up waiting, and the spec has ${stated.retries}; correct \`retries\``;
    found.push({ ...shared, message, counts: { retries } });
  }
  return found;
}

/** A third party is no replica; of replicas with figures of their own no series tells which is which. */
function replicaDrift({ name, evidence }: ObservedService, service: Service): readonly Finding[] {
  const [first] = service.replicas;
  const { replicaAvailabilityFrom: from, replicaAvailabilityPlace, place } = service.origin;
  if (evidence === null || service.external || first === undefined) return [];
  if (service.replicas.some(({ p }) => p !== first.p) || !isOutside(first, evidence)) return [];
  return [
    {
      kind: "drift",
      subject: name,
      message: `${whose(from)} of a replica of ${quote(name)} is ${stated(first, from)}, outside of what was observed: ${counts(evidence)}; ${remedy(from, "replicaAvailability")}`,
      place: replicaAvailabilityPlace ?? place,
      snippet: `evidence: ${flowText(evidenceValue(evidence))}`,
      counts: { good: evidence.good, total: evidence.total },
    },
  ];
}

type From = "spec" | "default" | "evidence";

function whose(from: From): string {
  return { spec: "the availability", default: "the default", evidence: "the evidence" }[from];
}

function remedy(from: From, key: string): string {
  return {
    spec: `correct \`${key}\`, or remove it for the evidence to give it`,
    default: "merge the evidence into the spec, and it gives the figure",
    evidence: "merge the newer counts into the spec",
  }[from];
}

function counts({ good, total }: Evidence): string {
  const { low, high } = jeffreysInterval(good, total);
  return `${grouped(good)} of ${grouped(total)}, so between ${printed(low)} and ${printed(high)} (95%)`;
}

/** As a person wrote it; an estimate as it is printed elsewhere. */
function stated(up: Probability, from: From): string {
  return from === "evidence" ? printed(up) : formatProbability(up);
}

function printed({ p, q }: Probability): string {
  return formatAvailability({ availability: p, unavailability: q });
}
