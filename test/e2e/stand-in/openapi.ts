import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";

/** A schema of GitHub's description, as `scripts/openapi.mjs` trims it. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
};

export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly replies: Readonly<Record<string, Schema | null>>;
};

type Description = {
  readonly operations: readonly Operation[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const description: Description = JSON.parse(
  readFileSync(new URL("./openapi.generated.json", import.meta.url), "utf8"),
);

const ajv = new Ajv({
  strict: false,
  coerceTypes: false,
  formats: {
    uri: (text: string) => URL.canParse(text),
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    int64: { type: "number", validate: Number.isSafeInteger },
  },
});
ajv.addSchema({ $id: "github", components: description.components });

const compiled = new Map<Schema, ValidateFunction>();

function validator(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // References are relative to the components, wherever the schema itself stands.
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/');
  const made = ajv.compile(JSON.parse(text));
  compiled.set(schema, made);
  return made;
}

export type Matched = {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
};

/** The operation that a request calls; `null` for one that the project does not use. */
export function matchOperation(method: string, path: string): Matched | null {
  for (const operation of description.operations) {
    if (operation.method !== method) continue;
    const names: string[] = [];
    const pattern = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      names.push(name);
      return "([^/]+)";
    });
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match === null) continue;
    const values = match.slice(1).map(decodeURIComponent);
    return {
      operation,
      parameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])),
    };
  }
  return null;
}

/** What GitHub's description has against a request. */
export function requestProblems(
  { operation, parameters }: Matched,
  query: URLSearchParams,
  body: unknown,
): readonly string[] {
  const problems: string[] = [];
  for (const parameter of operation.parameters) {
    const text = parameter.in === "path" ? parameters[parameter.name] : query.get(parameter.name);
    if (text === null || text === undefined) {
      if (parameter.required) problems.push(`${parameter.name} is missing`);
      continue;
    }
    const value = parameter.schema.type === "integer" ? Number(text) : text;
    problems.push(...schemaProblems(parameter.schema, value, parameter.name));
  }
  const known = operation.parameters.filter((one) => one.in === "query").map((one) => one.name);
  for (const name of query.keys()) {
    if (!known.includes(name)) problems.push(`there is no parameter ${name}`);
  }
  if (operation.body === null) {
    if (body !== null) problems.push("a body is sent where none belongs");
    return problems;
  }
  problems.push(...schemaProblems(operation.body, body, "body"));
  const allowed = Object.keys(operation.body.properties ?? {});
  if (typeof body === "object" && body !== null) {
    for (const name of Object.keys(body)) {
      if (!allowed.includes(name)) problems.push(`there is no ${name} in the body`);
    }
  }
  return problems;
}

/** What GitHub's description has against a reply; statuses that it does not list are free. */
export function replyProblems(
  operation: Operation,
  status: number,
  body: unknown,
): readonly string[] {
  const schema = operation.replies[String(status)];
  if (status < 300 && schema === undefined) return [`no reply ${status} is described`];
  return schema === undefined || schema === null ? [] : schemaProblems(schema, body, "reply");
}

function schemaProblems(schema: Schema, value: unknown, name: string): readonly string[] {
  const check = validator(schema);
  if (check(value)) return [];
  return (check.errors ?? []).map((one) => `${name}${one.instancePath} ${one.message}`);
}

/** The least that a component's schema allows: what a test says nothing about. */
export function skeleton(component: string): Record<string, unknown> {
  const value = sample(resolved({ $ref: `#/components/schemas/${component}` }));
  if (typeof value !== "object" || value === null) throw new Error(`${component} is no object`);
  return { ...value };
}

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split("/").at(-1) ?? "";
  const found = description.components.schemas[name];
  if (found === undefined) throw new Error(`no component ${name}`);
  return resolved(found);
}

function sample(schema: Schema): unknown {
  if (schema.nullable === true) return null;
  const [choice] = schema.enum ?? [];
  if (choice !== undefined) return choice;
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return sample(resolved(first));
  const type = schema.type ?? (schema.properties === undefined ? "null" : "object");
  if (type === "object") {
    const required = schema.required ?? [];
    return Object.fromEntries(
      required.map((key) => [key, sample(resolved(schema.properties?.[key] ?? {}))]),
    );
  }
  const plain: Readonly<Record<string, unknown>> = {
    array: [],
    integer: 1,
    number: 1,
    boolean: false,
    null: null,
    string: textOf(schema.format),
  };
  return plain[type];
}

function textOf(format: string | undefined): string {
  if (format === "uri") return "https://github.invalid/";
  return format === "date-time" ? "2026-11-01T12:00:00Z" : "";
}
