import { formatPoints } from "../availability/figures.ts";
import type { ModelResult, Reason, Result } from "../gate/result.ts";
import { type Blamed, blamedLines } from "./blame.ts";
import { changeWords } from "./change-words.ts";
import { phraseOf } from "./phrase.ts";
import { plain } from "./plain.ts";
import { promiseChanges } from "./promise-changes.ts";
import { worstModels } from "./rows.ts";

/** A remark at a line of the head commit, in plain text. */
export type Annotation = {
  readonly level: "error" | "warning";
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly message: string;
};

/** GitHub shows ten of each level for a step and drops the others. */
const MOST = 10;

const TITLE = "Availability gate";

/**
 * Remarks at the lines that are to blame, the worst first, at most ten errors and ten warnings:
 * the causes of what fails, the promises that were loosened, and what was wrong
 * with the spec. A failing spec without any such line is remarked at its first.
 */
export function annotationsFor(result: Result): readonly Annotation[] {
  const all = worstModels(result).flatMap((model) => {
    const reasons = result.reasons.filter((one) => one.model === model.path);
    const remarks = [...blamed(model, reasons), ...loosened(model, reasons)];
    return [...remarks, ...fallback(model, reasons, remarks), ...diagnosed(model)];
  });
  const most = (level: Annotation["level"]) =>
    all.filter((one) => one.level === level).slice(0, MOST);
  return [...most("error"), ...most("warning")];
}

/** The worst reason of each line; of the others their number. */
function blamed(model: ModelResult, reasons: readonly Reason[]): readonly Annotation[] {
  const lines = new Map<string, { readonly one: Blamed; readonly of: Reason[] }>();
  for (const reason of reasons) {
    for (const one of blamedLines(model, reason)) {
      const { kind, subject, file, line } = one.change;
      const key = JSON.stringify([kind, subject, file, line]);
      const known = lines.get(key);
      if (known === undefined) lines.set(key, { one, of: [reason] });
      else known.of.push(reason);
    }
  }
  return [...lines.values()].map(({ one: { change, effect }, of: [worst, ...others] }) => {
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    const cost = effect === null ? "" : `, which costs ${formatPoints(effect)}`;
    const message = `${plain(changeWords(change))}${cost}. ${plain(phraseOf(worst!.message))}${more}`;
    return remark(worst!, change, message);
  });
}

function loosened(model: ModelResult, reasons: readonly Reason[]): readonly Annotation[] {
  return reasons.flatMap((reason) =>
    promiseChanges(model, reason).map((one) =>
      remark(reason, one, plain(phraseOf(reason.message))),
    ),
  );
}

function fallback(
  model: ModelResult,
  reasons: readonly Reason[],
  remarks: readonly Annotation[],
): readonly Annotation[] {
  const [worst] = reasons;
  const exists = model.endpoints.some((one) => one.head !== null);
  if (worst === undefined || worst.verdict !== "fail" || remarks.length > 0 || !exists) return [];
  return [remark(worst, { file: model.path, line: 1 }, plain(phraseOf(worst.message)))];
}

function diagnosed(model: ModelResult): readonly Annotation[] {
  return model.diagnostics.flatMap(({ severity, message, file, line }): readonly Annotation[] => {
    if (severity === "notice" || file === undefined) return [];
    const text = plain(phraseOf(message));
    return [{ level: severity, file, line: line ?? 1, title: TITLE, message: text }];
  });
}

function remark(
  { verdict }: Reason,
  { file, line }: { readonly file: string; readonly line: number },
  message: string,
): Annotation {
  return { level: verdict === "fail" ? "error" : "warning", file, line, title: TITLE, message };
}
