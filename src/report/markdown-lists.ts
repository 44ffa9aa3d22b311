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
import { fileLink, type Repository } from "./link.ts";
import { fold } from "./markdown-fold.ts";
import { count } from "./phrase.ts";
import { SIGNS } from "./rows.ts";
import type { Scope } from "./scope.ts";

/** Changes that are shown before the rest is folded. */
const OPEN_CHANGES = 8;

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

/** What changed in spec and manifests, with its places. */
export function changesSection(scope: Scope): string | null {
  return changesUnder("What changed", systemChanges(scope.model.changes), scope);
}

/** What the evidence says otherwise than before, apart from it. */
export function evidenceSection(scope: Scope): string | null {
  return changesUnder(OBSERVED_ANEW, evidenceChanges(scope.model.changes), scope);
}

function changesUnder(
  heading: string,
  changes: readonly Change[],
  { result, context, detail }: Scope,
): string | null {
  const lines = likeliestFirst(changes)
    .slice(0, detail.changes)
    .map((one) => {
      const commit = one.side === "head" ? result.head.commit : result.base.sha;
      const place = fileLink(context.repository, commit, one.file, one.line);
      return `- ${markdown(changeWords(one), detail.name)} · ${place}${sideWords(one)}`;
    });
  if (lines.length === 0) return null;
  // A fold for one or two lines would hide more than it spares.
  const open = lines.length <= OPEN_CHANGES + 2 ? lines.length : OPEN_CHANGES;
  const rest = lines.slice(open);
  const shown = `**${heading}**\n${lines.slice(0, open).join("\n")}`;
  if (rest.length === 0) return shown;
  return `${shown}\n\n${fold([count(rest.length, "more change")], rest.join("\n"))}`;
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

/** What reading head had to tell, as far as the detail goes. */
export function notesFold({ result, model, context, detail }: Scope): string | null {
  return notesOf(model.diagnostics, {
    repository: context.repository,
    commit: result.head.commit,
    length: detail.name,
    most: detail.diagnostics,
  });
}

/** Assumptions and other diagnostics, folded; warnings before notices. `null` where there are none. */
export function notesOf(
  diagnostics: ModelResult["diagnostics"],
  told: {
    readonly repository: Repository | null;
    /** The commit that links lead to. */
    readonly commit: string;
    /** Characters of a name. */
    readonly length: number;
    /** How many are told; all by default. */
    readonly most?: number;
  },
): string | null {
  const order = ["error", "warning", "notice"];
  const shown = diagnostics
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, told.most);
  if (shown.length === 0) return null;
  const lines = shown.map((one) => {
    const { severity, file, line } = one;
    const sign = severity === "notice" ? "" : "⚠️ ";
    const text = `${sign}${message(one.message, told.length)}`;
    if (file === undefined) return `- ${text}`;
    return `- ${text} · ${fileLink(told.repository, told.commit, file, line)}`;
  });
  return fold([`What these figures rest on (${count(shown.length, "note")})`], lines.join("\n"));
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
