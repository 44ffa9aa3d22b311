import type { Attributes, Emitter, SpanKind, SpanLink } from "../../src/traces/span.ts";
import {
  type Habits,
  spell,
  type TracedCall,
  type TracedEndpoint,
  type TracedMessage,
} from "./generate-model.ts";
import type { CallCounts, Making } from "./generate-run.ts";
import {
  clientWords,
  type Ending,
  messageWords,
  rootWords,
  serverWords,
  worded,
} from "./generate-words.ts";

/** What all spans of one request share. */
type Request = {
  readonly traceId: string;
  /** `null`: a message is worked on, which nobody waits for. */
  readonly endpoint: TracedEndpoint | null;
  /** Calls that failed, as `a -> b`. */
  readonly failed: Set<string>;
};

/** Where a span hangs, when it begins, and who writes it. */
type At = { readonly parent: string | null; readonly time: number; readonly emitter: Emitter };

type Reply = { readonly ok: boolean; readonly end: number };

type Told = {
  readonly id: string;
  readonly kind: SpanKind;
  readonly name: string;
  readonly end: number;
  readonly failed: boolean;
  readonly words: Attributes;
  readonly links?: readonly SpanLink[];
};

/** One request from outside: whether it was answered well, and what failed on the way, as `a -> b`. */
export function request(
  making: Making,
  endpoint: TracedEndpoint,
  callees: readonly string[],
  time: number,
): { readonly ok: boolean; readonly failed: ReadonlySet<string> } {
  const { random } = making;
  const one: Request = { traceId: random.hex(32), endpoint, failed: new Set() };
  const { method, route, entry } = endpoint;
  const emitter = making.emitterOf(entry)!;
  const id = random.hex(16);
  const { ok, end } = work(making, one, entry, { parent: id, time, emitter }, callees);
  const words = rootWords(method, route, ok);
  const name = `${method} ${route}`;
  emit(
    making,
    one,
    { parent: null, time, emitter },
    { id, kind: "server", name, end, failed: !ok, words },
  );
  return { ok, failed: one.failed };
}

/** What a service does for one call: its own calls one after the other, and then its messages. */
function work(
  making: Making,
  request: Request,
  service: string,
  at: At,
  callees: readonly string[] | null,
): Reply {
  const { model, random } = making;
  const inner = model.habits.internals && random.chance(0.5) ? random.hex(16) : null;
  const parent = inner ?? at.parent;
  let time = at.time + wait(making);
  let ok = true;
  for (const call of model.calls) {
    if (call.from !== service || callees?.includes(call.to) === false) continue;
    const reply = send(making, request, call, { ...at, parent, time });
    time = reply.end + wait(making);
    if (reply.ok || request.endpoint?.optional.includes(spell(call))) continue;
    ok = false;
    if (model.habits.failsFast) break;
  }
  for (const message of request.endpoint === null ? [] : model.messages) {
    if (message.from !== service) continue;
    time = publish(making, request, message, { ...at, parent, time }) + wait(making);
  }
  if (inner !== null) {
    const told = { id: inner, kind: "internal", name: "work", end: time, failed: false } as const;
    emit(making, request, { ...at, time: at.time + 1 }, { ...told, words: {} });
  }
  return { ok, end: time + wait(making) };
}

/** A call with its attempts: ρ is drawn once, and λ for each. */
function send(making: Making, request: Request, call: TracedCall, at: At): Reply {
  const { random } = making;
  const count = countsOf(making, call);
  count.calls += 1;
  if (!random.chance(call.rho)) {
    request.failed.add(spell(call));
    return attempt(making, request, call, at, "refused");
  }
  count.usable += 1;
  let time = at.time;
  for (let left = call.timeout?.retries ?? 0; ; left -= 1) {
    const late = call.timeout !== null && !random.chance(call.timeout.onTime);
    count.attempts += 1;
    if (!late) count.onTime += 1;
    const reply = attempt(making, request, call, { ...at, time }, late ? "late" : "ok");
    if (!late || left === 0) {
      if (!reply.ok) request.failed.add(spell(call));
      return reply;
    }
    time = reply.end + 50;
  }
}

