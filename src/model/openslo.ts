import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { entriesOf, type Placed, type SpecMap, type SpecNode } from "./document.ts";
import type { ReadText } from "./extend.ts";
import type { Report } from "./figures.ts";
import type { Probability } from "./model.ts";
import {
  type OpenSlo,
  type OpenSloFile,
  type OpenSloObjective,
  readOpenSloFile,
} from "./openslo-file.ts";
import { readTarget } from "./openslo-target.ts";
import { folderOf, resolvePath } from "./paths.ts";
import { readText } from "./read-targets.ts";
import { didYouMean, quote, some } from "./wording.ts";

/** What the `slo: { openslo: … }` of a spec promise, by their node in it. */
export type Objectives = {
  readonly targets: ReadonlyMap<SpecNode, Placed<Probability>>;
  /** OpenSLO files that were asked for, also those that are missing. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

type Reference = { readonly node: SpecMap; readonly file: Placed<string> };

/** Read the OpenSLO files that the endpoints of a spec name, and what they promise there. */
export async function readObjectives(root: SpecMap, read: ReadText): Promise<Objectives> {
  const diagnostics: Diagnostic[] = [];
  const report = (one: Diagnostic): void => {
    diagnostics.push(one);
  };
  const references = referencesOf(root, report);
  const files = [...new Set(references.map(({ file }) => file.value))];
  // At the same time, because reads of one turn share a request.
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await read(file)] as const)),
  );
  const contents = new Map<string, OpenSloFile>();
  for (const [file, text] of texts) {
    if (text !== null) contents.set(file, readOpenSloFile(text, file));
  }
  for (const one of contents.values()) one.diagnostics.forEach(report);
  const targets = new Map<SpecNode, Placed<Probability>>();
  for (const { node, file } of references) {
    const content = contents.get(file.value);
    if (content === undefined) {
      const message = `there is no readable file ${quote(file.value)}; correct ${quote("openslo")} or add the file`;
      report(diagnostic("error", "missing-openslo", message, file.place));
      continue;
    }
    if (content.diagnostics.length > 0) continue;
    const target = targetOf(node, file, content.slos, report);
    if (target !== null) targets.set(node, target);
  }
  return { targets, files, diagnostics };
}

function referencesOf(root: SpecMap, report: Report): readonly Reference[] {
  return [...entriesOf(root.entries.get("endpoints")?.value).values()].flatMap(({ value }) => {
    const node = entriesOf(value).get("slo")?.value;
    const written = readText(entriesOf(node).get("openslo")?.value);
    if (node?.kind !== "map" || written === null) return [];
    const path = resolvePath(folderOf(written.place.file), written.value);
    if (path !== null) return [{ node, file: { value: path, place: written.place } }];
    const message = `${quote(written.value)} leaves the repository; name a file inside it`;
    report(diagnostic("error", "bad-path", message, written.place));
    return [];
  });
}

function targetOf(
  node: SpecMap,
  file: Placed<string>,
  slos: readonly OpenSlo[],
  report: Report,
): Placed<Probability> | null {
  const text = (key: string) => readText(node.entries.get(key)?.value);
  const slo = chooseSlo(slos, text("name"), file, report);
  if (slo === null) return null;
  const objective = chooseObjective(slo, text("objective"), file.place, report);
  return objective === null ? null : readTarget(slo, objective, report);
}

function chooseSlo(
  slos: readonly OpenSlo[],
  wanted: Placed<string> | null,
  file: Placed<string>,
  report: Report,
): OpenSlo | null {
  const found = wanted === null ? slos : slos.filter(({ name }) => name === wanted.value);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const names = slos.map(({ name }) => name);
  const place = wanted?.place ?? file.place;
  if (wanted === null) {
    return refuse(
      report,
      `${quote(file.value)} has ${slos.length} SLOs (${some(names)}); say which by ${quote("name")}`,
      place,
    );
  }
  if (first !== undefined) {
    return refuse(
      report,
      `${quote(file.value)} has ${found.length} SLOs ${quote(wanted.value)}, the second at line ${second!.place.line}; rename one`,
      place,
    );
  }
  return refuse(
    report,
    `${quote(file.value)} has no SLO ${quote(wanted.value)}, only ${some(names)}${didYouMean(wanted.value, names) || "; correct the name"}`,
    place,
  );
}

/** By its title, else by its number, from 1: most of them have no title. */
function chooseObjective(
  { name, objectives, place: at }: OpenSlo,
  wanted: Placed<string> | null,
  place: Place,
  report: Report,
): OpenSloObjective | null {
  const [first, ...more] = objectives;
  if (first === undefined) {
    const message = `the SLO ${quote(name)} has no ${quote("spec.objectives")}; write one with a ${quote("target")}`;
    return refuse(report, message, at);
  }
  const titles = objectives.map(({ title }, index) => title ?? `${index + 1}`);
  if (wanted === null) {
    if (more.length === 0) return first;
    return refuse(
      report,
      `the SLO ${quote(name)} has ${objectives.length} objectives (${some(titles)}); say which by ${quote("objective")}`,
      place,
    );
  }
  const found = objectives.filter(({ title }) => title === wanted.value);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    return refuse(
      report,
      `the SLO ${quote(name)} has ${found.length} objectives ${quote(wanted.value)}; give each a name of its own`,
      wanted.place,
    );
  }
  const counted = /^[1-9][0-9]{0,3}$/.test(wanted.value)
    ? objectives[Number(wanted.value) - 1]
    : undefined;
  if (counted !== undefined) return counted;
  return refuse(
    report,
    `the SLO ${quote(name)} has no objective ${quote(wanted.value)}, only ${some(titles)}${didYouMean(wanted.value, titles) || "; correct the name"}`,
    wanted.place,
  );
}

function refuse(report: Report, message: string, place: Place): null {
  report(diagnostic("error", "bad-openslo", message, place));
  return null;
}
