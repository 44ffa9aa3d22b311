import TokenType from "@streamparser/json/utils/types/tokenType.js";
import { defer, deferred, type Overflow } from "./overflow.ts";

export type JsonBuilder = {
  /** @throws SyntaxError where the grammar is broken, TooLarge where a bound is */
  readonly take: (token: number, value: unknown) => void;
  /** @throws SyntaxError where a value is not finished */
  readonly end: () => void;
};

/** Thrown through the tokenizer, which knows no other way out. */
export class TooLarge extends Error {
  readonly remedy: string;
  constructor(what: string, remedy: string) {
    super(what);
    this.remedy = remedy;
  }
}

type Container = unknown[] | Record<string, unknown>;

const BRACES: Readonly<Record<number, true | undefined>> = {
  [TokenType.LEFT_BRACE]: true,
  [TokenType.LEFT_BRACKET]: true,
};

/** Deeper than any form nests, were it not for Jaeger's references, which are passed over. */
const DEEPEST = 200;
/** Values that are held at once: some 200 MB of them. */
const MOST_PARTS = 2_000_000;
/** Of one resource's spans, those that come out, or wait elsewhere, before the resource ends. */
const BATCH_PARTS = 50_000;

/** Lists at the root, or in an envelope at the root, whose items stand for themselves. */
const LISTS = /^(?:resource_?(?:spans|logs|metrics|profiles)|batches|data|traces)$/i;
const ENVELOPES: ReadonlySet<string> = new Set(["trace", "result"]);
const SCOPES = /^(?:scope_?spans|instrumentation_?library_?spans)$/i;

/**
 * Puts tokens together to values, and lets go of parts of a large value as soon as they stand for
 * themselves: each item of a list at the root comes out in a value of the same form that holds it alone,
 * `{"resourceSpans":[item]}`; of a resource with very many spans, each batch of them. So memory is bounded
 * by the largest item, and whatever reads small values reads large ones. Members of an object may come in
 * any order (RFC 8259, 4): spans before their resource wait in the overflow until it is read.
 *
 * @param overflow without one, a value is refused that has too many spans before their resource
 */
