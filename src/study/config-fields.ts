import type { SpecEntry, SpecMap, SpecNode, SpecScalar } from "../model/document.ts";
import { type Report, readProbability } from "../model/figures.ts";
import type { Probability } from "../model/model.ts";
import { closestWord, didYouMean, quote } from "../model/wording.ts";
import { diagnostic, type Place } from "../yaml/diagnostic.ts";

/** Reads the value of a key; `null` where it is wrong, and then says so. */
export type Field<T> = (key: string, node: SpecNode, report: Report) => T | null;

/** A field for each key that must be there. */
export type FieldsOf<T> = { readonly [Key in keyof T]-?: Field<T[Key]> };

/** What a map says something of, in a sentence, and where it begins. */
export type Owner = { readonly subject: string; readonly place: Place };

/**
 * All values of a map by its fields; `null` where one is wrong or missing. Unknown keys are told: one
 * that is meant for a missing key stands for that, too.
 */
export function readFields<T extends object>(
  map: SpecMap,
  owner: Owner,
  fields: FieldsOf<T>,
  report: Report,
  otherKeys: readonly string[] = [],
): T | null {
  const keys = Object.keys(fields) as (keyof T & string)[];
  const known = [...keys, ...otherKeys];
  const strangers = [...map.entries.values()].filter(({ key }) => !known.includes(key));
  for (const { key, keyPlace } of strangers) {
    const remedy = didYouMean(key, known) || `; known here: ${known.join(", ")}`;
    const message = `unknown key ${quote(key)} in ${owner.subject}${remedy}`;
    report(diagnostic("error", "unknown-key", message, keyPlace));
  }
  const meant = strangers.map(({ key }) => closestWord(key, known));
  const values: Partial<T> = {};
  for (const key of keys) {
    const entry = map.entries.get(key);
    if (entry === undefined && !meant.includes(key)) {
      const message = `${owner.subject} has no ${quote(key)}; add it`;
      report(diagnostic("error", "missing-key", message, owner.place));
    }
    const value = entry === undefined ? null : fields[key](key, entry.value, report);
    if (value !== null) values[key] = value;
  }
  return keys.every((key) => Object.hasOwn(values, key)) ? (values as T) : null;
}

/** Tell what a value must be instead, as the end of a sentence. */
export function refuse(key: string, node: SpecNode, demand: string, report: Report): null {
  const isEmpty = node.kind === "scalar" && node.value === null;
  const written = node.kind === "scalar" ? quote(`${key}: ${writtenText(node)}`) : quote(key);
  const message = isEmpty
    ? `${quote(key)} is empty; write a value or remove it`
    : `${written} ${demand}`;
  report(diagnostic("error", "invalid-value", message, node.place));
  return null;
}

/** Text that looks like a number is shown in the quotes that made it text: they are what is wrong. */
function writtenText({ text, value }: SpecScalar): string {
  return typeof value === "string" && /^[\d.]+$/.test(text) ? `"${text}"` : text;
}

/** A whole number within these bounds. */
export function count(least: number, most: number): Field<number> {
  return (key, node, report) => {
    const value = node.kind === "scalar" ? node.value : null;
    const isWhole = typeof value === "number" && Number.isInteger(value);
    return isWhole && value >= least && value <= most
      ? value
      : refuse(key, node, `must be a whole number from ${least} to ${most}`, report);
  };
}

/** One probability. */
export const probability: Field<Probability> = (key, node, report) => {
  if (node.kind === "scalar" && node.value !== null) {
    return readProbability(key, node, report)?.value ?? null;
  }
  return refuse(key, node, "must be one number from 0 to 1, or a percentage", report);
};

/** One such value, or a list of different ones. */
export function sweep<T>(
  field: Field<T>,
  idOf: (value: T) => string = String,
): Field<readonly T[]> {
  return (key, node, report) => {
    if (node.kind !== "list") {
      const only = field(key, node, report);
      return only === null ? null : [only];
    }
    if (node.items.length === 0) return refuse(key, node, "must not be empty", report);
    return distinct(key, node.items, field, idOf, report);
  };
}

/** A list of maps with these fields, which may be empty. */
export function records<T extends object>(fields: FieldsOf<T>): Field<readonly T[]> {
  return (key, node, report) => {
    if (node.kind !== "list") return refuse(key, node, "must be a list of maps", report);
    return distinct(key, node.items, record(fields), JSON.stringify, report);
  };
}

function record<T extends object>(fields: FieldsOf<T>): Field<T> {
  return (key, node, report) =>
    node.kind === "map"
      ? readFields(node, { subject: quote(key), place: node.place }, fields, report)
      : refuse(key, node, "must be a list of maps", report);
}

/** A value by name, at least one. */
export function named<T>(field: Field<T>): Field<readonly (readonly [name: string, value: T])[]> {
  return (key, node, report) => {
    if (node.kind !== "map" || node.entries.size === 0) {
      return refuse(key, node, "must be a map of names to values", report);
    }
    const read = (entry: SpecEntry) => {
      const problem = nameProblem(entry.key);
      if (problem !== null) {
        const message = `the name ${quote(entry.key)} ${problem}`;
        report(diagnostic("error", "invalid-name", message, entry.keyPlace));
        return null;
      }
      const value = field(entry.key, entry.value, report);
      return value === null ? null : ([entry.key, value] as const);
    };
    return whole([...node.entries.values()].map(read));
  };
}

/** What is wrong with a name that becomes part of scenarios and tables; `null` if nothing. */
export function nameProblem(name: string): string | null {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)
    ? null
    : "must be letters, digits, `.`, `_` and `-` only, no more than 100, and begin with one of the first two";
}

function distinct<T>(
  key: string,
  items: readonly SpecNode[],
  field: Field<T>,
  idOf: (value: T) => string,
  report: Report,
): readonly T[] | null {
  const seen = new Map<string, Place>();
  return whole(
    items.map((item) => {
      const value = field(key, item, report);
      if (value === null) return null;
      const before = seen.get(idOf(value));
      if (before === undefined) {
        seen.set(idOf(value), item.place);
        return value;
      }
      const text = item.kind === "scalar" ? quote(item.text) : "this item";
      const message = `${text} stands in ${quote(key)} twice, first in line ${before.line}; keep one`;
      report(diagnostic("error", "invalid-value", message, item.place));
      return null;
    }),
  );
}

function whole<T>(values: readonly (T | null)[]): readonly T[] | null {
  const found = values.filter((value) => value !== null);
  return found.length === values.length ? found : null;
}
