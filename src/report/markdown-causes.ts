import type { Cause, Change, ModelResult } from "../gate/result.ts";
import { type CauseRow, causeRows, isEvidence, systemFirst } from "./cause-words.ts";
import { sideWords } from "./change-words.ts";
import type { Detail } from "./detail.ts";
import { markdown } from "./escape.ts";
import { fileLink } from "./link.ts";
import { fold } from "./markdown-fold.ts";
import { cells } from "./markdown-tables.ts";
import { type MovedRow, movedRows, movement } from "./moved-rows.ts";
import { count, list, name, type Phrase, say } from "./phrase.ts";
import { toldEndpoints } from "./rows.ts";
import type { Scope } from "./scope.ts";

/** Figures of which the causes stand open: more say the same again. */
const OPEN = 3;

/** Endpoints that a heading names. */
const NAMED = 3;

/** Rows of a table; the smaller effects beyond become one row, so that all still sum to the delta. */
const MOST_ROWS = 8;

/** Why endpoints lost what they lost: the effects of the changes, which sum to the loss. */
export function causesSection(scope: Scope): string | null {
  return tablesOf(openRows(scope.model, scope.detail), scope);
}

/** Why the other endpoints moved, folded. */
export function otherCausesFold(scope: Scope): string | null {
  const all = shownRows(scope.model, scope.detail);
  const open = openRows(scope.model, scope.detail);
  const keys = new Set(open.map(rowKey));
  const rest = all.filter((one) => !keys.has(rowKey(one)));
  const tables = tablesOf(rest, scope);
  const what = rest.every(({ fault }) => fault === null) ? "endpoint" : "figure";
  const noun = open.length > 0 ? `other ${what}` : what;
  return tables === null ? null : fold([`Why ${count(rest.length, noun)} moved`], tables);
}

/** A table for each; one for several that the same changes moved as much. */
function tablesOf(rows: readonly MovedRow[], scope: Scope): string | null {
  const groups = new Map<string, MovedRow[]>();
  for (const one of rows) {
    const key = `${one.fault ?? ""}\n${movement(one)}\n${causesTable(one, scope)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const parts = [...groups.values()].map((alike) => {
    const heading = markdown(headingOf(alike), scope.detail.name);
    return `**${heading}**\n\n${causesTable(alike[0]!, scope)}`;
  });
  return parts.length === 0 ? null : parts.join("\n\n");
}

/** The changes that a table of causes spells out. */
export function spelledOut(model: ModelResult, detail: Detail): ReadonlySet<string> {
  const causes = shownRows(model, detail).flatMap((one) => shortened(one.causes));
  return new Set(
    causes.flatMap(({ changes }) =>
      (changes.length > 2 ? changes.slice(0, 1) : changes).map(keyOf),
    ),
  );
}

/** The same row of changes, wherever it is told. */
export function keyOf({ kind, subject, side, file, line }: Change): string {
  return JSON.stringify([kind, subject, side, file, line]);
}

function shownRows(model: ModelResult, detail: Detail): readonly MovedRow[] {
  return movedRows(toldEndpoints(model)).slice(0, detail.causes);
}

function rowKey({ name, fault }: MovedRow): string {
  return JSON.stringify([name, fault]);
}

/** Those that fail; where none does, the one that lost the most. */
function openRows(model: ModelResult, detail: Detail): readonly MovedRow[] {
  const lost = shownRows(model, detail).filter(({ delta }) => delta < 0);
  const failing = lost.filter(({ verdict }) => verdict === "fail");
  return failing.length > 0 ? failing.slice(0, OPEN) : lost.slice(0, 1);
}

function causesTable({ causes, delta }: MovedRow, scope: Scope): string {
  const rows = systemFirst(causeRows(shortened(causes), delta));
  const system = rows.filter(({ cause }) => !isEvidence(cause));
  const evidence = rows.filter(({ cause }) => isEvidence(cause));
  return [
    table("Change", system, scope),
    table("Observed anew, with nothing changed", evidence, scope),
  ]
    .filter((one) => one !== null)
    .join("\n\n");
}

/** "Why `POST /checkout` lost 0.49 points: +3 h 32 min of downtime per 30 days"; "… under `zone-down`". */
function headingOf(alike: readonly MovedRow[]): Phrase {
  const named: readonly Phrase[] = alike.slice(0, NAMED).map((one) => [name(one.name)]);
  const rest = alike.length - named.length;
  const who = list(rest === 0 ? named : [...named, [count(rest, "more endpoint")]]);
  const first = alike[0]!;
  const where: Phrase = first.fault === null ? [] : say` under ${[name(first.fault)]}`;
  return say`Why ${who}${alike.length > 1 ? " each" : ""} ${movement(first)}${where}`;
}

function table(title: string, rows: readonly CauseRow[], scope: Scope): string | null {
  if (rows.length === 0) return null;
  return [
    `| Points | ${title} | |`,
    "| --: | :-- | :-- |",
    ...rows.map((row) => line(row, scope)),
  ].join("\n");
}

function line({ cause, effect, words }: CauseRow, { result, context, detail }: Scope): string {
  const [first] = cause.changes;
  const commit = first?.side === "base" ? result.base.sha : result.head.commit;
  const place =
    first === undefined
      ? ""
      : `${fileLink(context.repository, commit, first.file, first.line)}${sideWords(first)}`;
  return cells([effect, markdown(words, detail.name), place]);
}

/** The largest effects of the system and of evidence; what is left of each becomes one. */
function shortened(causes: readonly Cause[]): readonly Cause[] {
  const system = causes.filter((one) => !isEvidence(one));
  const evidence = causes.filter(isEvidence);
  return [system, evidence].flatMap((some) => {
    if (some.length <= MOST_ROWS) return some;
    const largest = some.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
    const rest = largest.slice(MOST_ROWS - 1);
    const effect = rest.reduce((sum, one) => sum + one.effect, 0);
    return [
      ...largest.slice(0, MOST_ROWS - 1),
      { changes: rest.flatMap((one) => one.changes), effect },
    ];
  });
}
