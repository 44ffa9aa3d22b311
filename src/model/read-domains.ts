import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, type Placed, type SpecEntry, type SpecMap, type SpecNode } from "./document.ts";
import { type Report, readProbability } from "./figures.ts";
import { readTargets, readText, readTexts } from "./read-targets.ts";
import type { SpecDomain, SpecState } from "./spec.ts";
import { didYouMean, quote } from "./wording.ts";

/** The entries of `domains`, by name. */
export function readDomains(
  node: SpecNode | undefined,
  report: Report,
): ReadonlyMap<string, SpecDomain> {
  return new Map(
    [...entriesOf(node).values()].map((entry) => [entry.key, readDomain(entry, report)]),
  );
}

function readDomain({ key, keyPlace, value }: SpecEntry, report: Report): SpecDomain {
  const entries = entriesOf(value);
  const members = readTexts(entries.get("members")?.value);
  const covers = entries.get("covers");
  if (covers !== undefined && members.length > 0) {
    const message = `${quote(key)} has members, and a dependency passes through none of them; remove \`covers\`, or cover it by a domain without members`;
    report(diagnostic("error", "contradiction", message, covers.keyPlace));
  }
  return {
    name: key,
    place: keyPlace,
    topologyKey: readText(entries.get("topologyKey")?.value)?.value ?? null,
    members: members.map((one) => one.value),
    states: readStates(key, members, entries.get("availability")?.value, report),
    covers: readText(covers?.value)?.value === "all" ? "all" : readTargets(covers?.value, report),
  };
}

/** P of a domain: one figure for each of its states, or a map with one for each. */
function readStates(
  name: string,
  members: readonly Placed<string>[],
  node: SpecNode | undefined,
  report: Report,
): readonly SpecState[] {
  if (node?.kind === "map") return readStateMap(name, members, node, report);
  const figure = readProbability("availability", node, report);
  if (figure === null) return [];
  const state = { up: figure.value, place: figure.place };
  if (members.length === 0) return [{ name, ...state }];
  return members.map(({ value }) => ({ name: `${name}/${value}`, ...state }));
}

function readStateMap(
  name: string,
  members: readonly Placed<string>[],
  node: SpecMap,
  report: Report,
): readonly SpecState[] {
  if (members.length === 0) {
    const message = `${quote(name)} has no members to tell apart; write one \`availability\`, or list its \`members\``;
    report(diagnostic("error", "contradiction", message, node.place));
    return [];
  }
  const known = members.map(({ value }) => value);
  for (const { key, keyPlace } of node.entries.values()) {
    if (known.includes(key)) continue;
    const remedy = didYouMean(key, known) || "; list it in `members` or remove it";
    const message = `unknown member ${quote(key)} of domain ${quote(name)}${remedy}`;
    report(diagnostic("error", "unknown-member", message, keyPlace));
  }
  return members.flatMap(({ value, place }) => {
    const written = node.entries.get(value);
    if (written === undefined) {
      const message = `\`availability\` says nothing of the member ${quote(value)}; add it, or write one for all`;
      report(diagnostic("error", "missing-key", message, place));
    }
    const figure = readProbability(value, written?.value, report);
    return figure === null
      ? []
      : { name: `${name}/${value}`, up: figure.value, place: figure.place };
  });
}
