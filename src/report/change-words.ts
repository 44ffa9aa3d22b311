import type { Change, ChangeKind } from "../gate/result.ts";
import { count, type Name, name, type Phrase, say } from "./phrase.ts";

/** A change of spec or manifests in words: "`payment` runs 1 replica instead of 3". */
export function changeWords(change: Change): Phrase {
  return WORDS[change.kind](name(change.subject), change.base, change.head);
}

type Value = Change["base"];
type Words = (subject: Name, base: Value, head: Value) => Phrase;

const WORDS: Readonly<Record<ChangeKind, Words>> = {
  "spec-added": (subject) => say`the spec ${subject} is new`,
  "spec-removed": (subject) => say`the spec ${subject} is gone`,
  "spec-moved": (_, base, head) => say`the spec ${shown(base)} is now ${shown(head)}`,
  "domain-added": (subject, _, head) =>
    isFigure(head)
      ? say`the domain ${subject} is new, rated ${shown(head)}`
      : say`the domain ${subject} is new, with ${shown(head)}`,
  "domain-removed": (subject) => say`the domain ${subject} is gone`,
  "member-added": (subject, _, head) => say`${subject} is new, rated ${shown(head)}`,
  "member-removed": (subject) => say`${subject} is gone`,
  "domain-availability": rated((subject) => [subject]),
  "service-added": (subject, _, head) =>
    typeof head === "number"
      ? say`the service ${subject} is new, with ${count(head, "replica")}`
      : say`the external service ${subject} is new, rated ${shown(head)}`,
  "service-removed": (subject) => say`the service ${subject} is gone`,
  replicas: (subject, base, head) =>
    say`${subject} runs ${counted(head, "replica")} instead of ${shown(base)}`,
  quorum: (subject, base, head) =>
    say`${subject} needs ${counted(head, "live replica")} instead of ${shown(base)}`,
  "replica-availability": rated((subject) => say`each replica of ${subject}`),
  "default-replica-availability": rated(() => ["each replica, by default,"]),
  evidence: (subject, base, head) =>
    say`${subject} was seen to be up ${shown(head)} instead of ${shown(base)}`,
  external: (subject, base, head) => {
    if (base === null) return say`${subject} becomes external, rated ${shown(head)}`;
    if (head === null)
      return say`${subject} is no longer external, where it was rated ${shown(base)}`;
    return say`the external ${subject} is rated ${shown(head)} instead of ${shown(base)}`;
  },
  placement: (subject, base, head) => {
    const seat = (value: Value): Phrase => (value === null ? ["in no domain"] : shown(value));
    return say`${subject} is ${seat(head)} instead of ${seat(base)}`;
  },
  disruption: (subject, base, head) =>
    say`${subject} may lose ${shown(head)} instead of ${shown(base)}`,
  workload: (subject, base, head) => {
    const source = (value: Value): Phrase => (value === null ? ["the spec"] : shown(value));
    return say`${subject} takes its replicas from ${source(head)} instead of ${source(base)}`;
  },
  "dependency-added": (subject, _, head) =>
    say`the dependency ${subject} is new, rated ${shown(head)}`,
  "dependency-removed": (subject) => say`the dependency ${subject} is gone`,
  "dependency-availability": rated((subject) => say`the dependency ${subject}`),
  "default-dependency-availability": rated(() => ["each dependency, by default,"]),
  channels: (subject, base, head) =>
    say`the dependency ${subject} has ${counted(head, "route")} instead of ${shown(base)}`,
  timeout: (subject, base, head) => {
    if (base === null) return say`${subject} gets a time-out, ${shown(head)}`;
    if (head === null) return say`${subject} has no time-out any more, instead of ${shown(base)}`;
    return say`the time-out of ${subject} leaves ${shown(head)} instead of ${shown(base)}`;
  },
  "fault-injection": (subject, base, head) => {
    if (base === null) return say`the manifests make ${shown(head)} of the calls ${subject} fail`;
    if (head === null)
      return say`the manifests no longer make ${shown(base)} of the calls ${subject} fail`;
    return say`the manifests make ${shown(head)} of the calls ${subject} fail instead of ${shown(base)}`;
  },
  "dependency-domains": (subject, base, head) =>
    say`${subject} is covered by ${shown(head)} instead of ${shown(base)}`,
  "fault-added": (subject, _, head) => say`the fault ${subject} is new: ${shown(head)}`,
  "fault-removed": (subject) => say`the fault ${subject} is gone`,
  "fault-changed": (subject, base, head) =>
    say`the fault ${subject} is ${shown(head)} instead of ${shown(base)}`,
  "incident-added": (subject, _, head) =>
    say`the incident ${subject} is new, ${shown(head)} of the time`,
  "incident-removed": (subject) => say`the incident ${subject} is gone`,
  "incident-changed": (subject, base, head) =>
    say`the incident ${subject} has ${shown(head)} of the time instead of ${shown(base)}`,
  "endpoint-added": (subject) => say`the endpoint ${subject} is new`,
  "endpoint-removed": (subject) => say`the endpoint ${subject} is gone`,
  "endpoint-renamed": (_, base, head) => say`the endpoint ${shown(base)} is now ${shown(head)}`,
  entry: (subject, base, head) =>
    say`${subject} enters at ${shown(head)} instead of ${shown(base)}`,
  completion: (subject, base, head) =>
    say`completion of ${subject} is ${shown(head)} instead of ${shown(base)}`,
  predicate: (subject, base, head) => {
    if (base === null) return say`${subject} asks for ${shown(head)}, too`;
    if (head === null) return say`${subject} no longer asks for ${shown(base)}`;
    return say`${subject} asks for ${shown(head)} instead of ${shown(base)}`;
  },
  mixture: (subject, base, head) =>
    say`the shares of ${subject} are ${shown(head)} instead of ${shown(base)}`,
  slo: (subject, base, head) => {
    if (base === null) return say`${subject} gets an SLO of ${shown(head)}`;
    if (head === null) return say`${subject} loses its SLO of ${shown(base)}`;
    return say`the SLO of ${subject} is ${shown(head)} instead of ${shown(base)}`;
  },
  under: (subject, base, head) => {
    if (base === null) return say`${subject} gets a minimum of ${shown(head)}`;
    if (head === null) return say`${subject} loses its minimum of ${shown(base)}`;
    return say`the minimum of ${subject} is ${shown(head)} instead of ${shown(base)}`;
  },
  gate: (subject, base, head) =>
    say`the gate setting ${subject} is ${shown(head)} instead of ${shown(base)}`,
};

