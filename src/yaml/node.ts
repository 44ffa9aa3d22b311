/** Where a node starts in its text, from 1. */
export type Position = { readonly line: number; readonly column: number };

/** A YAML value that remembers where it was written. Aliases share the node that they name. */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

/** Tags that say what is to become of the value that this one is merged onto (Compose). */
export type MergeTag = "!reset" | "!override";

export type YamlScalar = {
  readonly kind: "scalar";
  /** The value in the dialect that the text was read in. */
  readonly value: string | number | boolean | null;
  /** The scalar as written (after unquoting): what a decimal-exact percentage is read from. */
  readonly text: string;
  readonly at: Position;
  readonly tag?: MergeTag;
};

export type YamlSequence = {
  readonly kind: "sequence";
  readonly items: readonly YamlNode[];
  readonly at: Position;
  readonly tag?: MergeTag;
};

export type YamlMapping = {
  readonly kind: "mapping";
  /** In written order, merge keys resolved, keys unique. */
  readonly entries: readonly YamlEntry[];
  readonly at: Position;
  readonly tag?: MergeTag;
};

export type YamlEntry = {
  readonly key: string;
  readonly keyAt: Position;
  readonly value: YamlNode;
};
