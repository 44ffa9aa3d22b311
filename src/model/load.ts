import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { checkDomains } from "./check-domains.ts";
import { checkEndpoints } from "./check-endpoints.ts";
import { checkFaults } from "./check-faults.ts";
import { plainValue, type SpecMap } from "./document.ts";
import { type Document, type ReadText, readDocument } from "./extend.ts";
import { type Objectives, readObjectives } from "./openslo.ts";
import { readSpec } from "./read-spec.ts";
import { explainSchemaErrors } from "./schema-errors.ts";
import type { Spec } from "./spec.ts";
import { validateSpec } from "./validate-spec.generated.js";

export type SpecOutcome = {
  /** `null` where the diagnostics hold an error. */
  readonly spec: Spec | null;
  /** All files that the outcome depends on, also those that are missing; the spec's own first. */
  readonly files: readonly string[];
  /** All that is wrong, in the order of the files and their lines. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Read a spec, what it extends under it and what it promises in OpenSLO files, and check all of it:
 * shape (the JSON Schema), and names.
 *
 * @param path of the spec, relative to the repository
 * @param read the text of a file of the repository, `null` where there is none
 */
export async function loadSpec(path: string, read: ReadText): Promise<SpecOutcome> {
  const document = await readDocument(path, read);
  if (document.root === null) {
    return { spec: null, files: document.files, diagnostics: document.diagnostics };
  }
  const objectives = await readObjectives(document.root, read);
  const files = [...new Set([...document.files, ...objectives.files])];
  const { spec, diagnostics } = checkDocument(document.root, document, objectives);
  return {
    spec: hasErrors(diagnostics) ? null : spec,
    files,
    diagnostics: inOrder(diagnostics, files),
  };
}

function checkDocument(
  root: SpecMap,
  { files, diagnostics: duplicates }: Document,
  objectives: Objectives,
): { spec: Spec; diagnostics: readonly Diagnostic[] } {
  const found: Diagnostic[] = [...duplicates, ...objectives.diagnostics];
  const report = (one: Diagnostic): void => {
    found.push(one);
  };
  for (const one of explainSchemaErrors(root, validateSpec(plainValue(root)))) report(one);
  const spec = readSpec(root, files, objectives.targets, report);
  checkDomains(spec, report);
  checkFaults(spec, report);
  checkEndpoints(spec, report);
  return { spec, diagnostics: found };
}

/** Each finding once, as a reader comes upon them. */
function inOrder(found: readonly Diagnostic[], files: readonly string[]): readonly Diagnostic[] {
  const once = new Map(
    found.map((one) => [`${one.file}:${one.line}:${one.column}:${one.message}`, one]),
  );
  const rank = (one: Diagnostic): number => files.indexOf(one.file ?? "");
  return [...once.values()].sort(
    (a, b) =>
      rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
