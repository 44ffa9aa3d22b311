import fc from "fast-check";
import { writeSpec } from "../../src/flow/discover.ts";
import { loadSpec } from "../../src/model/load.ts";
import { readAggregate, showAggregates } from "../../src/traces/aggregates/aggregates.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { readOutages } from "../../src/traces/outages-file.ts";
import type { Span } from "../../src/traces/span.ts";
import { damaged as damagedBytes } from "../traces/generate-damage.ts";
import { jaegerText } from "../traces/generate-jaeger.ts";
import { randomModel } from "../traces/generate-model.ts";
import { otlpLines, otlpText } from "../traces/generate-otlp.ts";
import { protobufBytes, protobufFrames } from "../traces/generate-protobuf.ts";
import { randomOf } from "../traces/generate-random.ts";
import { simulate } from "../traces/generate-run.ts";
import { zipkinText } from "../traces/generate-zipkin.ts";
import { observe } from "../traces/observe.ts";
import { reading } from "../traces/read/spans-of.ts";
import { bytesTree } from "./bytes-tree.ts";
import { type Corpus, damaged } from "./corpus.ts";
import { metricText, outagesText } from "./metric-grammar.ts";
import { textsOf } from "./spec-targets.ts";
import { type Target, target } from "./target.ts";
import { broken, checkMessage, checkPrototypes, checkTold } from "./told.ts";

const FORMS: readonly ((spans: readonly Span[]) => string | Buffer)[] = [
  otlpText,
  otlpLines,
  jaegerText,
  zipkinText,
  protobufBytes,
  protobufFrames,
];

/** Spans of a random model, as a whole file of one of the forms. */
const sound = fc
  .record({ seed: fc.nat(), requests: fc.integer({ min: 1, max: 3 }), form: fc.nat() })
  .map(({ seed, requests, form }): Buffer => {
    const random = randomOf(seed);
    const { spans } = simulate(randomModel(random), requests, random);
    return Buffer.from(FORMS[form % FORMS.length]!(spans));
  });

export function traceTargets(corpus: Corpus): readonly Target[] {
  const texts = damaged(
    textsOf(corpus.traces),
    sound.map((bytes) => bytes.toString("utf8")),
  ).map((text) => Buffer.from(text));
  const torn = fc
    .record({ file: sound, other: sound, seed: fc.nat() })
    .map(({ file, other, seed }) => damagedBytes(file, other, randomOf(seed)));
  const traces = fc.record({
    bytes: fc.oneof(texts, torn, sound),
    sizes: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
  });
  const metrics = damaged(textsOf(corpus.others), metricText);
  const outages = damaged([], outagesText);
  return [
    target("traces", 130, traces, readsTraces),
    target("metrics", 60, fc.record({ metrics, outages }), readsMetrics),
  ];
}

type TraceCase = { readonly bytes: Buffer; readonly sizes: readonly number[] };

async function readsTraces({ bytes, sizes }: TraceCase): Promise<void> {
  const whole = reading(bytes);
  const parts = reading(bytes, sizes);
  if (JSON.stringify(whole) !== JSON.stringify(parts)) broken("chunks matter", [whole, parts]);
  // Columns of a stream count bytes: what stood before in a long line is gone.
  const texts = new Map([["traces.json", bytes.toString("latin1")]]);
  checkTold(whole.problems, texts);
  if (whole.spans.length === 0 && whole.problems.length === 0) broken("nothing read, nothing told");
  const { observed, notices } = observe([bytes]);
  for (const one of notices) checkMessage(one, texts);
  await writes(observed, texts);
  checkPrototypes();
}

const OPTIONS = { samples: 1000, seed: 1 };

/** What is drafted of it is a spec, and what is merged once more is the same. */
async function writes(observed: Observed, texts: ReadonlyMap<string, string>): Promise<void> {
  const request = { tree: bytesTree({}), path: null, options: OPTIONS };
  const drafted = await writeSpec(observed, { ...request, text: null });
  for (const { message } of drafted.diagnostics) checkMessage(message, texts);
  if (drafted.kind === "invalid") {
    const errors = drafted.diagnostics.filter(({ severity }) => severity === "error");
    if (errors.some(({ code }) => code !== "nothing-seen")) broken("a draft is refused", errors);
    return;
  }
  const { spec, diagnostics } = await loadSpec("availability.yaml", async () => drafted.text);
  if (spec === null) broken("a draft is no spec", [diagnostics, drafted.text]);
  const merged = await writeSpec(observed, { ...request, text: drafted.text });
  if (merged.kind === "invalid") return broken("a draft cannot be merged into", merged.diagnostics);
  if (merged.text !== drafted.text) broken("merging changes a draft", [drafted.text, merged.text]);
}

function readsMetrics({ metrics, outages }: { metrics: string; outages: string }): void {
  const texts = new Map([
    ["metrics", metrics],
    ["outages", outages],
  ]);
  const known = readOutages(outages, "outages");
  const read = readAggregate(metrics, "metrics");
  checkTold([...known.diagnostics, ...read.diagnostics], texts);
  const shown = showAggregates([read], known.outages);
  checkTold(shown.diagnostics, texts);
  for (const { evidence } of shown.observed.dependencies) {
    const isSound = evidence === null || (evidence.good >= 0 && evidence.good <= evidence.total);
    if (!isSound) broken("more good calls than calls", evidence);
  }
  checkPrototypes();
}
