/**
 * Why a repository could not be read, as a value: what is wrong and what to do about it.
 * The entry prints it and ends with 2 for `usage` (the user named something that is not there) and
 * with 3 for `unavailable` (git, the network or a permission is missing).
 */
export type RepositoryProblem = {
  readonly kind: "usage" | "unavailable";
  /** Stable, kebab-case, e.g. `ambiguous-ref`. */
  readonly code: string;
  /** One line with its remedy. Text from outside is quoted in it. */
  readonly message: string;
};

export function usageProblem(code: string, message: string): RepositoryProblem {
  return { kind: "usage", code, message: oneLine(message) };
}

export function unavailable(code: string, message: string): RepositoryProblem {
  return { kind: "unavailable", code, message: oneLine(message) };
}

/** Tells a problem from the value that was asked for; no value of this room has a `code`. */
export function isProblem<T>(value: T | RepositoryProblem): value is RepositoryProblem {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

/** An error that carries a problem where a signature has no place for one: `Tree.read` rejects with it. */
export function problemError(problem: RepositoryProblem): Error {
  return new Error(problem.message, { cause: problem });
}

/** The problem that an error of this room carries; `null` for any other error. */
export function problemOf(error: unknown): RepositoryProblem | null {
  if (!(error instanceof Error)) return null;
  const cause: unknown = error.cause;
  return isRecordedProblem(cause) ? cause : null;
}

function isRecordedProblem(value: unknown): value is RepositoryProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    (value.kind === "usage" || value.kind === "unavailable") &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

/** What a caught value says: anything may have been thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Text from outside as it may stand in a message: control characters shown, length bounded. */
export function quoted(text: string): string {
  const shown = JSON.stringify(text).slice(1, -1);
  return `\`${shown.length > 200 ? `${shown.slice(0, 200)}…` : shown}\``;
}

/** Also without control characters: what git or a server says may move a terminal's cursor. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
