// Generated from schema/availability.schema.json by scripts/generate.mjs.

/** One finding of the JSON Schema; `instancePath` is a JSON pointer into the value. */
export type SchemaError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** All findings of the schema about a value; none: it is valid. */
export function validateSpec(value: unknown): readonly SchemaError[];

/** The shape of the schema: what tells which keys are known where. */
export type SchemaSkeleton = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaSkeleton>>;
  readonly additionalProperties?: SchemaSkeleton | boolean;
  readonly items?: SchemaSkeleton;
  readonly then?: SchemaSkeleton;
  readonly else?: SchemaSkeleton;
  readonly $defs?: Readonly<Record<string, SchemaSkeleton>>;
};

export const schemaSkeleton: SchemaSkeleton;
