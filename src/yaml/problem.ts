import type { Position } from "./node.ts";

export type YamlProblemCode =
  | "yaml-syntax"
  | "yaml-duplicate-key"
  | "yaml-key" // a mapping or a sequence as a key
  | "yaml-merge" // `<<` with something other than mappings
  | "yaml-alias" // unknown, or inside its own anchor
  | "yaml-too-large";

/** Why a document could not be read, in one line that ends with the remedy. */
export type YamlProblem = {
  readonly code: YamlProblemCode;
  readonly message: string;
  readonly at: Position;
};

/** Text of a file in a message: on one line, and not too long. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `\`${line.length > 60 ? `${line.slice(0, 57)}…` : line}\``;
}
