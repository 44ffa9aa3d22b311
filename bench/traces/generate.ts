// Files of OTLP JSON as large as asked for: some requests to a random shop, over and over with other ids
// and at later times. Spans carry what an agent writes by default, most of which nobody asks for here.
import { closeSync, openSync, writeSync } from "node:fs";
import type { Attributes, Emitter, Span } from "../../src/traces/span.ts";
import { randomModel } from "../../test/traces/generate-model.ts";
import { otlpLines } from "../../test/traces/generate-otlp.ts";
import { randomOf } from "../../test/traces/generate-random.ts";
import { simulate } from "../../test/traces/generate-run.ts";

/** Six services or more with a database, a cache, a third party and a broker; 23 spans a request. */
const SEED = 179;
const REQUESTS = 250;
/** Spans of one export: what the batch processor of the Collector sends at once is more, and longer. */
const BATCH = 200;

/** Ids begin with it, and every round puts digits of its own there. */
const IDS = "feedc0de";
/** Thousands of seconds since the epoch, which all times of one round begin with. */
const TIMES = "1772445";

/**
 * Write a file of about so many bytes.
 *
 * @param whole one object, where it is else newline-delimited as the Collector's file exporter writes it
 * @returns how many spans it has, and bytes
 */
export function generateTraces(
  path: string,
  bytes: number,
  whole: boolean,
): { readonly spans: number; readonly bytes: number } {
  const { lines, spans } = template();
  const round = whole
    ? lines.map((line) => `${objectsOf(line)},\n`).join("")
    : `${lines.join("\n")}\n`;
  const parts = round.split(new RegExp(`(${IDS}|${TIMES})`));
  const size = Buffer.byteLength(round);
  const rounds = Math.max(1, Math.round(bytes / size));
  const file = openSync(path, "w");
  let written = 0;
  if (whole) written += writeSync(file, '{"resourceSpans":[');
  for (let at = 0; at < rounds; at += 1) {
    const text = parts.map((part) => filled(part, at)).join("");
    const last = whole && at === rounds - 1;
    written += writeSync(file, last ? `${text.slice(0, -2)}]}\n` : text);
  }
  closeSync(file);
  return { spans: spans * rounds, bytes: written };
}

function filled(part: string, round: number): string {
  if (part === IDS) return (round + 1).toString(16).padStart(IDS.length, "0");
  return part === TIMES ? String(Number(TIMES) + round) : part;
}

/** What `{"resourceSpans":[…]}` holds. */
function objectsOf(line: string): string {
  return line.slice('{"resourceSpans":['.length, -"]}".length);
}

function template(): { readonly lines: readonly string[]; readonly spans: number } {
  const random = randomOf(SEED);
  const model = randomModel(random);
  const told = new Map<Emitter, Emitter>();
  const spans = simulate(model, REQUESTS, random).spans.map((span) => dressed(span, told));
  return { lines: otlpLines(spans, BATCH).trimEnd().split("\n"), spans: spans.length };
}

/** As an agent tells it. */
function dressed(span: Span, told: Map<Emitter, Emitter>): Span {
  const emitter = told.get(span.emitter) ?? dressedEmitter(span.emitter);
  told.set(span.emitter, emitter);
  const marked = (id: string): string => IDS + id.slice(IDS.length);
  return {
    ...span,
    traceId: marked(span.traceId),
    spanId: marked(span.spanId),
    parentId: span.parentId === null ? null : marked(span.parentId),
    links: span.links.map((link) => ({
      traceId: marked(link.traceId),
      spanId: marked(link.spanId),
    })),
    attributes: { ...span.attributes, ...USUAL },
    emitter,
  };
}

const USUAL: Attributes = {
  "network.protocol.version": "1.1",
  "network.peer.address": "10.32.7.119",
  "network.peer.port": 48_112,
  "user_agent.original": "OpenTelemetry-Demo/1.4 (+https://shop.example)",
  "thread.id": 47,
  "thread.name": "http-nio-8080-exec-7",
};

function dressedEmitter({ service, attributes }: Emitter): Emitter {
  return {
    service,
    attributes: {
      ...attributes,
      "k8s.namespace.name": "shop",
      "k8s.deployment.name": service ?? "",
      "k8s.node.name": "node-7.eu-west-1.example",
      "telemetry.sdk.language": "java",
      "telemetry.sdk.name": "opentelemetry",
      "telemetry.sdk.version": "1.49.0",
      "os.type": "linux",
      "process.runtime.description": "Eclipse Adoptium OpenJDK 64-Bit Server VM 21.0.4+7-LTS",
    },
  };
}
