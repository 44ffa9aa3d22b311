import type { Emitter, Span } from "../../src/traces/span.ts";
import type { TracedEndpoint, TracedModel } from "./generate-model.ts";
import type { Random } from "./generate-random.ts";
import { request } from "./generate-requests.ts";

/** What some requests leave behind, and what they met with. */
export type Run = {
  readonly spans: Span[];
  /** By `a -> b`. */
  readonly counts: Map<string, CallCounts>;
  /** By `POST /checkout/{id}`. */
  readonly roots: Map<string, RootCounts>;
  /** Messages by who sent them. */
  readonly messages: Map<string, number>;
};

export type CallCounts = {
  /** Calls, whatever their attempts, and those of them that came through to their target. */
  calls: number;
  usable: number;
  /** Attempts of those that came through, and those of them that were answered in time. */
  attempts: number;
  onTime: number;
};

export type RootCounts = {
  requests: number;
  succeeded: number;
  /** Requests that drew each variant, and those of them that succeeded. */
  readonly variants: { requests: number; succeeded: number }[];
  /** By `a -> b`: requests in which it failed, whyever, and those of them that succeeded all the same. */
  readonly failures: Map<string, { failed: number; survived: number }>;
};

/** A run as it is made. */
export type Making = Run & {
  readonly model: TracedModel;
  readonly random: Random;
  /** Of a service, or `null` where nothing in it is instrumented. Replicas take turns, so that each is seen. */
  readonly emitterOf: (service: string) => Emitter | null;
};

/** 2026-03-02T10:00:00Z, in microseconds. */
export const BEGIN = Date.UTC(2026, 2, 2, 10) * 1000;

/** From one request to the next. */
const APART = 50_000;

/** So many requests to each endpoint, in turn. */
export function simulate(model: TracedModel, requests: number, random: Random): Run {
  const making = openRun(model, random);
  for (let at = 0; at < requests; at += 1) {
    for (const [index, endpoint] of model.endpoints.entries()) {
      receive(making, endpoint, at * model.endpoints.length + index);
    }
  }
  return making;
}

export function openRun(model: TracedModel, random: Random): Making {
  const emitters = emittersOf(model);
  const turns = new Map<string, number>();
  const emitterOf = (service: string): Emitter | null => {
    const list = emitters.get(service);
    if (list === undefined) return null;
    const turn = turns.get(service) ?? 0;
    turns.set(service, turn + 1);
    return list[turn % list.length]!;
  };
  const none = { spans: [], counts: new Map(), roots: new Map(), messages: new Map() };
  return { ...none, model, random, emitterOf };
}

/** The request that is the `turn`th from outside. */
export function receive(making: Making, endpoint: TracedEndpoint, turn: number): void {
  const drawn = draw(endpoint.variants, making.random);
  const time = BEGIN + turn * APART;
  const { ok, failed } = request(making, endpoint, endpoint.variants[drawn]!.callees, time);
  const count = rootOf(making.roots, endpoint);
  for (const one of [count, count.variants[drawn]!]) {
    one.requests += 1;
    if (ok) one.succeeded += 1;
  }
  for (const name of failed) {
    const seen = count.failures.get(name) ?? { failed: 0, survived: 0 };
    seen.failed += 1;
    if (ok) seen.survived += 1;
    count.failures.set(name, seen);
  }
}

function draw(variants: TracedEndpoint["variants"], random: Random): number {
  let rest = random.next();
  const at = variants.findIndex(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  return at < 0 ? variants.length - 1 : at;
}

function rootOf(
  roots: Map<string, RootCounts>,
  { method, route, variants }: TracedEndpoint,
): RootCounts {
  const none = () => ({ requests: 0, succeeded: 0 });
  const fresh = { ...none(), variants: variants.map(none), failures: new Map() };
  const count = roots.get(`${method} ${route}`) ?? fresh;
  roots.set(`${method} ${route}`, count);
  return count;
}

/** One for each replica of what is instrumented. */
function emittersOf({ services }: TracedModel): ReadonlyMap<string, readonly Emitter[]> {
  return new Map(
    services
      .filter(({ kind }) => kind === "instrumented")
      .map(({ name, replicas }) => [
        name,
        Array.from({ length: replicas }, (_, at) => ({
          service: name,
          attributes: { "service.instance.id": `${name}-${at}` },
        })),
      ]),
  );
}
