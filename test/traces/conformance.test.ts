import { describe, expect, it } from "vitest";
import type { Span } from "../../src/traces/span.ts";
import { jaegerText } from "./generate-jaeger.ts";
import { randomModel } from "./generate-model.ts";
import { otlpLines, otlpText } from "./generate-otlp.ts";
import { protobufBytes, protobufFrames } from "./generate-protobuf.ts";
import { randomOf } from "./generate-random.ts";
import { simulate } from "./generate-run.ts";
import { withSharedIds, zipkinText } from "./generate-zipkin.ts";
import { observe } from "./observe.ts";

type Form = (spans: readonly Span[]) => string | Buffer;

const FORMS: Readonly<Record<string, Form>> = {
  "OTLP JSON, a line an export": otlpLines,
  "OTLP JSON, an array of exports": (spans) =>
    `[${otlpLines(spans).trimEnd().replaceAll("\n", ",")}]`,
  "OTLP JSON as Tempo names it": (spans) =>
    otlpText(spans).replace('{"resourceSpans":', '{"batches":'),
  "OTLP JSON with ids in base64 and kinds by name": (spans) => inBase64(otlpText(spans)),
  "OTLP protobuf": protobufBytes,
  "OTLP protobuf, length by length": protobufFrames,
  Jaeger: jaegerText,
};

/** Links are what Zipkin has no words for. */
const ZIPKIN_FORMS: Readonly<Record<string, Form>> = {
  Zipkin: zipkinText,
  "Zipkin with shared ids": (spans) => zipkinText(withSharedIds(spans)),
};

describe("the forms of one run", () => {
  it("show one and the same", () => {
    for (let seed = 301; seed <= 312; seed += 1) {
      const random = randomOf(seed);
      const model = randomModel(random);
      const { spans } = simulate(model, 6, random);
      const wanted = observe([otlpText(spans)]);
      expect(wanted.problems, `seed ${seed}`).toEqual([]);
      expect(wanted.observed.quality, `seed ${seed}`).toMatchObject({
        spans: spans.length,
        orphans: 0,
        duplicates: 0,
        nameless: 0,
      });
      const forms = model.habits.linked ? FORMS : { ...FORMS, ...ZIPKIN_FORMS };
      for (const [name, form] of Object.entries(forms)) {
        expect(observe([form(spans)]), `${name}, seed ${seed}`).toEqual(wanted);
      }
    }
  });
});

function inBase64(text: string): string {
  const kinds = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"];
  return text
    .replace(/"((?:trace|span|parentSpan)Id)":"([0-9a-f]+)"/g, (_, key, id) => {
      return `"${key}":"${Buffer.from(id, "hex").toString("base64")}"`;
    })
    .replace(/"kind":(\d)/g, (_, kind) => `"kind":"SPAN_KIND_${kinds[kind]}"`)
    .replaceAll('"status":{"code":2}', '"status":{"code":"STATUS_CODE_ERROR"}');
}
