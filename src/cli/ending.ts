import { renderDiagnostics } from "../report/diagnostics.ts";
import type { RepositoryProblem } from "../repository/problem.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";

/** What a command ends with: the report, remarks for stderr, and the exit status of contract §3. */
export type Ending = {
  readonly report: string;
  readonly remarks: string;
  readonly status: 0 | 1 | 2 | 3;
};

/** Bad usage: exit status 2. */
export function refusal(message: string): Ending {
  return { report: "", remarks: `error: ${message}\n`, status: 2 };
}

/** What could not be read: exit status 2 where the user named it, 3 where it was out of reach. */
export function problemEnding({ kind, message }: RepositoryProblem): Ending {
  return { report: "", remarks: `error: ${message}\n`, status: kind === "usage" ? 2 : 3 };
}

/** Input that cannot be judged: exit status 2. */
export function invalid(diagnostics: readonly Diagnostic[]): Ending {
  return { report: "", remarks: renderDiagnostics(diagnostics), status: 2 };
}
