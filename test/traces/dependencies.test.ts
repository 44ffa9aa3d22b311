import { describe, expect, test } from "vitest";
import type { Attributes, Span } from "../../src/traces/span.ts";
import { edges, emitter, gather, pair, span } from "./spans.ts";

const http = (path: string, status?: number): Attributes => ({
  "http.request.method": "GET",
  "url.path": path,
  ...(status === undefined ? {} : { "http.response.status_code": status }),
});

describe("two sides", () => {
  test("a client and the server that answers it are one call", () => {
    expect(edges(pair("a", "b", { client: { attributes: http("/x", 200) } }))).toEqual([
      "a -> b http GET /x 1: 1/1",
    ]);
  });

  test("a proxy's second try below one client span is the same call", () => {
    const again = span({ id: "t", parent: "c", of: "b", kind: "server" });
    expect(edges([...pair("a", "b"), again])).toEqual(["a -> b unknown 1: 1/1"]);
  });

  test("internal spans are transparent on both sides", () => {
    const spans = [
      span({ id: "1", of: "a", kind: "server" }),
      span({ id: "2", parent: "1", of: "a", kind: "internal" }),
      span({ id: "3", parent: "2", of: "a", kind: "client" }),
      span({ id: "4", parent: "3", of: "b", kind: "server" }),
      span({ id: "5", parent: "4", of: "b", kind: "internal" }),
      span({ id: "6", parent: "5", of: "b", kind: "client" }),
      span({ id: "7", parent: "6", of: "c", kind: "server" }),
    ];
    expect(edges(spans)).toEqual(["a -> b unknown 1: 1/1", "b -> c unknown 1: 1/1"]);
  });

  test("Zipkin's shared ids pair, and make no call of a service to itself", () => {
    const spans = [
      span({ id: "1", of: "a", kind: "server" }),
      span({ id: "2", parent: "1", of: "a", kind: "client" }),
      span({ id: "2", parent: "1", of: "b", kind: "server", shared: true }),
      span({ id: "3", parent: "2", of: "b", kind: "client" }),
      span({ id: "3", parent: "2", of: "c", kind: "server", shared: true }),
    ];
    expect(edges(spans)).toEqual(["a -> b unknown 1: 1/1", "b -> c unknown 1: 1/1"]);
    expect(gather(spans).observed.quality).toMatchObject({ duplicates: 0, reusedIds: 0 });
  });

  test.each([null, "internal"] as const)("kind %s: a change of service is a call", (kind) => {
    const spans = [
      span({ id: "1", of: "a", kind }),
      span({ id: "2", parent: "1", of: "a", kind }),
      span({ id: "3", parent: "2", of: "b", kind }),
    ];
    // Had the call failed on its way, nothing would be seen of it: no evidence.
    expect(edges(spans)).toEqual(["a -> b unknown 1"]);
  });

  test("a service's server span below its own is a framework's, below a client a call to itself", () => {
    const below = (kind: Span["kind"]) => [
      span({ id: "1", of: "a", kind }),
      span({ id: "2", parent: "1", of: "a", kind: "server" }),
    ];
    expect(edges(below("server"))).toEqual([]);
    expect(edges(below("client"))).toEqual(["a -> a unknown 1: 1/1"]);
  });

  test("a lost parent makes no call, and what has no service makes none", () => {
    const spans = [
      span({ id: "1", of: "a", kind: "client" }),
      span({ id: "3", parent: "2", of: "b", kind: "server" }),
      span({ id: "4", parent: "3", of: null, kind: "client" }),
      span({ id: "5", parent: "4", of: "c", kind: "server" }),
    ];
    expect(edges(spans)).toEqual([]);
    expect(gather(spans).observed.quality).toMatchObject({ orphans: 1, nameless: 1, manyRoots: 0 });
  });

  test("same pair, other operation or mode: another dependency", () => {
    const spans = [
      ...pair("a", "b", { trace: "1", client: { attributes: http("/x", 200) } }),
      ...pair("a", "b", { trace: "2", client: { attributes: http("/y", 200) } }),
      span({ id: "1", trace: "3", of: "a", kind: "producer" }),
      span({ id: "2", parent: "1", trace: "3", of: "b", kind: "consumer" }),
    ];
    expect(edges(spans)).toEqual([
      "a -> b http GET /x 1: 1/1",
      "a -> b http GET /y 1: 1/1",
      "a ~> b messaging 1",
    ]);
  });
});

