import type { Workload } from "../deployment/workload.ts";
import type { Edit } from "../draft/text-edits.ts";
import { type Step, stepPlace } from "../gate/remedies/step.ts";
import type { Matches } from "../model/match.ts";
import type { Model, Service } from "../model/model.ts";
import type { Spec } from "../model/spec.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { composeReplicasWritten, composeServiceAt, isNamedContainer } from "./patches-compose.ts";
import type { HeadFile } from "./patches-file.ts";
import { numberSet } from "./patches-numbers.ts";
import { replicasWritten, spreadWritten } from "./patches-objects.ts";
import { optionalSaid, placementSet, retriesSet, serviceSaid } from "./patches-spec.ts";

/** What becomes of one file. */
export type FileEdits = { readonly file: HeadFile; readonly edits: readonly Edit[] };

/** Head as far as its lines are to be edited. */
export type Editable = {
  readonly model: Model;
  readonly spec: Spec;
  readonly matches: Matches;
  /** `null` for what must not be edited, or is no text. */
  readonly fileAt: (path: string) => Promise<HeadFile | null>;
};

/** The edits that make a step, in the lines that decide; `null` where no line can be edited. */
export async function stepEdits(head: Editable, step: Step): Promise<readonly FileEdits[] | null> {
  switch (step.kind) {
    case "replicas":
      return replicasEdits(head, head.model.services[step.service]!, step.to);
    case "spread":
      return spreadEdits(head, head.model.services[step.service]!, step.domain);
    case "retries": {
      const { name, channels, place } = head.model.dependencies[step.dependency]!;
      const decided = channels[0]!.origin?.retries;
      return decided == null
        ? inFile(head, place, (file) => retriesSet(file, name, step.to))
        : inFile(head, decided, (file) => numberSet(file, decided, step.to));
    }
    case "optional": {
      const place = stepPlace(head.model, step);
      return inFile(head, place, (file) => optionalSaid(file, place, step.name));
    }
  }
}

async function replicasEdits(
  head: Editable,
  service: Service,
  to: number,
): Promise<readonly FileEdits[] | null> {
  const { name, replicas, origin } = service;
  const { replicasFrom, replicasPlace } = origin;
  if (replicasFrom === "spec") {
    return inFile(head, replicasPlace, (file) => numberSet(file, replicasPlace, to));
  }
  if (replicasFrom === "default") {
    const place = { ...head.spec.place, file: head.spec.path };
    return inFile(head, place, (file) => serviceSaid(file, name, "replicas", to));
  }
  if (replicasFrom !== "manifest") return null;
  const parts = origin.parts ?? [{ replicas: replicas.length, place: replicasPlace }];
  // Of several workloads the first that can be edited gives all that is asked for.
  for (const part of parts) {
    const count = part.replicas + to - replicas.length;
    const edits = await manifestReplicas(head, part.place, count);
    if (edits !== null) return edits;
  }
  return null;
}

async function manifestReplicas(
  head: Editable,
  place: Place,
  to: number,
): Promise<readonly FileEdits[] | null> {
  // What a spec assumes of daemon sets is no deployment.
  if (head.spec.files.includes(place.file)) return null;
  return inFile(head, place, (file) => {
    const compose = composeServiceAt(file, place);
    if (compose !== null && isNamedContainer(compose)) return null;
    return (
      numberSet(file, place, to) ??
      (compose === null
        ? replicasWritten(file, place, to)
        : composeReplicasWritten(file, place, to))
    );
  });
}

async function spreadEdits(
  head: Editable,
  { name, origin }: Service,
  domain: number,
): Promise<readonly FileEdits[] | null> {
  const of = head.model.domains[domain]!;
  const seat = origin.placement?.find((one) => one.domain === domain);
  if (seat?.from === "spec") {
    return inFile(head, seat.place, (file) => placementSet(file, seat.place));
  }
  if (seat?.from === "default") {
    const place = { ...head.spec.place, file: head.spec.path };
    const value = { [of.name]: "spread" };
    return inFile(head, place, (file) => serviceSaid(file, name, "placement", value));
  }
  const { topologyKey } = of;
  const workloads = head.matches.get(name) ?? [];
  if (topologyKey === null || workloads.length === 0) return null;
  const spread = ({ place }: Workload) =>
    inFile(head, place, (file) => spreadWritten(file, place, topologyKey));
  const all = await Promise.all(workloads.map(spread));
  return all.includes(null) ? null : all.flatMap((one) => one ?? []);
}

async function inFile(
  { fileAt }: Editable,
  { file }: Place,
  edit: (file: HeadFile) => readonly Edit[] | null,
): Promise<readonly FileEdits[] | null> {
  const found = await fileAt(file);
  const edits = found === null ? null : edit(found);
  return found === null || edits === null ? null : [{ file: found, edits }];
}
