/** A position in a file of the repository. Lines and columns count from 1; columns count UTF-16 units. */
export type Place = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
};

export type Severity = "error" | "warning" | "notice";

/**
 * Something to tell a person: what is wrong and what to do about it, in one line.
 * An `error` means that no figure can be trusted until it is mended.
 */
export type Diagnostic = {
  readonly severity: Severity;
  /** Stable, kebab-case, e.g. `unknown-service`. */
  readonly code: string;
  /** One line: the offending text and the remedy. Text from the repository is quoted in it as it was written. */
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
};

/** Build a diagnostic at a place; `null` for one that concerns no single file. */
export function diagnostic(
  severity: Severity,
  code: string,
  message: string,
  place: Place | null,
): Diagnostic {
  return place === null
    ? { severity, code, message }
    : { severity, code, message, file: place.file, line: place.line, column: place.column };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === "error");
}