describe("how calls end", () => {
  const failed = (client: Partial<Span>, server?: Partial<Span>): string[] => {
    const good = pair("a", "b", {
      trace: "good",
      client: { attributes: { "server.address": "b" } },
    });
    const [calling, called] = pair("a", "b", {
      trace: "bad",
      client: {
        failed: true,
        ...client,
        attributes: { "server.address": "b", ...client.attributes },
      },
      ...(server === undefined ? {} : { server }),
    });
    return edges(server === undefined ? [...good, calling!] : [...good, calling!, called!]);
  };
  const ofTwo = (evidence: string) => [`a -> b unknown 2: ${evidence}`];
  const ofHttp = (evidence: string) => [`a -> b http 2: ${evidence}`];

  test("a reply that was lost: the server did not fail", () => {
    expect(failed({}, {})).toEqual(ofTwo("1/2"));
  });

  test("an application's failure is a reply", () => {
    expect(failed({}, { failed: true })).toEqual(ofTwo("2/2"));
    expect(failed({ attributes: { "http.response.status_code": 500 } })).toEqual(ofHttp("2/2"));
  });

  test("nothing tells how it failed: not counted", () => {
    expect(failed({})).toEqual(ofTwo("1/1"));
  });

  test("refused, and 503", () => {
    expect(failed({ attributes: { "error.type": "ECONNREFUSED" } })).toEqual(ofTwo("1/2"));
    expect(failed({ attributes: { "http.response.status_code": 503 } })).toEqual(ofHttp("1/2"));
  });

  test("502 is a proxy's, unless the server wrote it", () => {
    const attributes = { "http.response.status_code": 502 };
    expect(failed({ attributes })).toEqual(ofHttp("1/2"));
    expect(failed({ attributes }, { attributes, failed: true })).toEqual(ofHttp("2/2"));
  });

  test("the caller went away, or the span never ended: not counted", () => {
    expect(failed({ attributes: { "rpc.grpc.status_code": 1 } }, {})).toEqual([
      "a -> b grpc 2: 1/1",
    ]);
    expect(failed({ failed: false, end: null })).toEqual(ofTwo("1/1"));
  });

  test("what timed out counts in the timing, and not in the evidence", () => {
    const spans = [
      ...pair("a", "b", { trace: "1", client: { attributes: http("/x", 200) } }),
      ...pair("a", "b", {
        trace: "2",
        client: { failed: true, attributes: { ...http("/x"), "error.type": "timeout" } },
      }),
    ];
    const [dependency] = gather(spans).observed.dependencies;
    expect(dependency).toMatchObject({
      calls: 2,
      evidence: { good: 2, total: 2, until: "2026-01-01" },
      timing: { onTime: { good: 1, total: 2 }, retries: 0 },
    });
  });

  test("attempts of one call are one trial", () => {
    const at = (start: number) => ({ start, end: start + 10 });
    const attributes = (status: number, resend: number) => ({
      "http.response.status_code": status,
      "http.request.resend_count": resend,
      "server.address": "b",
    });
    const spans = [
      span({ id: "0", of: "a", kind: "server" }),
      span({
        id: "1",
        parent: "0",
        of: "a",
        kind: "client",
        failed: true,
        ...at(10),
        attributes: attributes(503, 0),
      }),
      span({
        id: "2",
        parent: "0",
        of: "a",
        kind: "client",
        ...at(30),
        attributes: attributes(200, 1),
      }),
      span({ id: "3", parent: "2", of: "b", kind: "server", ...at(32) }),
    ];
    expect(edges(spans)).toEqual(["a -> b http 2: 1/1"]);
  });

  test("calls in a known failure of either end are left out", () => {
    const spans = pair("a", "b");
    for (const down of ["a", "b"]) {
      const { observed } = gather(spans, { censored: ({ service }) => service === down });
      expect(observed.dependencies[0]).toMatchObject({ calls: 1, censored: 1, evidence: null });
    }
    // What is left out must not depend on whether the call arrived: the target's instance is not asked for.
    const asked: (string | null)[] = [];
    gather(
      pair("a", "b", {
        client: { emitter: emitter("a", "a-1") },
        server: { emitter: emitter("b", "b-1") },
      }),
      {
        censored: ({ instance }) => {
          asked.push(instance);
          return false;
        },
      },
    );
    expect(asked).toEqual(["a-1", null]);
  });

  test("a call that its caller did not wait for", () => {
    const [client, server] = pair("a", "b");
    const caller = span({ id: "0", of: "a", kind: "server", end: client!.end! - 2_000 });
    const called = { ...client!, parentId: caller.spanId };
    const [dependency] = gather([caller, called, server!]).observed.dependencies;
    expect(dependency).toMatchObject({ outlived: 1 });
    const waits = { ...caller, end: client!.end! };
    expect(gather([waits, called, server!]).observed.dependencies[0]).toMatchObject({
      outlived: 0,
    });
  });
});

