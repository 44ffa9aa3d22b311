import { formatDowntime, formatPoints } from "../availability/figures.ts";
import type { Cause, EndpointResult, UnderResult, Verdict } from "../gate/result.ts";

/** A figure of an endpoint whose causes are known: in the steady state, or under a fault. */
export type MovedRow = {
  readonly name: string;
  /** `null`: the steady state. */
  readonly fault: string | null;
  readonly causes: readonly Cause[];
  readonly delta: number;
  /** Unavailability at head minus at base. */
  readonly more: number;
  readonly verdict: Verdict;
};

/** Of each endpoint the steady state, then the faults under which it is told what moved it. */
export function movedRows(endpoints: readonly EndpointResult[]): readonly MovedRow[] {
  return endpoints.flatMap((one) => [
    ...rowOf(one.name, null, one),
    ...one.under.flatMap((under) => rowOf(one.name, under.fault, under)),
  ]);
}

function rowOf(
  name: string,
  fault: string | null,
  { base, head, delta, causes = [], verdict }: EndpointResult | UnderResult,
): readonly MovedRow[] {
  if (causes.length === 0) return [];
  const more = (head?.unavailability ?? 0) - (base?.unavailability ?? 0);
  return [{ name, fault, causes, delta: delta ?? 0, more, verdict }];
}

/** "lost 0.49 points: +3 h 32 min of downtime per 30 days"; nobody knows how long a fault lasts. */
export function movement({ fault, delta, more }: MovedRow): string {
  const moved = `${delta < 0 ? "lost" : "gained"} ${formatPoints(delta)}`;
  if (fault !== null) return moved;
  const downtime = `${more < 0 ? "−" : "+"}${formatDowntime(Math.abs(more))}`;
  return `${moved}: ${downtime} of downtime per 30 days`;
}
