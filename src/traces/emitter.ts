import type { Attributes, Emitter } from "./span.ts";
import { clean } from "./templates.ts";

/** Who wrote a span: its service, and which instance of it. */
export type EmitterName = {
  readonly service: string | null;
  readonly instance: string | null;
  /** Which of the attributes below told the instance: the lower, the surer. */
  readonly rank: number;
};

/**
 * What tells instances apart, the best first. OpenTelemetry's resource conventions: `service.instance.id`
 * "MUST be unique for each instance of the same service"; a pod and a container are one instance each, a
 * host may hold several. Then process tags of Jaeger's clients, where the host name is the pod's and the
 * UUID that of one run; then Zipkin's local endpoint, whose port only some spans of an instance tell.
 */
const NAMES = [
  "service.instance.id",
  "k8s.pod.name",
  "container.id",
  "host.name",
  "hostname",
  "jaeger.hostname",
  "ip",
  "client-uuid",
  "host.address",
] as const;

export const INSTANCE_RANKS = NAMES.length;

const LONGEST = 253;

/** @returns the name of a service and its instance, cleaned and bounded; `null`: not told. */
export function readEmitter({ service, attributes }: Emitter): EmitterName {
  const name = service === null ? null : serviceName(service);
  for (const [rank, attribute] of NAMES.entries()) {
    const text = textOf(attributes, attribute);
    // Jaeger's clients tell the loopback where they know no better: that is everybody's.
    if (text === null || (attribute === "ip" && /^(?:127\.|::1$|0\.0\.0\.0$)/.test(text))) continue;
    return { service: name, instance: text, rank };
  }
  return { service: name, instance: null, rank: INSTANCE_RANKS };
}

function textOf(attributes: Attributes, name: string): string | null {
  const value = attributes[name];
  if (value === undefined || typeof value === "boolean") return null;
  const text = clean(String(value).slice(0, LONGEST));
  return text === "" ? null : text;
}

/** A name that a dependency line can hold: no arrow, no odd space, no invisible character. */
export function serviceName(text: string): string | null {
  const plain = clean(text.slice(0, LONGEST))
    .replace(/[-~]+>/g, "_")
    .trim();
  return plain === "" ? null : plain;
}
