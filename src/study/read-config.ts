import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { StudyConfig } from "./config.ts";

export type ConfigOutcome = {
  /** `null` where the diagnostics hold an error. */
  readonly config: StudyConfig | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** Read the configuration of a study from its YAML text; `file` is named in what is told. */
export function readStudyConfig(_text: string, _file: string): ConfigOutcome {
  return { config: null, diagnostics: [] };
}
