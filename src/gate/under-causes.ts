import type { Subject } from "../availability/subject.ts";
import { causesOf } from "./causes/causes.ts";
import type { GateRun } from "./engine.ts";
import type { UnderResult, Verdict } from "./result.ts";

/** Rows of an endpoint whose causes are told: who reads more has seen them already. */
const MOST_ROWS = 3;

const VERDICTS: readonly Verdict[] = ["fail", "warn", "pass"];

/**
 * Rows under faults with what moved them: of those that fail or warn and lost availability the worst few; where
 * there are none, and the steady state is as it was, of the one that lost the most. The work of one row is
 * that of the steady state, and shared.
 *
 * @param delta of the steady state
 */
export function withCauses(
  run: GateRun,
  base: Subject,
  head: Subject,
  rows: readonly UnderResult[],
  delta: number,
): readonly UnderResult[] {
  const chosen = new Set(chosenRows(rows, delta));
  return rows.map((row) => {
    if (!chosen.has(row)) return row;
    const [before, after] = [base, head].map((side) => under(side, row.fault));
    // What lost availability has a figure on both sides.
    const ends = { base: row.base!, head: row.head! };
    const causes = causesOf(run, before!, after!, ends, row.delta!, chosen.size);
    return causes.length === 0 ? row : { ...row, causes };
  });
}

function chosenRows(rows: readonly UnderResult[], delta: number): readonly UnderResult[] {
  const lost = rows
    .filter((one) => (one.delta ?? 0) < 0)
    .toSorted(
      (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || a.delta! - b.delta!,
    );
  const judged = lost.filter(({ verdict }) => verdict !== "pass").slice(0, MOST_ROWS);
  return judged.length > 0 || delta !== 0 ? judged : lost.slice(0, 1);
}

function under(side: Subject, name: string): Subject {
  return { ...side, fault: side.model.faults.find((one) => one.name === name) ?? null };
}