/** The client's span, and what the server made of it. */
function attempt(
  making: Making,
  request: Request,
  call: TracedCall,
  at: At,
  drawn: "ok" | "refused" | "late",
): Reply {
  const id = making.random.hex(16);
  const begin = at.time + wait(making);
  const inside = drawn === "refused" ? null : serve(making, request, call, id, begin);
  const ending: Ending = drawn === "ok" && inside?.ok === false ? "failed" : drawn;
  const whole = (inside?.end ?? begin) + wait(making);
  // A client that gives up waiting ends before its server does.
  const end = drawn === "late" ? Math.floor((begin + (inside?.end ?? whole)) / 2) : whole;
  const name = call.protocol === "http" ? call.operation.split(" ")[0]! : call.operation;
  const failed = ending !== "ok";
  const words = clientWords(call, ending);
  emit(making, request, at, { id, kind: "client", name, end, failed, words });
  return { ok: !failed, end };
}

/** The server's side, where one is instrumented. */
function serve(
  making: Making,
  request: Request,
  call: TracedCall,
  parent: string,
  time: number,
): Reply {
  const emitter = making.emitterOf(call.to);
  if (emitter === null) return { ok: true, end: time + wait(making) };
  const id = making.random.hex(16);
  const { ok, end } = work(making, request, call.to, { parent: id, time, emitter }, null);
  const told = { id, kind: "server", name: call.operation, end, failed: !ok } as const;
  emit(making, request, { parent, time, emitter }, { ...told, words: serverWords(call, ok) });
  return { ok, end };
}

/** When the producer goes on, which is at once; the consumer works on it later, and sends nothing on. */
function publish(making: Making, request: Request, message: TracedMessage, at: At): number {
  const { model, random, messages } = making;
  const { topic, from } = message;
  messages.set(from, (messages.get(from) ?? 0) + 1);
  const { linked, named } = model.habits;
  const isToldBy = (side: Habits["named"]) => !linked || named === "by both" || named === side;
  const id = random.hex(16);
  const end = at.time + wait(making);
  const sent = { id, kind: "producer", name: `send ${topic}`, end, failed: false } as const;
  const sendWords = isToldBy("by producers") ? messageWords(message, "send") : {};
  emit(making, request, at, { ...sent, words: sendWords });

  const traceId = linked ? random.hex(32) : request.traceId;
  const receiver: Request = { traceId, endpoint: null, failed: new Set() };
  const emitter = making.emitterOf(message.to)!;
  const own = random.hex(16);
  const time = end + 5 * wait(making);
  const reply = work(making, receiver, message.to, { parent: own, time, emitter }, null);
  const got = { id: own, kind: "consumer", name: `process ${topic}`, end: reply.end } as const;
  emit(
    making,
    receiver,
    { parent: linked ? null : id, time, emitter },
    {
      ...got,
      failed: !reply.ok,
      words: isToldBy("by consumers") ? messageWords(message, "process") : {},
      links: linked ? [{ traceId: request.traceId, spanId: id }] : [],
    },
  );
  return end;
}

function emit(making: Making, { traceId }: Request, at: At, told: Told): void {
  making.spans.push({
    traceId,
    spanId: told.id,
    parentId: at.parent,
    kind: told.kind,
    name: told.name,
    start: at.time,
    end: told.end,
    failed: told.failed,
    attributes: worded(told.words, making.model.habits.oldNames),
    emitter: at.emitter,
    links: told.links ?? [],
    shared: false,
    remote: null,
  });
}

/** Microseconds. */
function wait({ random }: Making): number {
  return 100 + random.below(2000);
}

function countsOf({ counts }: Making, call: TracedCall): CallCounts {
  const fresh = { calls: 0, usable: 0, attempts: 0, onTime: 0 };
  const count = counts.get(spell(call)) ?? fresh;
  counts.set(spell(call), count);
  return count;
}
