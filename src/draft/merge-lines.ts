import { parsePair } from "../model/names.ts";
import type { Spec, SpecLine } from "../model/spec.ts";
import { quote, some } from "../model/wording.ts";
import type { Evidence } from "../traces/observed.ts";
import type { WrittenMapping, WrittenNode } from "../yaml/written.ts";
import { itemText, lineRemark, lineValue } from "./discover-lines.ts";
import { type DiscoveredLine, pooled } from "./discovered.ts";
import { evidenceValue, flowText, timeoutValue, type Written } from "./evidence-text.ts";
import { detailsSet, emptyFilled, sectionAdded, writtenAt } from "./merge-places.ts";
import type { Change } from "./merge-step.ts";
import {
  type Edit,
  itemLines,
  itemsAdded,
  type NewItem,
  type Page,
  plainEntry,
} from "./text-edits.ts";

/** What is to be told of a merge, in words; nothing of it fails. */
export type Told = (words: string) => void;

/** Sets what was observed of the dependencies that a spec has in its own file. */
export function observedLines(
  lines: readonly DiscoveredLine[],
  spec: Spec,
  tell: Told,
): readonly Change[] {
  const changes: Change[] = [];
  const elsewhere = new Map<string, string[]>();
  for (const line of lines) {
    const all = spec.dependencies.filter(({ name }) => name === line.name);
    const own = all.filter(({ place }) => place.file === spec.path);
    const shared = own.filter(({ independent }) => !independent);
    const other = all.find(({ place }) => place.file !== spec.path)?.place.file;
    if (other !== undefined) elsewhere.set(other, [...(elsewhere.get(other) ?? []), line.name]);
    if (own.length > shared.length) {
      tell(
        `which of the routes of ${quote(line.name)} a call took no trace tells: the one with \`independent: true\` gets no evidence`,
      );
    }
    for (const [one, found] of dealt(line, shared)) {
      const details = detailsOf(one, found, tell);
      if (Object.keys(details).length > 0) changes.push(change(one, own.length, details, spec));
    }
  }
  for (const [file, names] of elsewhere) {
    tell(
      `${some(names)} ${names.length === 1 ? "stands" : "stand"} in ${quote(file)}, which this spec extends: merge into that file for their evidence`,
    );
  }
  return changes;
}

/** One line has all that was observed; of several, each what its operation has, and the first without one the rest. */
function dealt(
  line: DiscoveredLine,
  own: readonly SpecLine[],
): readonly (readonly [SpecLine, DiscoveredLine])[] {
  const [only] = own;
  if (only === undefined) return [];
  if (own.length === 1) return [[only, line]];
  const named = new Map(own.map((one) => [one.operation, one]));
  const rest = own.find(({ operation }) => operation === null);
  return own.flatMap((one) => {
    if (one !== rest && (one.operation === null || named.get(one.operation) !== one)) return [];
    const parts = line.parts.filter(({ operation }) =>
      one === rest ? operation === null || !named.has(operation) : operation === one.operation,
    );
    if (parts.length === 0) return [];
    const evidence = pooled(parts.map((part) => part.evidence));
    return [[one, { ...line, evidence, timing: null }] as const];
  });
}

/** What is new for one line. What people set stays; evidence gives way to newer evidence. */
function detailsOf(
  one: SpecLine,
  { evidence, timing }: DiscoveredLine,
  tell: Told,
): { readonly [key: string]: Written } {
  const timeout = timing === null ? null : timeoutValue(timing);
  const isFree = one.timeout === null && one.availability === null;
  return {
    ...(timeout !== null && isFree ? { timeout } : {}),
    ...(evidence !== null && isNews(one.evidence, evidence, one.name, tell)
      ? { evidence: evidenceValue(evidence) }
      : {}),
  };
}

/** Whether counts say anything that the spec does not; older ones do not replace newer ones. */
export function isNews(
  known: { readonly good: number; readonly total: number; readonly until: string | null } | null,
  found: Evidence,
  name: string,
  tell: Told,
): boolean {
  if (known === null) return true;
  const { good, total, until } = found;
  if (known.until !== null && until !== null && known.until.slice(0, 10) > until) {
    tell(
      `the evidence of ${quote(name)} is of ${known.until}, and newer than these traces: it stays`,
    );
    return false;
  }
  return known.good !== good || known.total !== total || known.until !== (until ?? known.until);
}

