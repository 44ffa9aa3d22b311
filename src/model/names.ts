import type { Mode } from "./model.ts";

/** What a dependency line says: `a -> b` (sync) or `a ~> b` (async). */
export type Pair = {
  /** Normalised: one space at each side of the arrow. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly mode: Mode;
};

const longest = 253;

/**
 * What is wrong with the name of a service or endpoint, as the end of a sentence; `null` if nothing.
 * Letters, digits, punctuation and inner spaces of any script are allowed, up to 253 characters.
 * Control and format characters (bidi overrides, zero-width ones) are not: a name must read as it is.
 */
export function nameProblem(name: string): string | null {
  if (name === "") return "is empty";
  if (name.length > longest) return `is longer than ${longest} characters`;
  // Nearly every name: the tests by Unicode property are some ten times slower.
  if (/^[!-~]+$/.test(name)) return null;
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) return "contains a control or invisible character";
  if (/^\s|\s$/.test(name)) return "begins or ends with a space";
  if (/[^\P{Z} ]/u.test(name)) return "contains white space other than a plain space";
  return null;
}

/** As `nameProblem`, for a service: its name contains no arrow either. */
export function serviceNameProblem(name: string): string | null {
  if (name.length <= longest && /[-~]>/.test(name)) {
    return "contains an arrow; put a space at each side of the arrow of a dependency";
  }
  return nameProblem(name);
}

/** The problem of a name, with what to do about it where that is not said yet. */
export function withRemedy(problem: string): string {
  return problem.includes(";") ? problem : `${problem}; choose another name`;
}

/** Whether a text is meant as a dependency and not as the name of a service. */
export function looksLikeDependency(text: string): boolean {
  return /[-~]>/.test(text);
}

/** A dependency line: two names and an arrow with white space at each side. */
export function parsePair(text: string): Pair | { readonly problem: string } {
  if (text.length > 2 * longest + 100) return { problem: "is too long; shorten its names" };
  const parts = text.trim().split(/\s+([-~]>)\s+/);
  const [from, arrow, to] = parts;
  if (parts.length !== 3 || from === undefined || to === undefined || from === "" || to === "") {
    return { problem: `is not a dependency; ${malformed(text)}` };
  }
  for (const name of [from, to]) {
    const problem = serviceNameProblem(name);
    if (problem !== null) return { problem: `names a service that ${withRemedy(problem)}` };
  }
  return { name: `${from} ${arrow} ${to}`, from, to, mode: arrow === "->" ? "sync" : "async" };
}

function malformed(text: string): string {
  return looksLikeDependency(text)
    ? "write two names and one arrow, with a space at each side of it"
    : "write `caller -> callee`, or `caller ~> callee` where the caller does not wait";
}