/** Heading of what the evidence says otherwise than before: nothing in the system need have changed. */
export const OBSERVED_ANEW = "What was observed anew";

/** Changes of the system, or of what a person says of it. */
export function systemChanges(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ kind }) => kind !== "evidence");
}

export function evidenceChanges(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ kind }) => kind === "evidence");
}

/** What went down in number, the likeliest cause of a loss, before the rest. */
export function likeliestFirst(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((a, b) => Number(isFewer(b)) - Number(isFewer(a)));
}

function isFewer({ base, head }: Change): boolean {
  return typeof base === "number" && typeof head === "number" && head < base;
}

/** What the spec asserts about a thing, as opposed to what its manifests show. */
function rated(thing: (subject: Name) => Phrase): Words {
  return (subject, base, head) =>
    say`${thing(subject)} is rated ${shown(head)} instead of ${shown(base)}`;
}

function counted(value: Value, noun: string): Phrase {
  return typeof value === "number" ? [count(value, noun)] : say`${shown(value)} ${noun}s`;
}

/** Figures as they are; what may be a name set apart. */
function shown(value: Value): Phrase {
  if (value === null) return ["none"];
  return typeof value === "number" || isFigure(value) ? [String(value)] : [name(value)];
}

function isFigure(value: Value): boolean {
  return typeof value === "string" && /^[\d.]+%(?:, [\d.]+%)*$/.test(value);
}

/** The line of what is gone would be looked for in the wrong file: reports are read beside head. */
export function sideWords({ side }: Pick<Change, "side">): string {
  return side === "base" ? " at base" : "";
}
