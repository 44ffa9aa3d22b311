import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

type Schema = { readonly [key: string]: unknown };

const schema: Schema = JSON.parse(
  readFileSync(new URL("../../schema/availability.schema.json", import.meta.url), "utf8"),
);

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every object of the schema, by JSON pointer. */
function parts(value: Schema, pointer = "#"): readonly (readonly [string, Schema])[] {
  return [
    [pointer, value],
    ...Object.entries(value).flatMap(([key, part]) =>
      isSchema(part) && key !== "examples"
        ? parts(part, `${pointer}/${key.replaceAll("/", "~1")}`)
        : [],
    ),
  ];
}

describe("the JSON Schema", () => {
  it("offers editors only examples that are valid", () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ ...schema, $id: "spec" });
    const withExamples = parts(schema).filter(([, part]) => Array.isArray(part.examples));
    expect(withExamples.length).toBeGreaterThan(10);
    for (const [pointer, part] of withExamples) {
      const validate = ajv.getSchema(`spec${pointer}`);
      for (const example of part.examples as readonly unknown[]) {
        expect([pointer, example, validate?.(example)]).toEqual([pointer, example, true]);
      }
    }
  });

  it("lets a spec leave to the one it extends what else it must have", () => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    const isValid = ajv.compile(schema);
    expect(isValid({ extends: "../availability.yaml", manifests: ["prod.yaml"] })).toBe(true);
    expect(isValid({ version: 1, manifests: ["prod.yaml"] })).toBe(false);
    expect(isValid({ endpoints: { e: { entry: "web" } } })).toBe(false);
  });

  it("says of every key what it means", () => {
    const definitions = schema.$defs as Readonly<Record<string, Schema>>;
    for (const [pointer, part] of parts(schema)) {
      if (!isSchema(part.properties)) continue;
      for (const [key, property] of Object.entries(
        part.properties as Readonly<Record<string, Schema>>,
      )) {
        const definition = definitions[String(property.$ref).slice("#/$defs/".length)] ?? {};
        const told = [
          property.description,
          property.title,
          definition.description,
          definition.title,
        ];
        expect([pointer, key, told.some((text) => typeof text === "string")]).toEqual([
          pointer,
          key,
          true,
        ]);
      }
    }
  });
});
