import Tokenizer from "@streamparser/json/tokenizer.js";
import { type JsonBuilder, openJsonBuilder, TooLarge } from "./json-builder.ts";
import type { Overflow } from "./overflow.ts";

/** Where a stream of JSON is broken, counted from 1, and how. */
export type Broken = {
  readonly what: string;
  readonly remedy: string;
  readonly line: number;
  readonly column: number;
};

export type JsonStream = {
  /** @returns where the text is broken; `null`: as yet it is not */
  readonly push: (bytes: Uint8Array) => Broken | null;
  readonly end: () => Broken | null;
};

/** A text within JSON that is longer than this names nothing, and would have to be held whole. */
const LONGEST_TEXT = 8 << 20;

/**
 * Reads JSON that is too large to be held, or several values one after the other, a token at a time.
 * What a large value holds comes out as small values of the same form (see `json-builder.ts`).
 *
 * @param firstLine the number of the line that the stream begins with
 */
export function openJsonStream(
  onValue: (value: unknown) => void,
  firstLine = 1,
  overflow: Overflow | null = null,
): JsonStream {
  const tokenizer = new Tokenizer();
  const builder: JsonBuilder = openJsonBuilder(onValue, overflow);
  const place = openPlace(firstLine);
  let last = 0;
  tokenizer.onToken = ({ token, value, offset }) => {
    last = offset;
    builder.take(token, value);
  };
  tokenizer.onError = (error) => {
    throw error;
  };
  function attempt(work: () => void): Broken | null {
    try {
      work();
      return null;
    } catch (error) {
      return { ...wordsOf(error), ...place.of(last) };
    }
  }
  return {
    push: (bytes) => {
      place.add(bytes);
      // A Buffer makes each of its parts at several times the cost.
      const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return (
        attempt(() => tokenizer.write(plain)) ??
        (place.length() - last > LONGEST_TEXT ? tooLong(place.of(last)) : null)
      );
    },
    end: () =>
      attempt(() => {
        tokenizer.end();
        builder.end();
      }),
  };
}

function tooLong(at: { line: number; column: number }): Broken {
  const what = `has a text, or a gap, of more than ${LONGEST_TEXT >> 20} MB`;
  return { what, remedy: "leave it out of what is exported", ...at };
}

const AGAIN = "export or copy it again";

/** The tokenizer speaks of its states, the builder to people. */
function wordsOf(error: unknown): { readonly what: string; readonly remedy: string } {
  if (error instanceof TooLarge) return { what: error.message, remedy: error.remedy };
  if (error instanceof TypeError) return { what: "is not in UTF-8", remedy: AGAIN };
  const isCut = error instanceof Error && /ended in the middle|unfinished/.test(error.message);
  return { what: isCut ? "ends in the middle of a value" : "is no JSON", remedy: AGAIN };
}

/** Line and column of the last token: offsets count from the start of the stream, chunks come and go. */
function openPlace(firstLine: number) {
  let chunk: Uint8Array = new Uint8Array(0);
  let start = 0;
  let line = firstLine;
  let lineStart = 0;
  return {
    add: (bytes: Uint8Array) => {
      const [at, begin] = walk(chunk.length);
      line = at;
      lineStart = begin;
      start += chunk.length;
      chunk = bytes;
    },
    length: () => start + chunk.length,
    of: (offset: number) => {
      const [at, begin] = walk(offset - start);
      return { line: at, column: Math.max(1, offset - begin + 1) };
    },
  };
  function walk(until: number): [line: number, lineStart: number] {
    let at = line;
    let begin = lineStart;
    for (let i = chunk.indexOf(10); i !== -1 && i < until; i = chunk.indexOf(10, i + 1)) {
      at += 1;
      begin = start + i + 1;
    }
    return [at, begin];
  }
}
