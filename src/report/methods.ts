import type { Estimate } from "../availability/estimate.ts";
import type { Result } from "../gate/result.ts";
import { count } from "./phrase.ts";

/** `exact`, or that some figures were sampled and how to read them. */
export function methods(result: Result): string | null {
  const estimates = result.models.flatMap((model) =>
    model.endpoints.flatMap((one) => [one.base, one.head]),
  );
  const used = estimates.filter((one) => one !== null);
  if (used.length === 0) return null;
  const sampled = used.filter((one) => one.method === "monte-carlo");
  if (sampled.length > 0) return `sampled (${draws(sampled)}95% intervals)`;
  return used.some((one) => one.method === "bounded") ? "bounded (certain intervals)" : "exact";
}

function draws(sampled: readonly Estimate[]): string {
  const most = sampled.reduce((max, one) => Math.max(max, one.samples ?? 0), 0);
  return most === 0 ? "" : `${count(most, "state")}, `;
}
