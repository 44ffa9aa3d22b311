import type { Pair } from "../model/names.ts";
import type { Spec } from "../model/spec.ts";
import { quote, some } from "../model/wording.ts";
import type { Observed } from "../traces/observed.ts";
import { discoveredOf } from "./discovered.ts";
import { endpointsOf } from "./discovered-endpoints.ts";
import { addedEndpoints, missingEndpoints } from "./merge-endpoints.ts";
import { observedLines } from "./merge-lines.ts";
import { addedLines, missingLines, namesakes, otherMode } from "./merge-missing.ts";
import { mergedServices } from "./merge-services.ts";
import { type Change, writeChanges } from "./merge-step.ts";

/** A spec that traces are merged into, as it is written and as it is read. */
export type MergeInto = {
  /** The text of the spec's own file. */
  readonly text: string;
  /** Valid, with all that it extends. */
  readonly spec: Spec;
  /** Services whose replicas the manifests give, also such as the spec does not name. */
  readonly matched: ReadonlySet<string>;
  /** Services that no spec may name as things are, with the reason. */
  readonly barred: ReadonlyMap<string, string>;
};

export type MergeOutcome = {
  readonly text: string;
  /** What was left as it is, and why: whole sentences without their dot. */
  readonly told: readonly string[];
  /** What the text has no room for, with what to paste. */
  readonly unwritten: readonly Change[];
};

/**
 * Merges what traces show into a spec. Its comments, its order and what a person set stay: lines, replicas and
 * endpoints that it lacks are added, and `evidence` is set anew. Merged twice, it is the same bytes.
 */
export function mergeObserved(
  observed: Observed,
  { text, spec, matched, barred }: MergeInto,
): MergeOutcome {
  const told: string[] = [];
  const tell = (words: string): void => {
    if (!told.includes(words)) told.push(words);
  };
  const { services, lines, requests, unnamable } = discoveredOf(observed);
  for (const one of unnamable) tell(`${one}, and is left out`);
  const { missing, conflicting } = missingLines(lines, spec);
  for (const line of conflicting) {
    tell(
      `the traces show ${quote(line.name)} where the spec has ${quote(otherMode(line))}: that stays; correct the arrow if they are right`,
    );
  }
  const isBarred = ({ from, to }: Pick<Pair, "from" | "to">) => barred.has(from) || barred.has(to);
  const added = missing.filter((line) => !isBarred(line));
  for (const line of added) {
    const [other] = namesakes(line, lines, spec);
    if (other === undefined) continue;
    tell(
      `${quote(line.name)} is added, and ${quote(other.name)} was never seen: if they are one, give the two services one name`,
    );
  }
  const lacking = missingEndpoints(requests, spec, text).filter(({ entry }) => !barred.has(entry));
  for (const [name, why] of barred) tell(`${quote(name)} is left out: ${why}`);
  const all: readonly Pair[] = [...spec.dependencies, ...added];
  const endpoints = endpointsOf(lacking, all);
  const named = new Set([
    ...spec.services.keys(),
    ...added.flatMap(({ from, to }) => [from, to]),
    ...endpoints.map((one) => one.observed.entry),
  ]);
  const parties = services.filter(
    ({ name, kind }) => kind === "peer" && named.has(name) && !spec.services.has(name),
  );
  if (parties.length > 0) {
    const names = some(parties.map(({ name }) => name));
    tell(
      `nothing in ${names} is traced: where one is a third party, give it \`external\` under \`services\``,
    );
  }
  const steps = [
    observedLines(lines, spec, tell),
    addedLines(added),
    mergedServices(services, named, spec, matched, tell),
    addedEndpoints(endpoints),
  ];
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  let here = text.slice(mark.length);
  const unwritten: Change[] = [];
  for (const changes of steps) {
    const done = writeChanges(here, changes);
    here = done.text;
    unwritten.push(...done.unwritten);
  }
  return { text: mark + here, told, unwritten };
}
