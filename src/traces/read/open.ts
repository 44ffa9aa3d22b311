import type { Diagnostic, Severity } from "../../yaml/diagnostic.ts";
import { type Outcome, readJson } from "./forms.ts";
import { openIntake } from "./intake.ts";
import { type JsonEvents, openJsonValues } from "./json-values.ts";
import { readResourceSpans } from "./otlp.ts";
import { openProtobuf } from "./protobuf.ts";
import type { SourceOptions, SpanBatch, SpanReader } from "./reader.ts";
import { REFUSALS, type Refusal } from "./refusal.ts";
import { sniff, tellingBytes } from "./sniff.ts";
import { isRecord } from "./value.ts";

/** So many bad lines are told one by one. */
const TOLD_LINES = 3;

type Parser = { readonly push: (bytes: Buffer) => void; readonly end: () => void };

/**
 * Opens a reader of one source, uncompressed: OTLP as JSON or protobuf, Jaeger, Zipkin v2, Tempo, told by
 * content. Anything else is refused by what it is. Among lines, those that are no JSON are passed over
 * with a warning, as a log that is still written ends in half a line; a single value that is broken, or
 * a message, is an error, and what came out before it is not to be relied on.
 *
 * @param file names the source in problems
 */
export function openSpanReader(file: string, options: SourceOptions = {}): SpanReader {
  const intake = openIntake();
  let problems: Diagnostic[] = [];
  let head: Buffer | null = Buffer.alloc(0);
  let parser: Parser | null = null;
  let isRefused = false;
  let values = 0;
  let otherSignals = 0;
  let badLines = 0;

  function tell(severity: Severity, code: string, message: string, line?: number, column?: number) {
    const place = line === undefined ? {} : column === undefined ? { line } : { line, column };
    problems.push({ severity, code, message, file, ...place });
  }

  function fail(code: string, message: string, line?: number, column?: number): void {
    if (isRefused) return;
    isRefused = true;
    const passed = options.found === true;
    tell(
      passed ? "warning" : "error",
      code,
      passed ? `${message}; passed over` : message,
      line,
      column,
    );
  }

  function refuse({ code, what, remedy }: Refusal, line?: number): void {
    fail(code, `is ${what}; ${remedy}`, line);
  }

  function hand(): void {
    const spans = intake.take();
    if (spans.length > 0) options.onSpans?.(spans);
  }

  function onValue(value: unknown, line: number): void {
    if (isRefused) return;
    const outcome: Outcome = readJson(value, intake);
    if (options.onSpans !== undefined) hand();
    values += 1;
    if (outcome === "other-signal") otherSignals += 1;
    else if (typeof outcome !== "string") refuse(outcome, line);
  }

  function onBadLine(line: number, cut: boolean): void {
    if (isRefused) return;
    badLines += 1;
    if (badLines > TOLD_LINES) return;
    const what = cut ? "ends in half a line" : "has a line that is no JSON";
    tell("warning", "broken-line", `${what}; it is passed over`, line);
  }

  function json(): Parser {
    const onBroken: JsonEvents["onBroken"] = ({ what, remedy, line, column }) =>
      fail("broken-json", `${what}; ${remedy}`, line, column);
    return openJsonValues({ onValue, onBadLine, onBroken }, options.overflow);
  }

  function protobuf(framed: boolean): Parser {
    const reader = openProtobuf(framed, (block) => {
      values += 1;
      if (isRecord(block)) readResourceSpans(block, intake);
      if (options.onSpans !== undefined) hand();
    });
    const check = (broken: ReturnType<typeof reader.end>) => {
      if (broken === null) return;
      fail("broken-protobuf", `${broken.what} (byte ${broken.offset}); export or copy it again`);
    };
    return { push: (bytes) => check(reader.push(bytes)), end: () => check(reader.end()) };
  }

  function begin(bytes: Buffer): void {
    head = null;
    const what = sniff(tellingBytes(bytes) ?? bytes);
    if (typeof what !== "string") {
      refuse(what);
      return;
    }
    parser = what === "json" ? json() : protobuf(what === "framed");
    parser.push(what === "json" ? withoutMark(bytes) : bytes);
  }

  /** What only the end can tell. */
  function conclude(): void {
    const { spans, withoutIds, oddIds } = intake.counts();
    if (badLines > TOLD_LINES) {
      tell(
        "warning",
        "broken-line",
        `has ${badLines} lines that are no JSON; they are passed over`,
      );
    }
    if (isRefused) return;
    if (spans === 0 && withoutIds === 0) {
      if (otherSignals > 0) refuse(REFUSALS.signals);
      else tell("warning", "no-spans", "holds no spans; nothing is learnt from it");
      return;
    }
    if (spans === 0) {
      refuse(REFUSALS.flat);
      return;
    }
    if (otherSignals > 0) {
      const count = `${otherSignals} of ${values}`;
      tell(
        "notice",
        "other-signals",
        `also holds logs, metrics or profiles (${count} values); they are passed over`,
      );
    }
    if (withoutIds > 0) {
      tell(
        "warning",
        "spans-without-ids",
        `has spans without ids (${withoutIds}); they are passed over`,
      );
    }
    if (oddIds > 0) {
      tell(
        "warning",
        "odd-ids",
        `has ids that are neither hexadecimal nor base64 (of ${oddIds === 1 ? "1 span" : `${oddIds} spans`}); they are taken as they are, and where ids were masked, traces may be taken for one`,
      );
    }
  }

  function batch(): SpanBatch {
    const told = problems;
    problems = [];
    return { spans: intake.take(), problems: told };
  }

  return {
    push: (chunk) => {
      if (isRefused) return { spans: [], problems: [] };
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (head === null) parser?.push(bytes);
      else {
        head = Buffer.concat([head, bytes]);
        if (tellingBytes(head) !== null) begin(head);
      }
      return batch();
    },
    end: () => {
      if (isRefused) return { spans: [], problems: [] };
      if (head !== null) begin(head);
      if (!isRefused) parser?.end();
      conclude();
      return batch();
    },
  };
}

/** Some tools begin UTF-8 with a byte order mark, which JSON has no place for. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
