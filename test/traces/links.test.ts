import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Attributes, Span, SpanLink } from "../../src/traces/span.ts";
import type { SpanStore } from "../../src/traces/spill.ts";
import { jaegerText } from "./generate-jaeger.ts";
import { otlpText } from "./generate-otlp.ts";
import { protobufBytes } from "./generate-protobuf.ts";
import { observe } from "./observe.ts";
import { edges, edgeText, gather, pair, type SpanParts, span } from "./spans.ts";

const KAFKA = { "messaging.system": "kafka", "messaging.destination.name": "orders" };

function produced(id: string, of: string, attributes: Attributes, parts: Partial<SpanParts> = {}) {
  return span({ id, trace: `of ${id}`, of, kind: "producer", attributes, ...parts });
}

function consumed(id: string, of: string, links: readonly SpanLink[], attributes: Attributes = {}) {
  return span({ id, trace: `of ${id}`, of, kind: "consumer", attributes, links });
}

function to({ traceId, spanId }: Span): SpanLink {
  return { traceId, spanId };
}

function unnamed(spans: readonly Span[]): readonly string[] {
  return gather(spans).notices.filter((notice) => notice.includes("that nothing names"));
}

describe("a consumer that links to a producer of another trace", () => {
  const producer = produced("p", "a", KAFKA);

  it("has that one's broker and destination where it names none", () => {
    const spans = [producer, consumed("c", "b", [to(producer)])];
    const wanted = ["a ~> kafka messaging orders 1: 1/1", "kafka ~> b messaging orders 1"];
    expect(edges(spans)).toEqual(wanted);
    expect(edges(spans.toReversed())).toEqual(wanted);
    expect(unnamed(spans)).toEqual([]);
    expect(gather(spans).observed.quality).toMatchObject({
      traces: 2,
      spans: 2,
      links: 1,
      lostLinks: 0,
    });
  });

  it("lends it its broker where that one names none", () => {
    const mute = produced("p", "a", {});
    const spans = [mute, consumed("c", "b", [to(mute)], KAFKA)];
    expect(edges(spans)).toEqual(["a ~> kafka messaging 1: 1/1", "kafka ~> b messaging orders 1"]);
    expect(unnamed(spans)).toEqual([]);
  });

  it("has the broker that another consumer of the same message names", () => {
    const mute = produced("p", "a", {});
    const spans = [
      mute,
      consumed("c", "b", [to(mute)]),
      consumed("d", "c", [to(mute)], { "messaging.system": "rabbitmq" }),
    ];
    expect(edges(spans)).toEqual([
      "a ~> rabbitmq messaging 1: 1/1",
      "rabbitmq ~> b messaging 1",
      "rabbitmq ~> c messaging 1",
    ]);
  });

  it("has the first by name of brokers that others name, as its producer has", () => {
    const mute = produced("p", "a", {});
    const spans = [
      mute,
      consumed("1", "b", [to(mute)], { "messaging.system": "nats" }),
      consumed("2", "c", [to(mute)], { "messaging.system": "kafka" }),
      consumed("3", "d", [to(mute)]),
    ];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging 1: 1/1",
      "kafka ~> c messaging 1",
      "kafka ~> d messaging 1",
      "nats ~> b messaging 1",
    ]);
  });

  it("follows it directly where neither names a broker", () => {
    const mute = produced("p", "a", {});
    const spans = [mute, consumed("c", "b", [to(mute)])];
    expect(edges(spans)).toEqual(["a ~> b messaging 1"]);
    expect(unnamed(spans)).toEqual([]);
  });

  it("counts once for each producer's broker and destination, however many messages it took", () => {
    const links = ["1", "2", "3"].map((id) => produced(id, "a", KAFKA));
    const other = produced("4", "z", { ...KAFKA, "messaging.destination.name": "refunds" });
    const spans = [...links, other, consumed("c", "b", [...links, other].map(to))];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging orders 3: 3/3",
      "kafka ~> b messaging orders 1",
      "kafka ~> b messaging refunds 1",
      "z ~> kafka messaging refunds 1: 1/1",
    ]);
  });

  it("may do so by a `process` within its `receive`, and to a `send` within a `create`", () => {
    const of = (type: string) => ({ ...KAFKA, "messaging.operation.type": type });
    const send = produced("s", "a", {}, { trace: "of p", parent: "p" });
    const receive = span({ id: "r", trace: "r", of: "b", kind: "consumer" });
    const work = span({ id: "w", parent: "r", trace: "r", of: "b" });
    const process = span({
      id: "c",
      parent: "w",
      trace: "r",
      of: "b",
      kind: "consumer",
      links: [to(send)],
    });
    const create = { ...producer, attributes: of("create") };
    expect(edges([create, send, receive, work, process])).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "kafka ~> b messaging orders 1",
    ]);
  });

  it("may link to what caused its message, where no span tells of the sending", () => {
    const cause = span({ id: "p", trace: "1", of: "a", kind: "server" });
    expect(edges([cause, consumed("c", "b", [to(cause)])])).toEqual(["a ~> b messaging 1"]);
    const own = span({ id: "p", trace: "1", of: "b", kind: "server" });
    const alone = [own, consumed("c", "b", [to(own)])];
    expect(edges(alone)).toEqual([]);
    expect(unnamed(alone)).toHaveLength(1);
  });

  it("is told where that span is in no source, once however often it was read", () => {
    const lost = { traceId: "0".repeat(31).concat("9"), spanId: "9".repeat(16) };
    const consumer = consumed("c", "b", [lost, to(producer)]);
    const alone = consumed("d", "b", [lost]);
    const spans = [producer, consumer, consumer, alone];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "kafka ~> b messaging orders 1",
    ]);
    expect(unnamed(spans)).toHaveLength(1);
    expect(gather(spans).observed.quality).toMatchObject({
      traces: 3,
      spans: 4,
      links: 3,
      lostLinks: 2,
    });
  });

  it("has nothing of a link where it names its broker itself, or is no consumer", () => {
    const own = consumed("c", "b", [to(producer)], { "messaging.system": "nats" });
    expect(edges([producer, own])).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "nats ~> b messaging orders 1",
    ]);
    const job = span({ id: "j", trace: "j", of: "b", kind: "internal", links: [to(producer)] });
    expect(edges([producer, job])).toEqual(["a ~> kafka messaging orders 1: 1/1"]);
    const served = span({ id: "s", trace: "s", of: "b", kind: "server", links: [to(producer)] });
    expect(gather([producer, job, served]).observed.quality.links).toBe(0);
  });

  it("changes nothing of what the call that it links to teaches", () => {
    const dialled = { "server.address": "10.0.0.7", "server.port": 80 };
    const answered = pair("a", "b", { client: { attributes: dialled } });
    const failed = { attributes: { ...dialled, "error.type": "ECONNREFUSED" } };
    const alone = span({ id: "f", trace: "f", of: "a", kind: "client", failed: true, ...failed });
    const spans = [...answered, alone, consumed("d", "z", [to(answered[0]!)], KAFKA)];
    expect(edges(spans)).toEqual(["a -> b unknown 2: 1/2", "kafka ~> z messaging orders 1"]);
  });
});

