import type { Estimate } from "../availability/estimate.ts";
import type { Result } from "../gate/result.ts";
import type { Detail } from "./detail.ts";
import { escapeText, shorten } from "./escape.ts";
import { commitLink, webLink } from "./link.ts";
import { count } from "./phrase.ts";
import type { ReportContext } from "./scope.ts";

/** How the figures were obtained, from what, between which commits, and where the whole is. */
export function footer(result: Result, context: ReportContext, detail: Detail): string {
  const { repository, runUrl } = context;
  const base = commitLink(repository, result.base.sha);
  const head = commitLink(repository, result.head.commit);
  const parts = [
    methods(result),
    specs(result, detail),
    `${base} → ${head}`,
    webLink("full report", runUrl),
  ];
  return `<sub>${parts.filter((one) => one !== null).join(" · ")}</sub>`;
}

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

function specs(result: Result, detail: Detail): string | null {
  const [only, ...others] = result.models;
  if (only === undefined) return null;
  return others.length === 0
    ? escapeText(shorten(only.path, detail.name))
    : count(result.models.length, "spec");
}