describe("messaging", () => {
  const kafka = { "messaging.system": "kafka", "messaging.destination.name": "orders" };

  test("a consumer is reached through its broker", () => {
    const spans = [
      span({ id: "1", of: "a", kind: "producer", attributes: kafka }),
      span({ id: "2", parent: "1", of: "b", kind: "consumer", attributes: kafka }),
      span({ id: "3", parent: "2", of: "b", kind: "consumer", attributes: kafka }),
    ];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "kafka ~> b messaging orders 1",
    ]);
    const broker = gather(spans).observed.services.find(({ name }) => name === "kafka");
    expect(broker).toMatchObject({ kind: "broker", instances: null });
  });

  test("in another trace, by link or not, the broker is the same", () => {
    const producer = span({ id: "1", trace: "1", of: "a", kind: "producer", attributes: kafka });
    const links = [{ traceId: producer.traceId, spanId: producer.spanId }];
    const spans = [
      producer,
      span({ id: "2", trace: "2", of: "b", kind: "consumer", attributes: kafka, links }),
    ];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "kafka ~> b messaging orders 1",
    ]);
  });

  test("where one side tells no broker, the other's holds; a link stands for a parent", () => {
    const producer = span({ id: "1", of: "a", kind: "producer", attributes: kafka });
    const links = [{ traceId: producer.traceId, spanId: producer.spanId }];
    const spans = [producer, span({ id: "2", of: "b", kind: "consumer", links })];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "kafka ~> b messaging orders 1",
    ]);
    expect(gather(spans).observed.quality).toMatchObject({ manyRoots: 0, orphans: 0 });
  });

  test("where the producer tells no broker, its consumer's holds", () => {
    const spans = [
      span({ id: "1", of: "a", kind: "producer" }),
      span({ id: "2", parent: "1", of: "b", kind: "consumer", attributes: kafka }),
    ];
    expect(edges(spans)).toEqual(["a ~> kafka messaging 1: 1/1", "kafka ~> b messaging orders 1"]);
  });

  test("a name that one side alone tells is the other's too", () => {
    const spans = [
      span({
        id: "1",
        of: "a",
        kind: "producer",
        attributes: { ...kafka, "peer.service": "main" },
      }),
      span({ id: "2", trace: "2", of: "b", kind: "consumer", attributes: kafka }),
    ];
    expect(edges(spans)).toEqual([
      "a ~> main messaging orders 1: 1/1",
      "main ~> b messaging orders 1",
    ]);
  });

  test("the kind CLIENT of a receive and of a send", () => {
    const of = (operation: string) => ({ ...kafka, "messaging.operation.type": operation });
    const spans = [
      span({ id: "1", of: "a", kind: "client", attributes: of("send") }),
      span({ id: "2", trace: "2", of: "b", kind: "client", attributes: of("receive") }),
      span({
        id: "3",
        parent: "2",
        trace: "2",
        of: "b",
        kind: "consumer",
        attributes: of("process"),
      }),
      span({ id: "4", parent: "2", trace: "2", of: "b", kind: "client", attributes: of("settle") }),
    ];
    expect(edges(spans)).toEqual([
      "a ~> kafka messaging orders 1: 1/1",
      "kafka ~> b messaging orders 1",
    ]);
  });

  test("a sending over HTTP is one sending", () => {
    const attributes = { ...kafka, "messaging.system": "aws_sqs" };
    const spans = [
      span({ id: "1", of: "a", kind: "producer", attributes }),
      span({
        id: "2",
        parent: "1",
        of: "a",
        kind: "client",
        attributes: { ...http("/q", 200), "server.address": "sqs.example.com" },
      }),
    ];
    expect(edges(spans)).toEqual(["a ~> aws_sqs messaging orders 1: 1/1"]);
  });
});
