import { isAscii } from "node:buffer";
import { type Broken, type JsonStream, openJsonStream } from "./json-stream.ts";
import type { Overflow } from "./overflow.ts";

export type JsonEvents = {
  /** `line`: that it begins in, from 1. */
  readonly onValue: (value: unknown, line: number) => void;
  /** A line that is no JSON among lines that are; `cut`: the last one, without an end. */
  readonly onBadLine: (line: number, cut: boolean) => void;
  /** Nothing more can be read. */
  readonly onBroken: (broken: Broken) => void;
};

export type JsonReader = {
  readonly push: (bytes: Buffer) => void;
  readonly end: () => void;
};

/** Up to here a single value, or a line, is parsed whole. */
const WHOLE_BYTES = 16 << 20;
/** A text up to here may have as many brackets as it likes. */
const UNCHECKED = 1 << 20;
const NEWLINE = 10;

/**
 * JSON of any size as values: lines of it, one value, or several after each other. The first line
 * decides: is it a value by itself, then every line is one, as the Collector's file exporter writes them.
 */
export function openJsonValues(events: JsonEvents, overflow: Overflow | null = null): JsonReader {
  let mode: "first" | "lines" | "whole" | "stream" = "first";
  let pending: Buffer[] = [];
  let size = 0;
  let room = Buffer.alloc(0);
  let line = 1;
  let stream: JsonStream | null = null;

  function hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // Copied: the chunk is its owner's again when `push` returns.
    pending.push(Buffer.from(bytes));
    size += bytes.length;
    if (size > WHOLE_BYTES) startStream();
  }

  function held(): Buffer {
    const all = pending.length === 1 ? (pending[0] ?? Buffer.alloc(0)) : Buffer.concat(pending);
    pending = [];
    size = 0;
    return all;
  }

  /** What is held and more, in bytes that the next call writes over: a new buffer each time costs more. */
  function joined(more: Buffer): Buffer {
    if (size === 0) return more;
    const whole = size + more.length;
    if (whole > room.length) room = Buffer.allocUnsafeSlow(whole + (whole >> 1));
    let at = 0;
    for (const part of pending) at += part.copy(room, at);
    more.copy(room, at);
    pending = [];
    size = 0;
    return room.subarray(0, whole);
  }

  function startStream(): void {
    mode = "stream";
    const from = line;
    stream = openJsonStream((value) => events.onValue(value, from), from, overflow);
    write(held());
  }

  function write(bytes: Uint8Array): void {
    const broken = stream?.push(bytes) ?? null;
    if (broken !== null) events.onBroken(broken);
  }

  function readLines(bytes: Buffer): void {
    const end = bytes.lastIndexOf(NEWLINE);
    if (end === -1) {
      hold(bytes);
      return;
    }
    const text = textOf(joined(bytes.subarray(0, end)));
    const rest = bytes.subarray(end + 1);
    if (mode === "first" && !readFirst(text, rest)) return;
    if (mode === "lines") eachLine(text);
    hold(rest);
  }

  /** Whether lines follow; else all is held as one value. */
  function readFirst(text: string, rest: Buffer): boolean {
    const start = text.search(/\S/);
    if (start === -1) {
      line += text.split("\n").length;
      hold(rest);
      return false;
    }
    const end = text.indexOf("\n", start);
    if (parsed(end === -1 ? text : text.slice(0, end)) !== undefined) {
      mode = "lines";
      return true;
    }
    mode = "whole";
    hold(Buffer.from(`${text}\n`));
    push(rest);
    return false;
  }

  function eachLine(text: string): void {
    for (let from = 0; from <= text.length; ) {
      const found = text.indexOf("\n", from);
      const to = found === -1 ? text.length : found;
      if (to > from) readLine(text.slice(from, to), false);
      line += 1;
      from = to + 1;
    }
  }

  function readLine(text: string, isLast: boolean): void {
    const value = parsed(text);
    if (value !== undefined) events.onValue(value, line);
    else if (text.trim() !== "") events.onBadLine(line, isLast);
  }

  function readWhole(): void {
    const bytes = held();
    const text = textOf(bytes);
    if (text.trim() === "") return;
    const value = parsed(text);
    if (value !== undefined) events.onValue(value, line);
    else readSeveral(bytes);
  }

  /**
   * Values after each other, each of them on several lines; or what is broken, and where. Read once to see,
   * so that nothing comes of a broken value, and once more for the values, which are too many to be held.
   */
  function readSeveral(bytes: Buffer): void {
    const check = openJsonStream(() => undefined, line);
    const broken = check.push(bytes) ?? check.end();
    if (broken !== null) events.onBroken(broken);
    else openJsonStream((value) => events.onValue(value, line), line, overflow).push(bytes);
  }

  function push(bytes: Buffer): void {
    if (mode === "stream") write(bytes);
    else if (mode === "whole") hold(bytes);
    else readLines(bytes);
  }

  return {
    push,
    end: () => {
      if (mode === "lines") readLine(textOf(held()), true);
      else if (mode !== "stream") readWhole();
      else {
        const broken = stream?.end() ?? null;
        if (broken !== null) events.onBroken(broken);
      }
    },
  };
}

/**
 * Bytes as text. What is ASCII alone needs no decoding; and beyond a megabyte V8 then holds it outside of
 * its heap, where lines of it are cut out without a copy: twenty times as fast.
 */
function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}

/** `undefined`: it is no JSON, which has no such value, or none that can be parsed whole. */
function parsed(text: string): unknown {
  if (text.length > UNCHECKED && isDense(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a text has more brackets than any trace: 16 MB of nothing else would become most of a gigabyte.
 * A span has one in twenty characters or fewer.
 */
function isDense(text: string): boolean {
  let brackets = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) brackets += 1;
  }
  return brackets > text.length / 8;
}
