import { counted } from "../../model/wording.ts";
import type { Diagnostic } from "../../yaml/diagnostic.ts";

export type Untold = {
  /** Endpoints that are not explained. */
  readonly unexplained: number;
  /** Endpoints below what they promise that ways back were looked for, and that none were. */
  readonly remedied: number;
  readonly unremedied: number;
};

/** What is told of endpoints that were left out, so that nobody takes silence for a clean bill. */
export function untold(
  path: string,
  { unexplained, remedied, unremedied }: Untold,
): readonly Diagnostic[] {
  const at = { severity: "notice", file: path, line: 1, column: 1 } as const;
  const one = "ask about one of them with `explain NAME`";
  const limits = `what limits ${counted(unexplained, "more endpoint")} and what they assume was left out: the worst went first, and all together take too long or too much room; ${one}`;
  const ways = `ways back were looked for at the worst ${counted(remedied, "endpoint")}, and not at ${unremedied} more that break what they promise: each takes some hundred evaluations; ${one}`;
  return [
    ...(unexplained === 0 ? [] : [{ ...at, code: "unexplained", message: limits }]),
    ...(unremedied === 0 ? [] : [{ ...at, code: "ways-not-sought", message: ways }]),
  ];
}
