import type { AffectedDependency, AffectedGraph, AffectedService } from "../gate/explained.ts";
import type { Change } from "../gate/result.ts";
import { shorten, spelledOut, visible } from "./escape.ts";
import { count } from "./phrase.ts";

/** Below Mermaid's `maxEdges`: 500, and 280 in the releases before it could be set. */
const MOST_EDGES = 250;

/** Characters of a name in a box. */
const NAME = 40;

/**
 * Colours that can be read on a light and on a dark page: each box has its own background. What they
 * mean stands in words in the box, too.
 */
const CLASSES: Readonly<Record<string, string>> = {
  plain: "fill:#f6f8fa,stroke:#8c959f,color:#1f2328",
  changed: "fill:#ddf4ff,stroke:#0969da,color:#1f2328",
  limiting: "fill:#ffebe9,stroke:#cf222e,color:#1f2328,stroke-width:2px",
  both: "fill:#ddf4ff,stroke:#cf222e,color:#1f2328,stroke-width:3px",
};

const LINKS = {
  changed: "stroke:#0969da,stroke-width:2px",
  limiting: "stroke:#cf222e,stroke-width:2px",
};

/** The text of a Mermaid flowchart, and how many dependencies it leaves out. */
export type Drawing = { readonly text: string; readonly omitted: number };

/**
 * Services as boxes, dependencies as arrows, asynchronous ones dashed. No name is written as it is: every
 * character that could be syntax of Mermaid, Markdown or HTML is an entity.
 *
 * @param changes of the model: they tell how many replicas there were before
 */
export function mermaidOf(graph: AffectedGraph, changes: readonly Change[]): Drawing {
  const ids = new Map(graph.services.map(({ name }, at) => [name, `s${at}`]));
  const before = new Map(
    changes.flatMap(({ kind, subject, base }) =>
      kind === "replicas" && typeof base === "number" ? [[subject, base] as const] : [],
    ),
  );
  const edges = telling(graph.dependencies).slice(0, MOST_EDGES);
  const text = [
    "flowchart LR",
    ...graph.services.map((one) => `  ${ids.get(one.name)}${box(one, before.get(one.name))}`),
    ...edges.map((one) => `  ${ids.get(one.from)} ${arrow(one)} ${ids.get(one.to)}`),
    ...Object.entries(CLASSES).map(([name, style]) => `  classDef ${name} ${style}`),
    ...Object.keys(CLASSES).flatMap((name) => {
      const members = graph.services.filter((one) => classOf(one) === name);
      const list = members.map((one) => ids.get(one.name)).join(",");
      return list === "" ? [] : [`  class ${list} ${name}`];
    }),
    ...edges.flatMap((one, at) => {
      const style = one.limiting ? LINKS.limiting : one.change === null ? null : LINKS.changed;
      return style === null ? [] : [`  linkStyle ${at} ${style}`];
    }),
  ].join("\n");
  return { text, omitted: graph.dependencies.length - edges.length };
}

/** What changed or limits comes first, where not all can be drawn. */
function telling(dependencies: readonly AffectedDependency[]): readonly AffectedDependency[] {
  const weight = (one: AffectedDependency) => Number(one.change !== null || one.limiting);
  return dependencies.toSorted((a, b) => weight(b) - weight(a));
}

function classOf({ change, limiting }: AffectedService): string {
  if (limiting) return change === null ? "limiting" : "both";
  return change === null ? "plain" : "changed";
}

/** An entry is round at its ends, a third party has double sides. */
function box(service: AffectedService, before: number | undefined): string {
  const { name, external, entry } = service;
  const label = `"${[labelText(name), ...linesOf(service, before)].join("<br/>")}"`;
  if (external) return `[[${label}]]`;
  return entry ? `([${label}])` : `[${label}]`;
}

function linesOf(
  { replicas, external, change, limiting }: AffectedService,
  before: number | undefined,
): readonly string[] {
  const size = external ? "external" : count(replicas, "replica");
  const grown = before === undefined || external ? size : `${size}, was ${before}`;
  const words = wordsOf(before !== undefined && change === "changed" ? null : change, limiting);
  return words === "" ? [grown] : [grown, words];
}

function arrow({ mode, change, limiting }: AffectedDependency): string {
  const words = wordsOf(change, limiting);
  const line = mode === "async" ? "-.->" : "-->";
  return words === "" ? line : `${line}|${words}|`;
}

function wordsOf(change: AffectedService["change"], limiting: boolean): string {
  const word = { added: "new", removed: "removed", changed: "changed" } as const;
  const told = change === null ? [] : [word[change]];
  return [...told, ...(limiting ? ["limiting"] : [])].join(", ");
}

/** Mermaid takes these for its own marks of an entity, and reads them once more when it draws. */
const INNER_MARKS = /[\ufb02\u00b6]/g;

/**
 * A name as the text of a label. Mermaid writes characters as `#35;`, by their number in decimal; letters
 * and digits of ASCII mean nothing to it within quotes, and all else is written so.
 */
export function labelText(name: string): string {
  const seen = visible(shorten(name, NAME)).replace(INNER_MARKS, spelledOut);
  // Two in a row would begin mathematics ("Math Configuration"): a zero-width space parts them.
  const shown = shorten(seen, NAME)
    .trim()
    .replace(/\$(?=\$)/g, "$&\u200b");
  return Array.from(shown === "" ? "(blank)" : shown, (one) =>
    /[A-Za-z0-9 ]/.test(one) ? one : `#${one.codePointAt(0)};`,
  ).join("");
}