function change(
  one: SpecLine,
  copies: number,
  details: { readonly [key: string]: Written },
  spec: Spec,
): Change {
  const entries = Object.entries(details).map(([key, value]) => plainEntry(key, value));
  const isIt = (item: WrittenNode): boolean => {
    const text = nameOf(item);
    const pair = text === null ? null : parsePair(text);
    return pair !== null && !("problem" in pair) && pair.name === one.name;
  };
  const rank = spec.dependencies
    .filter(({ name, place }) => name === one.name && place.file === spec.path)
    .indexOf(one);
  return {
    what: `${Object.keys(details).join(" and ")} of ${quote(one.name)}`,
    snippet: `- ${flowText({ [one.name]: details }).slice(2, -2)}`,
    edits: (page, root) => {
      const list = writtenAt(root, "dependencies");
      if (list?.kind !== "sequence" || list.marked) return null;
      const same = list.items.filter(isIt);
      const item = same[rank];
      return item === undefined || same.length !== copies
        ? null
        : itemEdits(page, item, list.flow, entries);
    },
  };
}

function nameOf(item: WrittenNode): string | null {
  const key = item.kind === "mapping" ? item.entries[0]?.key : item;
  return key?.kind === "scalar" ? key.text : null;
}

function itemEdits(
  page: Page,
  item: WrittenNode,
  flow: boolean,
  entries: ReturnType<typeof plainEntry>[],
): readonly Edit[] | null {
  if (item.marked) return null;
  if (item.kind === "scalar") {
    if (item.style === "block" || /[\r\n]/.test(page.text.slice(item.start, item.end))) return null;
    const value = Object.fromEntries(entries.map(({ key, value: part }) => [key, part]));
    const text = `: ${flowText(value, page.json)}`;
    if (!flow) return [{ from: item.end, to: item.end, text }];
    return [
      { from: item.start, to: item.start, text: "{ " },
      { from: item.end, to: item.end, text: `${text} }` },
    ];
  }
  const details = item.kind === "mapping" ? item.entries[0]?.value : undefined;
  return details?.kind === "mapping" ? detailsSet(page, details, entries) : null;
}

/** Dependencies that were seen and that the spec has in neither mode, or not in one of two that were seen. */
export function missingLines(
  lines: readonly DiscoveredLine[],
  spec: Spec,
): {
  readonly missing: readonly DiscoveredLine[];
  readonly conflicting: readonly DiscoveredLine[];
} {
  const known = new Set(spec.dependencies.map(({ name }) => name));
  const seen = new Set(lines.map(({ name }) => name));
  const absent = lines.filter(({ name }) => !known.has(name));
  const isConflict = (line: DiscoveredLine) => {
    const other = otherMode(line);
    return known.has(other) && !seen.has(other);
  };
  return {
    missing: absent.filter((line) => !isConflict(line)),
    conflicting: absent.filter(isConflict),
  };
}

/** The name of the same pair in the other mode. */
export function otherMode({
  from,
  to,
  mode,
}: Pick<DiscoveredLine, "from" | "to" | "mode">): string {
  return `${from} ${mode === "sync" ? "~>" : "->"} ${to}`;
}

/**
 * Dependencies of the same caller that the spec has and nobody saw, on services that nobody saw: what was seen
 * may be one of them by another name, such as `api.stripe.com` for `stripe`.
 */
export function namesakes(
  line: DiscoveredLine,
  lines: readonly DiscoveredLine[],
  spec: Spec,
): readonly SpecLine[] {
  if (spec.services.has(line.to)) return [];
  const seen = new Set(lines.flatMap(({ from, to }) => [from, to]));
  return spec.dependencies.filter(
    ({ from, to, mode }) => from === line.from && mode === line.mode && !seen.has(to),
  );
}

/** Adds dependencies that a spec lacks. */
export function addedLines(lines: readonly DiscoveredLine[]): readonly Change[] {
  if (lines.length === 0) return [];
  const items = lines.map((line): NewItem => {
    return { value: lineValue(line), block: itemText(line), remark: lineRemark(line) };
  });
  const names = lines.slice(0, 3).map(({ name }) => quote(name));
  const rest = lines.length - names.length;
  return [
    {
      what: `the dependencies ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
      snippet: itemLines(items, "  ").join("\n"),
      edits: (page, root) => itemsInto(page, root, items),
    },
  ];
}

function itemsInto(
  page: Page,
  root: WrittenMapping,
  items: readonly NewItem[],
): readonly Edit[] | null {
  const list = writtenAt(root, "dependencies");
  if (list === undefined) {
    return sectionAdded(page, root, {
      key: "dependencies",
      value: items.map(({ value }) => value),
      block: (indent) => [`${indent}dependencies:`, ...itemLines(items, `${indent}  `)],
    });
  }
  if (list.kind !== "sequence") return null;
  const filled = emptyFilled(page, root, list, (indent) => itemLines(items, indent));
  return filled ?? itemsAdded(page, list, items);
}
