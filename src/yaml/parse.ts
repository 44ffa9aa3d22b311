import { buildNodes, type FlawedDocument } from "./build.ts";
import { splitDocuments } from "./documents.ts";
import { readEvents } from "./events.ts";
import { splitObjects } from "./json-stream.ts";
import { locator } from "./locate.ts";
import type { YamlNode } from "./node.ts";
import type { YamlProblem } from "./problem.ts";
import type { Dialect } from "./scalar.ts";

/** In UTF-16 units. */
const MAX_TEXT = 16 << 20;
const BYTE_ORDER_MARK = 0xfeff;

export type YamlStream = {
  /** Every document that could be read, in order, empty ones left out. */
  readonly documents: readonly YamlNode[];
  /** Keys written twice, in the dialect `spec`, whose documents are kept with the first value of each. */
  readonly duplicates: readonly YamlProblem[];
  /** In the other dialects: documents with such keys, left out of `documents`. */
  readonly flawed: readonly FlawedDocument[];
  /** Of the first document that could not be read. */
  readonly problem: YamlProblem | null;
};

/**
 * Read a YAML stream (JSON is YAML) in a dialect. Each document stands for itself: those before and after a
 * broken one are read. Duplicate keys are refused in every dialect, as kubectl (strict), kustomize and
 * Compose do; a spec that has some is read on, so that all that is wrong with it can be told. Limits: 16 Mi
 * UTF-16 units of text, 100 levels, 1,000,000 nodes a document with its aliases written out. A byte order mark is no part of line 1.
 *
 * @param wanted passes over documents by their text before they are parsed; they then count as absent.
 */
export function parseYaml(
  input: string,
  dialect: Dialect,
  wanted: (document: string) => boolean = () => true,
): YamlStream {
  if (input.length > MAX_TEXT) {
    const message = "larger than 16 MiB of text; split the file";
    return {
      documents: [],
      duplicates: [],
      flawed: [],
      problem: { code: "yaml-too-large", message, at: { line: 1, column: 1 } },
    };
  }
  const text = input.charCodeAt(0) === BYTE_ORDER_MARK ? input.slice(1) : input;
  const locate = locator(text);
  const documents: YamlNode[] = [];
  const duplicates: YamlProblem[] = [];
  const flawed: FlawedDocument[] = [];
  let problem: YamlProblem | null = null;
  const ranges = splitDocuments(text).flatMap((range) => splitObjects(text, range));
  for (const { start, end } of ranges) {
    const part = start === 0 && end === text.length ? text : text.slice(start, end);
    if (!wanted(part)) continue;
    const reading = readEvents(part, start, locate);
    if ("problem" in reading) {
      problem ??= reading.problem;
      continue;
    }
    const built = buildNodes(reading.events, reading.text, start, dialect, locate);
    documents.push(...built.documents);
    duplicates.push(...built.duplicates);
    flawed.push(...built.flawed);
    problem ??= built.problem;
  }
  return { documents, duplicates, flawed, problem };
}
