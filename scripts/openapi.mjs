// Extracts from GitHub's OpenAPI description the few operations that the Action uses, for the
// stand-in of the end-to-end tests. The description is no dependency of the project:
//
//   npm pack @octokit/openapi@23.0.2 && tar -xzf octokit-openapi-*.tgz
//   node scripts/openapi.mjs package

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OPERATIONS = [
  ["get", "/repos/{owner}/{repo}/pulls"],
  ["get", "/repos/{owner}/{repo}/pulls/{pull_number}"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}/comments"],
  ["post", "/repos/{owner}/{repo}/issues/{issue_number}/comments"],
  ["get", "/repos/{owner}/{repo}/issues/comments/{comment_id}"],
  ["patch", "/repos/{owner}/{repo}/issues/comments/{comment_id}"],
  ["delete", "/repos/{owner}/{repo}/issues/comments/{comment_id}"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}/events"],
  ["get", "/repos/{owner}/{repo}/git/commits/{commit_sha}"],
  ["get", "/repos/{owner}/{repo}/git/trees/{tree_sha}"],
  ["get", "/repos/{owner}/{repo}/git/blobs/{file_sha}"],
  ["get", "/repos/{owner}/{repo}/compare/{basehead}"],
];

/** Keywords that check something; descriptions, examples and defaults do not. */
const PLAIN_KEYWORDS = ["type", "enum", "required", "nullable", "format", "pattern"];
const BOUND_KEYWORDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];
const LIST_KEYWORDS = ["allOf", "anyOf", "oneOf"];

/** A schema with only what a validator reads; names of referenced components go into `wanted`. */
function trimmed(schema, wanted) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    wanted.add(name);
    return { $ref: `#/components/schemas/${name}` };
  }
  const kept = {};
  for (const keyword of [...PLAIN_KEYWORDS, ...BOUND_KEYWORDS]) {
    if (schema[keyword] !== undefined) kept[keyword] = schema[keyword];
  }
  for (const keyword of LIST_KEYWORDS) {
    if (schema[keyword]) kept[keyword] = schema[keyword].map((one) => trimmed(one, wanted));
  }
  if (schema.items) kept.items = trimmed(schema.items, wanted);
  if (schema.additionalProperties !== undefined) {
    kept.additionalProperties = trimmed(schema.additionalProperties, wanted);
  }
  if (schema.properties) {
    kept.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, trimmed(one, wanted)]),
    );
  }
  return withNull(kept);
}

/** `nullable` means nothing to a validator without a type beside it. */
function withNull(schema) {
  if (schema.nullable !== true || schema.type !== undefined) return schema;
  const { nullable, ...rest } = schema;
  return { anyOf: [{ type: "null" }, rest] };
}

function jsonSchema(content) {
  return content?.["application/json"]?.schema ?? content?.["application/scim+json"]?.schema;
}

function operation(description, method, path, wanted) {
  const source = description.paths[path]?.[method];
  if (source === undefined) throw new Error(`${method} ${path} is not in the description`);
  const resolve = (one, kind) =>
    one.$ref ? description.components[kind][one.$ref.split("/").at(-1)] : one;
  const parameters = source.parameters
    .map((one) => resolve(one, "parameters"))
    .filter((one) => one.in === "path" || one.in === "query")
    .map((one) => ({
      name: one.name,
      in: one.in,
      required: one.required === true,
      schema: trimmed(one.schema, wanted),
    }));
  const replies = {};
  for (const [status, reply] of Object.entries(source.responses)) {
    const schema = jsonSchema(resolve(reply, "responses").content);
    replies[status] = schema === undefined ? null : trimmed(schema, wanted);
  }
  const body = jsonSchema(source.requestBody?.content);
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    body: body === undefined ? null : trimmed(body, wanted),
    replies,
  };
}

function extract(description) {
  const wanted = new Set();
  const operations = OPERATIONS.map(([method, path]) =>
    operation(description, method, path, wanted),
  );
  const schemas = {};
  for (const name of wanted) schemas[name] = trimmed(description.components.schemas[name], wanted); // grows while it is walked
  return {
    source: `${description.info.title} ${description.info.version}`,
    operations,
    components: { schemas: Object.fromEntries(Object.entries(schemas).sort()) },
  };
}

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write("usage: node scripts/openapi.mjs <unpacked @octokit/openapi>\n");
  process.exitCode = 2;
} else {
  const file = join(folder, "generated", "api.github.com.json");
  const target = join(import.meta.dirname, "../test/e2e/stand-in/openapi.generated.json");
  writeFileSync(target, `${JSON.stringify(extract(JSON.parse(readFileSync(file, "utf8"))))}\n`);
}
