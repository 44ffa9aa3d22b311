import { asInteger, asMapping, asSequence, asText, isAbsent, lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { placeIn } from "./definition.ts";
import { goDuration } from "./go-duration.ts";
import { written } from "./replicas.ts";
import type { RouteFact } from "./workload.ts";

export type Placed<T> = { readonly value: T; readonly place: Place };

/** Reads the figures of one rule, and keeps what of them is unclear. */
export type RuleReader = {
  readonly unclear: Placed<string>[];
  /** Milliseconds; `null` where nothing is written, or 0, which is no limit. */
  readonly duration: (node: YamlNode | null, what: string) => Placed<number> | null;
  /** A whole number, 0 or more; `null` where nothing is written. */
  readonly count: (node: YamlNode | null, what: string) => Placed<number> | null;
  /** From 0 to 100; `null` where nothing is written. */
  readonly percent: (node: YamlNode | null, what: string) => Placed<number> | null;
};

/**
 * @param title of the object, as messages name it: `VirtualService/payment`
 */
export function ruleReader(file: string, title: string): RuleReader {
  const unclear: Placed<string>[] = [];
  const reader =
    (toNumber: (node: YamlNode) => number | null, remedy: string) =>
    (node: YamlNode | null, what: string): Placed<number> | null => {
      if (node === null || isAbsent(node)) return null;
      const place = placeIn(file, node.at);
      const value = toNumber(node);
      if (value !== null) return { value, place };
      unclear.push({
        value: `${what} of \`${title}\` is ${written(node)}, and does not count; ${remedyFor(node, remedy)}`,
        place,
      });
      return null;
    };
  const duration = reader(
    (node) => goDuration(asText(node) ?? ""),
    "write a duration, such as 1.5s or 200ms",
  );
  return {
    unclear,
    duration: (node, what) => {
      const read = duration(node, what);
      return read === null || read.value === 0 ? null : read;
    },
    count: reader((node) => {
      const count = asInteger(node);
      return count === null || count < 0 ? null : count;
    }, "write a whole number, 0 or more"),
    percent: reader((node) => {
      const percent = node.kind === "scalar" && typeof node.value === "number" ? node.value : -1;
      return percent >= 0 && percent <= 100 ? percent : null;
    }, "write a number from 0 to 100"),
  };
}

function remedyFor(node: YamlNode, remedy: string): string {
  const isTemplate = node.kind === "scalar" && /\$[{(\w]|\{\{/.test(node.text);
  return isTemplate ? `render the manifest first, or ${remedy}` : remedy;
}

/** A rule that says nothing: what its kind of object cannot say stays so. */
export const SILENT: Pick<
  RouteFact,
  "timeout" | "retries" | "perTryTimeout" | "retryOn" | "abortPercent" | "delay"
> = {
  timeout: null,
  retries: null,
  perTryTimeout: null,
  retryOn: null,
  abortPercent: null,
  delay: null,
};

export function itemsOf(node: YamlNode | null): readonly YamlNode[] {
  return asSequence(node)?.items ?? [];
}

export function mappingsOf(node: YamlNode | null): readonly YamlMapping[] {
  return itemsOf(node).flatMap((one) => asMapping(one) ?? []);
}

export function textsOf(node: YamlNode | null): readonly string[] {
  return itemsOf(node).flatMap((one) => asText(one) ?? []);
}

/** Whether a match has no conditions but these keys. */
export function hasOnly(match: YamlMapping, keys: readonly string[]): boolean {
  return match.entries.every(({ key, value }) => keys.includes(key) || isAbsent(value));
}

/** The share that a weight is; `null`: it cannot be read. */
export function weightOf(node: YamlNode, whereNone: number): number | null {
  const weight = lookup(node, "weight");
  if (isAbsent(weight)) return whereNone;
  const value = asInteger(weight);
  return value === null || value < 0 ? null : value;
}
