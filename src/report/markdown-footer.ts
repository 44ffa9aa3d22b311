import type { Result } from "../gate/result.ts";
import type { Detail } from "./detail.ts";
import { escapeText, shorten } from "./escape.ts";
import { commitLink, webLink } from "./link.ts";
import { methods } from "./methods.ts";
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

function specs(result: Result, detail: Detail): string | null {
  const [only, ...others] = result.models;
  if (only === undefined) return null;
  return others.length === 0
    ? escapeText(shorten(only.path, detail.name))
    : count(result.models.length, "spec");
}
