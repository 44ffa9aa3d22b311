import type { Change, ModelResult, Reason, ReasonCode, Result } from "../gate/result.ts";
import {
  changeWords,
  evidenceChanges,
  likeliestFirst,
  OBSERVED_ANEW,
  sideWords,
  systemChanges,
} from "./change-words.ts";
import { markdown, message } from "./escape.ts";
import { fileLink } from "./link.ts";
import { keyOf, spelledOut } from "./markdown-causes.ts";
import { fold } from "./markdown-fold.ts";
import { movedRows } from "./moved-rows.ts";
import { count } from "./phrase.ts";
import { SIGNS, toldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";

/** Changes that are shown before the rest is folded. */
const OPEN_CHANGES = 8;

/** Changes beside those that causes tell of, which no fold is worth. */
const OPEN_OTHERS = 3;

/** Reasons of an endpoint for which its row has too little room. */
const OPEN_REASONS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  "passes-by-assertion",
  "uncounted-dependency",
  "evidence",
]);

/** Reasons that the rows of the table do not tell, such as those about the whole spec. */
export function openReasons({ result, model, detail }: Scope): string | null {
  const shown = reasonsOf(result, model).filter(isOpen).slice(0, detail.rows);
  return shown.length === 0 ? null : shown.map((one) => reasonLine(one, detail.name)).join("\n");
}

/**
 * What changed in spec and manifests, with its places: all of it, or where causes are told what they do not
 * tell. That stands open where an endpoint has a reason of which no cause is known.
 */
export function changesSection(scope: Scope): string | null {
  const { model, detail } = scope;
  const told = spelledOut(model, detail);
  const changes = systemChanges(model.changes);
  if (told.size === 0) return changesUnder("What changed", changes, scope);
  const rest = changes.filter((one) => !told.has(keyOf(one)));
  const unexplained = toldEndpoints(model).some(
    (one) => one.verdict !== "pass" && movedRows([one]).length === 0,
  );
  if (unexplained || rest.length <= OPEN_OTHERS) return changesUnder("Also changed", rest, scope);
  const lines = changeLines(rest, scope);
  if (lines.length === 0) return null;
  return fold([count(lines.length, "other change")], lines.join("\n"));
}

/** What the evidence says otherwise than before, apart from it. */
export function evidenceSection(scope: Scope): string | null {
  const told = spelledOut(scope.model, scope.detail);
  const rest = evidenceChanges(scope.model.changes).filter((one) => !told.has(keyOf(one)));
  return changesUnder(OBSERVED_ANEW, rest, scope);
}

function changesUnder(heading: string, changes: readonly Change[], scope: Scope): string | null {
  const lines = changeLines(changes, scope);
  if (lines.length === 0) return null;
  // A fold for one or two lines would hide more than it spares.
  const open = lines.length <= OPEN_CHANGES + 2 ? lines.length : OPEN_CHANGES;
  const rest = lines.slice(open);
  const shown = `**${heading}**\n${lines.slice(0, open).join("\n")}`;
  if (rest.length === 0) return shown;
  return `${shown}\n\n${fold([count(rest.length, "more change")], rest.join("\n"))}`;
}

function changeLines(
  changes: readonly Change[],
  { result, context, detail }: Scope,
): readonly string[] {
  return likeliestFirst(changes)
    .slice(0, detail.changes)
    .map((one) => {
      const commit = one.side === "head" ? result.head.commit : result.base.sha;
      const place = fileLink(context.repository, commit, one.file, one.line);
      return `- ${markdown(changeWords(one), detail.name)} · ${place}${sideWords(one)}`;
    });
}

/** Every reason about an endpoint in full, folded. */
export function reasonsFold({ result, model, detail }: Scope): string | null {
  const lines = reasonsOf(result, model)
    .filter((one) => !isOpen(one))
    .slice(0, detail.reasons)
    .map((one) => reasonLine(one, detail.name));
  return lines.length === 0
    ? null
    : fold([`Why, in full (${count(lines.length, "reason")})`], lines.join("\n"));
}

function reasonLine(reason: Reason, length: number): string {
  return `- ${SIGNS[reason.verdict]} ${message(reason.message, length)}`;
}

function isOpen(reason: Reason): boolean {
  return reason.endpoint === undefined || OPEN_REASONS.has(reason.code);
}

function reasonsOf(result: Result, model: ModelResult): readonly Reason[] {
  return result.reasons.filter((one) => one.model === model.path);
}
