import type { Estimate } from "../availability/estimate.ts";
import type { Result } from "../gate/result.ts";
import { count } from "./phrase.ts";

/** `exact`, or that some figures are known between two ends only, and how surely. */
export function methods(result: Result): string | null {
  const estimates = result.models.flatMap((model) =>
    model.endpoints.flatMap((one) => [one, ...one.under].flatMap(({ base, head }) => [base, head])),
  );
  const used = estimates.filter((one) => one !== null);
  if (used.length === 0) return null;
  const sampled = used.filter((one) => one.method === "monte-carlo");
  const bounded = used.some((one) => one.method === "bounded");
  const told = [
    ...(bounded ? ["bounded (between two ends, certain)"] : []),
    ...(sampled.length > 0 ? [`sampled (${draws(sampled)}95% intervals)`] : []),
  ];
  return told.length === 0 ? "exact" : told.join(", ");
}

function draws(sampled: readonly Estimate[]): string {
  const most = sampled.reduce((max, one) => Math.max(max, one.samples ?? 0), 0);
  return most === 0 ? "" : `${count(most, "state")}, `;
}
