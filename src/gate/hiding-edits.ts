import type { Subject } from "../availability/subject.ts";
import type { Model } from "../model/model.ts";
import { describeChanges } from "./changes.ts";
import type { Change, ChangeKind } from "./result.ts";

/** How many edits a sentence names. */
const MOST = 3;

/** Edits of a spec that can move a figure, in words. Others cannot hide a drop. */
const WORDS: Partial<Record<ChangeKind, string>> = {
  "service-added": "service",
  "service-removed": "service",
  "domain-added": "domain",
  "domain-removed": "domain",
  "member-added": "domain member",
  "member-removed": "domain member",
  "domain-availability": "availability of",
  replicas: "replicas of",
  quorum: "quorum of",
  "replica-availability": "replica availability of",
  "default-replica-availability": "default",
  evidence: "evidence of",
  external: "external",
  "dependency-added": "dependency",
  "dependency-removed": "dependency",
  "dependency-availability": "availability of",
  "default-dependency-availability": "default",
  placement: "placement of",
  disruption: "disruption of",
  channels: "channels of",
  timeout: "time-out of",
  "fault-injection": "injected fault of",
  "dependency-domains": "domains of",
  "incident-added": "incident",
  "incident-removed": "incident",
  "incident-changed": "incident",
  "fault-changed": "fault",
  entry: "entry of",
  completion: "completion of",
  predicate: "needs of",
  mixture: "mixture of",
};

const OF_ENDPOINT: ReadonlySet<ChangeKind> = new Set([
  "entry",
  "completion",
  "predicate",
  "mixture",
]);

/**
 * The edits of the spec that stand between the carried model and head, in a few words: the two
 * share their manifests, so that nothing else can. `null` where none is known.
 */
export function hidingEdits(carried: Model, head: Subject): string | null {
  const { endpoint, fault } = head;
  const edits = describeChanges(carried, head.model).filter(
    ({ kind, subject }) =>
      WORDS[kind] !== undefined &&
      (!OF_ENDPOINT.has(kind) || subject === endpoint.name) &&
      (kind !== "fault-changed" || subject === fault?.name),
  );
  if (edits.length === 0) return null;
  const more = edits.length - MOST;
  const named = edits.slice(0, MOST).map(editText).join("; ");
  return more > 0 ? `${named}; and ${more} more` : named;
}

function editText({ kind, subject, base, head, file, line, side }: Change): string {
  const what = `${WORDS[kind]} \`${subject}\``;
  const where = side === "head" ? `${file}:${line}` : `${file}:${line} at base`;
  if (kind.endsWith("-added")) return `${what} added, ${where}`;
  if (kind.endsWith("-removed")) return `${what} removed, ${where}`;
  return `${what} ${base ?? "unset"} → ${head ?? "unset"}, ${where}`;
}
