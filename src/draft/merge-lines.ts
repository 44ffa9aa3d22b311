import { parsePair } from "../model/names.ts";
import type { Spec, SpecLine } from "../model/spec.ts";
import { quote, some } from "../model/wording.ts";
import type { Evidence } from "../traces/observed.ts";
import type { WrittenNode } from "../yaml/written.ts";
import { type DiscoveredLine, pooled } from "./discovered.ts";
import { evidenceValue, flowText, timeoutValue, type Written } from "./evidence-text.ts";
import { evidenceSet, type Renewal, remarkBehind } from "./merge-evidence.ts";
import { writtenAt } from "./merge-places.ts";
import type { Change } from "./merge-step.ts";
import type { Edit, Page } from "./text-edits.ts";

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
      const news = newsOf(one, found, tell);
      if (news.timeout !== null || news.evidence !== null) {
        changes.push(change(one, own.length, news, spec));
      }
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

/** What is new for one line; `null`: nothing. */
type News = {
  readonly timeout: { readonly [key: string]: Written } | null;
  readonly evidence: Evidence | null;
};

/** What people set stays; evidence gives way to newer evidence. */
function newsOf(one: SpecLine, { evidence, timing }: DiscoveredLine, tell: Told): News {
  const timeout = timing === null ? null : timeoutValue(timing);
  const isFree = one.timeout === null && one.availability === null;
  return {
    timeout: isFree ? timeout : null,
    evidence: evidence !== null && isNews(one.evidence, evidence, one.name, tell) ? evidence : null,
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

function change(one: SpecLine, copies: number, news: News, spec: Spec): Change {
  const { timeout, evidence } = news;
  const details = {
    ...(timeout === null ? {} : { timeout }),
    ...(evidence === null ? {} : { evidence: evidenceValue(evidence) }),
  };
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
        : itemEdits(page, item, list.flow, details, {
            before: one.evidence,
            after: evidence,
          });
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
  details: { readonly [key: string]: Written },
  renewal: Renewal,
): readonly Edit[] | null {
  if (item.marked) return null;
  if (item.kind === "scalar") {
    if (item.style === "block" || /[\r\n]/.test(page.text.slice(item.start, item.end))) return null;
    const text = `: ${flowText(details, page.json)}`;
    if (!flow) {
      const behind = remarkBehind(page, item.end, text, renewal.after);
      return [{ from: item.end, to: item.end, text: text + behind }];
    }
    return [
      { from: item.start, to: item.start, text: "{ " },
      { from: item.end, to: item.end, text: `${text} }` },
    ];
  }
  const own = item.kind === "mapping" ? item.entries[0]?.value : undefined;
  return own?.kind === "mapping" ? evidenceSet(page, own, details, renewal) : null;
}
