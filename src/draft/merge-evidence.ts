import type { Evidence } from "../traces/observed.ts";
import type { WrittenMapping } from "../yaml/written.ts";
import type { Written } from "./evidence-text.ts";
import { intervalRemark, withInterval } from "./interval-remark.ts";
import { detailsSet, writtenAt } from "./merge-places.ts";
import { type Edit, lineEnd, type Page, plainEntry } from "./text-edits.ts";
import { remarked } from "./yaml-text.ts";

/** Evidence as it was and as it is to be; `null`: there is none, or none that is new. */
export type Renewal = { readonly before: Evidence | null; readonly after: Evidence | null };

/**
 * Sets details of a dependency or a service, and beside new evidence its interval, as a comment.
 *
 * @returns `null` where they are written in a way that nothing is added to
 */
export function evidenceSet(
  page: Page,
  map: WrittenMapping,
  details: { readonly [key: string]: Written },
  { before, after }: Renewal,
): readonly Edit[] | null {
  const remark = before === null ? withInterval(after, "") : "";
  const entries = Object.entries(details).map(([key, value]) =>
    plainEntry(key, value, key === "evidence" ? remark : ""),
  );
  const edits = detailsSet(page, map, entries);
  if (edits === null || after === null) return edits;
  if (before !== null) return [...edits, ...intervalRenewed(page, map, before, after)];
  if (!map.flow) return edits;
  const added = edits.map(({ text }) => text).join("");
  const behind = remarkBehind(page, map.end, added, after);
  return [...edits, { from: map.end, to: map.end, text: behind }];
}

/**
 * The interval beside evidence that is set anew, where the one of the counts before stands there as it was
 * written; what is behind a semicolon stays. Where a person wrote anything else, or nothing, that stands.
 */
function intervalRenewed(
  { text }: Page,
  details: WrittenMapping,
  before: Evidence,
  after: Evidence,
): readonly Edit[] {
  const node = writtenAt(details, "evidence");
  if (node === undefined) return [];
  const rest = text.slice(node.end, lineEnd(text, node.end));
  const mark = rest.indexOf("#");
  const known = intervalRemark(before);
  const behind = rest.slice(mark + 2 + known.length);
  const isOurs =
    rest.startsWith(`# ${known}`, mark) && (behind.startsWith("; ") || behind.trim() === "");
  if (!isOurs) return [];
  const from = node.end + mark + 2;
  return [{ from, to: from + known.length, text: intervalRemark(after) }];
}

/**
 * The interval behind a line in brackets that evidence is written into, if nothing stands there.
 *
 * @param end where what is written so far ends
 * @param added what goes into the line before that
 */
export function remarkBehind(
  page: Page,
  end: number,
  added: string,
  evidence: Evidence | null,
): string {
  const { text } = page;
  const remark = withInterval(evidence, "");
  if (page.json || remark === "" || text.slice(end, lineEnd(text, end)).trim() !== "") return "";
  let start = end;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  const line = `${text.slice(start, end)}${added}`;
  return remarked(line, remark).slice(line.length);
}
