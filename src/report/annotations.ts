import type {
  Change,
  ChangeKind,
  ModelResult,
  Reason,
  ReasonCode,
  Result,
} from "../gate/result.ts";
import { changeWords, likeliestFirst } from "./change-words.ts";
import { phraseOf } from "./phrase.ts";
import { plain } from "./plain.ts";
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

/** Reasons that come from figures, which what changed in the repository may have moved. */
const MOVED: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  "below-slo",
  "max-drop",
  "max-downtime-increase",
  "preexisting",
  "passes-by-assertion",
  "undecided",
  "error-budget",
]);

/** Changes of what is promised: they move no figure. */
const PROMISES: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "slo",
  "under",
  "fault-added",
  "gate",
  "endpoint-renamed",
  "spec-added",
  "spec-moved",
]);

/**
 * Remarks at the lines that may be to blame, the worst first, at most ten errors and ten warnings:
 * the changes of a model whose endpoint fails, the promises that were loosened, and what was wrong
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

function blamed(model: ModelResult, reasons: readonly Reason[]): readonly Annotation[] {
  const moved = reasons.filter((one) => MOVED.has(one.code) && isMoved(model, one));
  const [worst, ...others] = moved;
  if (worst === undefined) return [];
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return (
    likeliestFirst(model.changes)
      .filter((one) => one.side === "head" && !PROMISES.has(one.kind))
      // A fault moves what it is asked about, and nothing else.
      .filter((one) => one.kind !== "fault-changed" || one.subject === worst.fault)
      .map((one) =>
        remark(worst, one, `${plain(changeWords(one))}. ${plain(phraseOf(worst.message))}${more}`),
      )
  );
}

/** A figure that is as it was has no cause in this change. */
function isMoved(model: ModelResult, reason: Reason): boolean {
  const endpoint = model.endpoints.find((one) => one.name === reason.endpoint);
  if (reason.code === "passes-by-assertion") return true;
  if (reason.fault === undefined) return endpoint?.change === "degraded";
  return (endpoint?.under.find((one) => one.fault === reason.fault)?.delta ?? 0) < 0;
}

function loosened(model: ModelResult, reasons: readonly Reason[]): readonly Annotation[] {
  return reasons
    .filter((one) => one.code === "loosened")
    .flatMap((reason) =>
      model.changes
        .filter((one) => one.side === "head" && isPromiseOf(one, reason))
        .map((one) => remark(reason, one, plain(phraseOf(reason.message)))),
    );
}

function isPromiseOf({ kind, subject }: Change, { endpoint, fault, message }: Reason): boolean {
  if (endpoint === undefined) return kind === "gate" && message.includes(`\`${subject}\``);
  return fault === undefined
    ? kind === "slo" && subject === endpoint
    : kind === "under" && subject === `${endpoint} under ${fault}`;
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