const FORMS = { otlpText, protobufBytes, jaegerText };

describe("links over files", () => {
  const producer = produced("p", "a", KAFKA);
  const consumer = consumed("c", "b", [to(producer)]);
  const wanted = ["a ~> kafka messaging orders 1: 1/1", "kafka ~> b messaging orders 1"];

  it.each(Object.entries(FORMS))("of %s, in either order", (_, form) => {
    for (const files of [
      [form([producer]), form([consumer])],
      [form([consumer]), form([producer])],
    ]) {
      const { observed, problems } = observe(files);
      expect(problems).toEqual([]);
      expect(observed.dependencies.map(edgeText)).toEqual(wanted);
    }
  });

  it("of one form to another", () => {
    const { observed } = observe([jaegerText([consumer]), otlpText([producer])]);
    expect(observed.dependencies.map(edgeText)).toEqual(wanted);
  });
});

describe("many links", () => {
  /** Producers and consumers of every sort, each of a trace of its own or of one of a few. */
  const some = fc.array(
    fc.record({
      trace: fc.nat(5),
      of: fc.constantFrom("a", "b", "c"),
      sends: fc.boolean(),
      says: fc.constantFrom({}, KAFKA, { "messaging.system": "nats" }),
      links: fc.array(fc.nat(14), { maxLength: 3 }),
      parent: fc.option(fc.nat(14)),
    }),
    { maxLength: 12 },
  );

  it("show the same in any order, twice, and with little memory", () => {
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat(1000)), fc.nat(40), (list, places, room) => {
        const made = list.map(({ trace, of, sends, says }, at) =>
          span({
            id: `${at}`,
            trace: `${trace}`,
            of,
            kind: sends ? "producer" : "consumer",
            attributes: says,
          }),
        );
        const lost = span({ id: "lost", trace: "lost" });
        const spans = made.map((one, at): Span => {
          const { links, parent } = list[at]!;
          const above = parent === null ? undefined : made[parent];
          return {
            ...one,
            parentId: above?.traceId === one.traceId ? above.spanId : null,
            links: links.map((to) => made[to] ?? lost).map(to),
          };
        });
        const wanted = gather(spans).observed;
        const keyed = spans.map((one) => [places.next().value!, one] as const);
        const shuffled = keyed.sort(([a], [b]) => a - b).map(([, one]) => one);
        expect(gather(shuffled).observed).toEqual(wanted);
        const memory = 64 * (1 + room);
        expect(gather(shuffled, { store: openMemory(), memory }).observed).toEqual(wanted);
        const { quality, ...twice } = gather([...spans, ...shuffled]).observed;
        const { quality: once, ...rest } = wanted;
        expect(twice).toEqual(rest);
        expect(quality.lostLinks).toBe(once.lostLinks);
        expect(quality.traces).toBe(once.traces);
      }),
      { seed: 20_260_108, numRuns: 150 },
    );
  });
});

function openMemory(): SpanStore {
  const partitions = new Map<number, Uint8Array[]>();
  return {
    append: (partition, bytes) => {
      partitions.set(partition, [...(partitions.get(partition) ?? []), bytes.slice()]);
    },
    read: (partition) => [...(partitions.get(partition) ?? [])],
  };
}
