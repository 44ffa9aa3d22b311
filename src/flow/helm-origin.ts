import { joinPath } from "../repository/tree-path.ts";
import { lookup } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import type { Position, YamlNode } from "../yaml/node.ts";
import type { Sources } from "./kustomize-origin.ts";
import { nodeAt } from "./node-path.ts";

/** What a chart was rendered from. */
export type ChartSources = {
  readonly chart: string;
  /** Files of values, the last first, that of the chart included. */
  readonly values: readonly string[];
  readonly sources: Sources;
  /** The file of the repository that is laid out under a path. */
  readonly fileAt: (path: string) => string | null;
};

/** helm writes the template of each object before it: the name of the chart, and the path within it. */
const SOURCE = /^# Source: [^/\r\n]+\/([^\r\n]+)$/m;

/**
 * Where a person finds what stands at a position of an object that helm rendered: the value that the line
 * of the template takes, else that line, else the first of the template. `fallback` without a template.
 */
export function helmOrigin(
  text: string,
  object: YamlNode,
  at: Position,
  { chart, values, sources, fileAt }: ChartSources,
  fallback: Place,
): Place {
  const within = SOURCE.exec(text)?.[1];
  const file = within === undefined ? null : fileAt(joinPath(chart, within));
  const template = file === null ? null : sources.textOf(file);
  if (file === null || template === null) return fallback;
  const found = nodeAt(object, at);
  const step = found?.path.findLast((one) => one.kind === "key");
  const kind = lookup(object, "kind");
  const line = step?.kind === "key" ? lineOf(template, step.key, kind) : null;
  if (line === null || found === null) return { file, line: 1, column: 1 };
  const written = template.split("\n")[line - 1] ?? "";
  // The values of a chart within the chart stand under its name, or in a file of its own.
  const isOwn = !(within ?? "").startsWith("charts/");
  return (
    (isOwn ? takenFrom(written, found.node, values, sources) : null) ?? {
      file,
      line,
      column: written.length - written.trimStart().length + 1,
    }
  );
}

/** The first line that writes the key, after the one that writes the kind. */
function lineOf(template: string, key: string, kind: YamlNode | null): number | null {
  const lines = template.split("\n");
  const writes = (wanted: string) => (line: string) =>
    line.trimStart().replace(/^-\s+/, "").startsWith(`${wanted}:`);
  const from =
    kind?.kind === "scalar"
      ? lines.findIndex((line) => writes("kind")(line) && line.includes(kind.text))
      : 0;
  const after = lines.findIndex((line, index) => index >= from && writes(key)(line));
  const anywhere = after < 0 ? lines.findIndex(writes(key)) : after;
  return anywhere < 0 ? null : anywhere + 1;
}

/** The value that a line such as `replicas: {{ .Values.web.replicas }}` takes, where it is the one rendered. */
function takenFrom(
  line: string,
  node: YamlNode,
  values: readonly string[],
  sources: Sources,
): Place | null {
  const path = /\{\{-?\s*\.Values\.([A-Za-z_][\w.]*)/.exec(line)?.[1]?.split(".");
  if (path === undefined || node.kind !== "scalar") return null;
  for (const file of values) {
    for (const document of sources.documentsOf(file)) {
      const value = lookup(document, ...path);
      if (value?.kind === "scalar" && value.text === node.text) return { file, ...value.at };
    }
  }
  return null;
}
