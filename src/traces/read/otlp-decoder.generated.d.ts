// Generated from opentelemetry/proto/trace/v1/trace.proto of @opentelemetry/otlp-grpc-exporter-base by scripts/generate.mjs.

/**
 * One message `ResourceSpans` as an object with the field names of OTLP's JSON form, ids as bytes, 64-bit
 * integers as numbers; fields that are not set are not there.
 *
 * @throws on bytes that are no such message
 */
export function decodeResourceSpans(bytes: Uint8Array): unknown;