export function openJsonBuilder(
  onValue: (value: unknown) => void,
  overflow: Overflow | null = null,
): JsonBuilder {
  const stack: Container[] = [];
  /** The key in `stack[i]` of what is being read, or under which it stands. */
  const keys: string[] = [];
  let expects: "value" | "first" | "key" | "first-key" | "colon" | "comma" = "value";
  let parts = 0;
  let released = false;
  /** The resource whose spans wait, and the name of their list. */
  let waiting: { readonly block: unknown; readonly name: string } | null = null;
  /** Depth within a value that is passed over. */
  let skipped = 0;

  function open(container: Container): void {
    if (stack.length >= DEEPEST)
      throw new TooLarge(`nests deeper than ${DEEPEST} levels`, "export spans as they are");
    stack.push(container);
    keys.push("");
    expects = Array.isArray(container) ? "first" : "first-key";
  }

  function settle(value: unknown): void {
    if (waiting !== null && waiting.block === value) releaseWaiting();
    parts += 1;
    if (parts > MOST_PARTS)
      throw new TooLarge(
        "has one value too large to be held",
        "export fewer spans of one trace, or OTLP lines",
      );
    expects = "comma";
    const top = stack.length - 1;
    const parent = stack[top];
    if (parent === undefined) {
      expects = "value";
      if (!released) onValue(value);
      released = false;
      parts = 0;
    } else if (!Array.isArray(parent)) {
      if (keys[top] !== "__proto__") parent[keys[top] ?? ""] = value;
    } else if (!release(top, value)) {
      parent.push(value);
      if (parts > BATCH_PARTS) releaseBatch(top, parent);
    }
  }

  /** Whether an item of the list at `top` came out. */
  function release(top: number, item: unknown): boolean {
    const wrapped = wrap(top, item);
    if (wrapped === null) return false;
    released = true;
    parts = 0;
    if (wrapped !== undefined) onValue(wrapped);
    return true;
  }

  /** `null`: it stays; `undefined`: there is nothing in it. */
  function wrap(top: number, item: unknown): unknown {
    if (Array.isArray(stack[0])) {
      if (!stack.every((one) => Array.isArray(one))) return null;
      return Array.isArray(item) ? undefined : [item];
    }
    const [first = "", second = ""] = keys;
    if (top === 1 && LISTS.test(first)) return { [first]: [item] };
    if (top === 2 && ENVELOPES.has(first) && LISTS.test(second)) {
      return { [first]: { [second]: [item] } };
    }
    return null;
  }

  function releaseBatch(top: number, spans: unknown[]): void {
    const scopes = stack[top - 2];
    const block = stack[top - 3];
    if (keys[top - 1] !== "spans" || !Array.isArray(scopes) || block === undefined) return;
    const name = keys[top - 3] ?? "";
    if (Array.isArray(block) || !SCOPES.test(name)) return;
    const isTold = Object.hasOwn(block, "resource");
    if (!isTold && (overflow === null || (waiting !== null && waiting.block !== block))) return;
    const done = [...scopes.splice(0), { spans: spans.splice(0) }];
    parts = 0;
    if (isTold) {
      released = true;
      onValue({ resourceSpans: [{ resource: block["resource"], [name]: done }] });
    } else if (overflow !== null) {
      if (waiting === null) overflow.clear();
      waiting = { block, name };
      defer(overflow, done);
    }
  }

  /** Now that their resource is read whole. */
  function releaseWaiting(): void {
    if (waiting === null || overflow === null) return;
    const { block, name } = waiting;
    waiting = null;
    released = true;
    const resource = isMap(block) ? block["resource"] : undefined;
    for (const done of deferred(overflow)) {
      onValue({ resourceSpans: [{ resource, [name]: done }] });
    }
    overflow.clear();
  }

  function close(isArray: boolean): void {
    const container = stack.pop();
    keys.pop();
    if (container === undefined || Array.isArray(container) !== isArray)
      throw new SyntaxError("is no JSON");
    settle(container);
  }

  /** Jaeger's UI embeds the span that a reference names, with its own references, and so forth. */
  function isEmbedded(): boolean {
    const top = stack.length - 1;
    return keys[top] === "span" && keys[top - 2] === "references" && Array.isArray(stack[top - 1]);
  }

  function begin(token: number, value: unknown): void {
    if (BRACES[token]) {
      if (isEmbedded()) skipped = 1;
      else open(token === TokenType.LEFT_BRACE ? {} : []);
    } else if (isScalar(token)) settle(value);
    else throw new SyntaxError("is no JSON");
  }

  function skip(token: number): void {
    if (BRACES[token]) skipped += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) skipped -= 1;
    if (skipped === 0) expects = "comma";
  }

  function take(token: number, value: unknown): void {
    const top = stack.length - 1;
    if (skipped > 0) skip(token);
    else if (expects === "comma") {
      if (token === TokenType.COMMA) expects = Array.isArray(stack[top]) ? "value" : "key";
      else if (token === TokenType.RIGHT_BRACE) close(false);
      else if (token === TokenType.RIGHT_BRACKET) close(true);
      else throw new SyntaxError("is no JSON");
    } else if (expects === "value") begin(token, value);
    else if (expects === "first") {
      if (token === TokenType.RIGHT_BRACKET) close(true);
      else begin(token, value);
    } else if (expects === "colon") {
      if (token !== TokenType.COLON) throw new SyntaxError("is no JSON");
      expects = "value";
    } else if (token === TokenType.STRING) {
      keys[top] = String(value);
      expects = "colon";
    } else if (expects === "first-key" && token === TokenType.RIGHT_BRACE) close(false);
    else throw new SyntaxError("is no JSON");
  }

  return {
    take,
    end: () => {
      if (stack.length > 0) throw new SyntaxError("unfinished");
    },
  };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(token: number): boolean {
  return token >= TokenType.TRUE && token <= TokenType.NUMBER;
}
