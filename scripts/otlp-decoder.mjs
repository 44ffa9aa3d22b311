// Compiles the decoder of OTLP's protobuf form from the protocol's own schema, as OpenTelemetry's package
// carries it: a run then pays neither for a parser of schemas nor for compiling one. Fields that no span
// of ours has are left out of the schema first; a decoder passes over what it does not know.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transform } from "esbuild";

const require = createRequire(import.meta.url);
const protobuf = require("protobufjs");
const staticModule = require("protobufjs-cli/targets/static-module");

const schemaPackage = "@opentelemetry/otlp-grpc-exporter-base";
const schema = "opentelemetry/proto/trace/v1/trace.proto";
export const decoderTarget = "src/traces/read/otlp-decoder.generated";

const kept = {
  ResourceSpans: ["resource", "scopeSpans", "instrumentationLibrarySpans"],
  Resource: ["attributes"],
  ScopeSpans: ["spans"],
  InstrumentationLibrarySpans: ["spans"],
  Span: [
    "traceId",
    "spanId",
    "traceState",
    "parentSpanId",
    "name",
    "kind",
    "startTimeUnixNano",
    "endTimeUnixNano",
    "attributes",
    "events",
    "links",
    "status",
  ],
  Event: ["name", "attributes"],
  Link: ["traceId", "spanId"],
  Status: ["message", "code"],
  KeyValue: ["key", "value"],
  AnyValue: ["stringValue", "boolValue", "intValue", "doubleValue", "arrayValue"],
  ArrayValue: ["values"],
};

const declarations = `// Generated from ${schema} of ${schemaPackage} by scripts/generate.mjs.

/**
 * One message \`ResourceSpans\` as an object with the field names of OTLP's JSON form, ids as bytes, 64-bit
 * integers as numbers; fields that are not set are not there.
 *
 * @throws on bytes that are no such message
 */
export function decodeResourceSpans(bytes: Uint8Array): unknown;
`;

/** The files that the decoder is made of, each with its text. */
export async function otlpDecoder() {
  const root = new protobuf.Root();
  const base = join(dirname(require.resolve(`${schemaPackage}/package.json`)), "build/protos");
  root.resolvePath = (_origin, target) => join(base, target);
  root.loadSync(schema).resolveAll();
  prune(root);
  const text = await new Promise((settle, fail) =>
    staticModule(root, options, (error, output) => (error ? fail(error) : settle(output))),
  );
  const code = `${text.replace(/^export (?=const )|^export \{[^}]*\};$/gm, "")}
export function decodeResourceSpans(bytes) {
  return opentelemetry.proto.trace.v1.ResourceSpans.decode(bytes);
}
`;
  const minified = await transform(code, { minify: true, format: "esm", target: "node20" });
  const header = `// Generated from ${schema} of ${schemaPackage} by scripts/generate.mjs.\n`;
  return [
    [`${decoderTarget}.js`, header + minified.code],
    [`${decoderTarget}.d.ts`, declarations],
  ];
}

const options = {
  wrap: "es6",
  es6: true,
  dependency: "protobufjs/minimal.js",
  root: "availability-gate",
  decode: true,
  encode: false,
  create: false,
  verify: false,
  convert: false,
  delimited: false,
  typeurl: false,
  service: false,
  comments: false,
  forceNumber: true,
  "null-defaults": true,
};

function prune(part) {
  for (const nested of part.nestedArray ?? []) {
    if (nested instanceof protobuf.Type) {
      const fields = kept[nested.name];
      if (fields === undefined) {
        part.remove(nested);
        continue;
      }
      for (const field of nested.fieldsArray) {
        // A name that is not UTF-8 is no reason to lose a file; a zero that was sent is no absence.
        Object.assign(field._features, { utf8_validation: "NONE", field_presence: "EXPLICIT" });
        field.partOf = null;
        if (!fields.includes(field.name)) nested.remove(field);
      }
      // Accessors of a choice cost more than its decoding.
      for (const choice of nested.oneofsArray) {
        choice.fieldsArray.length = 0;
        nested.remove(choice);
      }
    }
    prune(nested);
  }
}
