import type { Written } from "../flow/discover.ts";
import { renderDiagnostics } from "../report/diagnostics.ts";
import { message } from "../report/escape.ts";
import { jsonText } from "../report/json-text.ts";
import { quoted } from "../repository/problem.ts";
import type { Observed } from "../traces/observed.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { PlainSettings } from "./settings.ts";

/** The spec that traces are merged into, and where it goes. */
export type Target = {
  /** Absolute; `null`: standard output. */
  readonly file: string | null;
  /** As the user named it. */
  readonly name: string;
  /** In the repository; `null`: it is not in it. */
  readonly path: string | null;
  /** `null`: there is none yet. */
  readonly text: string | null;
};

/** What stderr is told: what was passed over or left, what to put in by hand, and how far the traces go. */
export function remarksOf(
  diagnostics: readonly Diagnostic[],
  pastes: Written["pastes"],
  quality: readonly string[],
): string {
  const notes: Diagnostic[] = quality.map((line) => ({
    severity: "notice",
    code: "quality",
    message: line,
  }));
  const byHand = pastes.map(({ what, snippet }): Diagnostic => {
    const message = `${what} cannot be written into this spec as it is laid out; put in by hand: ${snippet}`;
    return { severity: "warning", code: "not-merged", message };
  });
  return renderDiagnostics([...diagnostics, ...byHand, ...notes]);
}

export type Report = {
  readonly outcome: Written;
  readonly target: Target;
  readonly observed: Observed;
  readonly quality: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** What stdout is told: the spec itself, or where it was written; as JSON all that was seen. */
export function writtenReport(report: Report, { format }: PlainSettings): string {
  const { outcome, target, observed, quality, diagnostics } = report;
  const { file, name, text } = target;
  const line =
    file === null
      ? null
      : outcome.text === text
        ? `${quoted(name)} says all that the traces show already.`
        : `${text === null ? "Wrote" : "Merged into"} ${quoted(name)}: ${countsOf(observed)}.`;
  if (format === "json") {
    const value = {
      version: 1,
      spec: outcome.text,
      written: file === null || outcome.text === text ? null : name,
      observed,
      services: { declared: outcome.unseen.of, unseen: outcome.unseen.names },
      notMerged: outcome.pastes,
      diagnostics,
    };
    return jsonText(value);
  }
  if (format === "text") return line === null ? outcome.text : `${line}\n`;
  const told = quality.map((one) => `- ${message(one, 200)}\n`).join("");
  if (line !== null) return `${line}\n\n${told}`;
  const fence = "`".repeat(3 + longestFence(outcome.text));
  return `${fence}yaml\n${outcome.text}${outcome.text.endsWith("\n") ? "" : "\n"}${fence}\n\n${told}`;
}

function longestFence(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

function countsOf({ services, dependencies, endpoints }: Observed): string {
  const counts = [
    `${services.length} ${services.length === 1 ? "service" : "services"}`,
    `${dependencies.length} ${dependencies.length === 1 ? "dependency" : "dependencies"}`,
    `${endpoints.length} ${endpoints.length === 1 ? "endpoint" : "endpoints"}`,
  ];
  return `the traces show ${counts.join(", ")}`;
}
