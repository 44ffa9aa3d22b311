import { fold } from "./markdown-fold.ts";
import { mermaidOf } from "./mermaid.ts";
import { count } from "./phrase.ts";
import type { Scope } from "./scope.ts";

/** GitHub draws no text that is longer (Mermaid's `maxTextSize`). */
const LONGEST = 50_000;

/** Services that a drawing shows at a glance: it stands open where something fails. */
const AT_A_GLANCE = 12;

/** The part of the graph that the change is about, drawn by GitHub. */
export function graphSection({ model, detail }: Scope): string | null {
  const { graph, changes, verdict } = model;
  if (graph === undefined || graph.services.length === 0 || detail.graphs === 0) return null;
  const { text, omitted } = mermaidOf(graph, changes);
  if (text.length > LONGEST) return null;
  const left = [
    ...(graph.omitted > 0 ? [count(graph.omitted, "service")] : []),
    ...(omitted > 0 ? [omitted === 1 ? "1 dependency" : `${omitted} dependencies`] : []),
  ];
  const legend = [
    "Blue: changed here. Red: among what limits these endpoints most. Dashed: asynchronous.",
    ...(left.length > 0 ? [`Left out: ${left.join(" and ")}.`] : []),
  ].join(" ");
  const body = `\`\`\`mermaid\n${text}\n\`\`\`\n\n<sub>${legend}</sub>`;
  const isOpen = verdict === "fail" && graph.services.length <= AT_A_GLANCE;
  return fold(["The affected part of the graph"], body, isOpen);
}
