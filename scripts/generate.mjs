// Compiles the JSON Schema of the spec ahead of time, so that a run pays neither for ajv nor for compiling;
// likewise OTLP's decoder from the protocol's schema.
//   node scripts/generate.mjs           writes the generated files
//   node scripts/generate.mjs --check   exits 1 when they are not what the schema says
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { otlpDecoder } from "./otlp-decoder.mjs";

const require = createRequire(import.meta.url);
const standalone = require("ajv/dist/standalone").default;

const root = fileURLToPath(new URL("..", import.meta.url));
const source = "schema/availability.schema.json";
const target = "src/model/validate-spec.generated";

const declarations = `// Generated from ${source} by scripts/generate.mjs.

/** One finding of the JSON Schema; \`instancePath\` is a JSON pointer into the value. */
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
`;

const structural = ["properties", "additionalProperties", "items", "then", "else", "$defs"];

/** The schema without all that only validates or documents: what places an error in it. */
function skeleton(schema) {
  if (typeof schema !== "object") return schema;
  const kept = schema.$ref === undefined ? {} : { $ref: schema.$ref };
  for (const key of structural) {
    if (schema[key] === undefined) continue;
    const isMap = key === "properties" || key === "$defs";
    kept[key] = isMap
      ? Object.fromEntries(Object.entries(schema[key]).map(([k, part]) => [k, skeleton(part)]))
      : skeleton(schema[key]);
  }
  return kept;
}

async function generate() {
  const text = await readFile(`${root}/${source}`, "utf8");
  // Descriptions are for editors: compiled in, every run would load them.
  const schema = JSON.parse(text, (key, value) =>
    key === "description" && typeof value === "string" ? undefined : value,
  );
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone(ajv, ajv.compile(schema));
  const entry = `
    import validate from "validator";
    export function validateSpec(value) { return validate(value) ? [] : validate.errors; }
    export const schemaSkeleton = ${JSON.stringify(skeleton(schema))};
  `;
  const bundle = await build({
    stdin: { contents: entry, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: true,
    legalComments: "none",
    plugins: [
      {
        name: "validator",
        setup(context) {
          context.onResolve({ filter: /^validator$/ }, () => ({
            path: "validator",
            namespace: "v",
          }));
          context.onLoad({ filter: /.*/, namespace: "v" }, () => ({
            contents: code,
            resolveDir: root,
          }));
        },
      },
    ],
  });
  const header = `// Generated from ${source} by scripts/generate.mjs.\n`;
  return [
    [`${target}.js`, header + bundle.outputFiles[0].text],
    [`${target}.d.ts`, declarations],
  ];
}

async function main() {
  const check = process.argv.includes("--check");
  for (const [path, text] of [...(await generate()), ...(await otlpDecoder())]) {
    if (!check) {
      await writeFile(`${root}/${path}`, text);
      continue;
    }
    const committed = await readFile(`${root}/${path}`, "utf8").catch(() => null);
    if (committed !== text) {
      process.stderr.write(`${path} is out of date; run node scripts/generate.mjs\n`);
      process.exitCode = 1;
    }
  }
}

await main();
