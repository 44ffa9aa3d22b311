import { expect, test } from "vitest";
import type { Meaning, Peer } from "../../src/traces/calls.ts";
import type { Attributes, Span } from "../../src/traces/span.ts";
import { openVocabulary } from "../../src/traces/vocabulary.ts";
import { span } from "./spans.ts";

function read(
  attributes: Attributes,
  parts: Partial<Span> = {},
): { meaning: Meaning; peer: Peer | null } {
  const words = openVocabulary();
  const { meaning, peer } = words.numbersOf(
    span({ id: "x", kind: "client", attributes, ...parts }),
  );
  return { meaning: words.meanings.get(meaning), peer: peer < 0 ? null : words.peers.get(peer) };
}

test.each<[string, Attributes, Attributes]>([
  [
    "HTTP",
    {
      "http.method": "get",
      "http.status_code": "200",
      "http.url": "http://cart:80/c/7?x=1",
      "net.peer.name": "cart",
      "net.peer.port": "80",
    },
    {
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "url.full": "http://cart:80/c/7?x=1",
      "server.address": "cart",
      "server.port": 80,
    },
  ],
  [
    "a database",
    { "db.system": "mssql", "db.name": "shop", "net.peer.name": "db" },
    { "db.system.name": "microsoft.sql_server", "db.namespace": "shop", "server.address": "db" },
  ],
  [
    "messaging",
    {
      "messaging.system": "kafka",
      "messaging.destination": "orders",
      "messaging.operation": "publish",
    },
    {
      "messaging.system": "kafka",
      "messaging.destination.name": "orders",
      "messaging.operation.type": "send",
    },
  ],
  [
    "gRPC",
    {
      "rpc.system": "grpc",
      "rpc.service": "shop.Cart",
      "rpc.method": "Get",
      "rpc.grpc.status_code": 14,
    },
    {
      "rpc.system.name": "grpc",
      "rpc.method": "shop.Cart/Get",
      "rpc.response.status_code": "UNAVAILABLE",
    },
  ],
])("old and new names of %s mean the same", (_what, old, present) => {
  expect(read(old)).toEqual(read(present));
});

test("the present name holds where both are written", () => {
  for (const attributes of [
    { "http.method": "POST", "http.request.method": "GET" },
    { "http.request.method": "GET", "http.method": "POST" },
  ]) {
    expect(read(attributes).meaning.method).toBe("GET");
  }
});

test("nothing of a query, of an id or of an odd method comes through", () => {
  const { meaning } = read({
    "url.full": "https://u:p@pay.example.com/cards/4111111111111111?token=secret",
    "http.request.method": "GET\n- evil",
  });
  expect(JSON.stringify(meaning)).not.toMatch(/4111|secret|u:p|evil/);
  expect(meaning).toMatchObject({ path: "/cards/{id}", method: "_OTHER" });
});

test("what differs from span to span is read anew, though most else was read before", () => {
  const words = openVocabulary();
  const paths = ["/a/1", "/b/2", "/a/3"].map((path) => {
    const attributes = { "http.method": "GET", "url.path": path, "server.address": `h${path[1]}` };
    const { meaning, peer } = words.numbersOf(span({ id: "x", kind: "client", attributes }));
    return [words.meanings.get(meaning).path, words.peers.get(peer).address];
  });
  expect(paths).toEqual([
    ["/a/{id}", "ha"],
    ["/b/{id}", "hb"],
    ["/a/{id}", "ha"],
  ]);
  expect(words.meanings.size()).toBe(2);
});

test("what a failure says is read, though a span like it was read before", () => {
  const words = openVocabulary();
  const attributes = (text: string) => ({ "db.system": "mysql", "exception.message": text });
  const endings = ["ECONNREFUSED", "timeout", "duplicate key"].map((text) => {
    const one = span({ id: "x", kind: "client", failed: true, attributes: attributes(text) });
    return words.meanings.get(words.numbersOf(one).meaning).ending;
  });
  expect(endings).toEqual(["unusable", "timed-out", null]);
});

test("messaging and databases come before HTTP, which carries them", () => {
  const http = { "http.request.method": "POST", "url.full": "http://sqs/q" };
  expect(read({ ...http, "messaging.system": "aws_sqs" }).meaning.protocol).toBe("messaging");
  expect(read({ ...http, "db.system": "elasticsearch" }).meaning.protocol).toBe("database");
  expect(read({ ...http, "rpc.system": "aws-api" }).meaning.protocol).toBe("rpc");
  expect(read({ "db.system": "redis" }).meaning.protocol).toBe("cache");
});

test("a temporary destination has no name of its own", () => {
  const attributes = {
    "messaging.system": "rabbitmq",
    "messaging.destination.name": "amq.gen-8f3a",
    "messaging.destination.temporary": true,
  };
  expect(read(attributes).meaning.destination).toBe("(temporary)");
});

test("full tables keep how a call ended, and say how many lost their names", () => {
  const words = openVocabulary({ meanings: 2, peers: 1, emitters: 1 });
  const ids = ["r", "s", "t", "u"].map((name) => {
    const attributes = {
      "http.method": "GET",
      "http.route": `/${name}`,
      "http.status_code": 503,
      "server.address": name,
    };
    return { ...words.numbersOf(span({ id: "x", kind: "client", of: name, attributes })) };
  });
  expect(words.meanings.get(ids[3]!.meaning)).toMatchObject({ route: null, ending: "unusable" });
  expect(ids[2]!.meaning).toBe(ids[3]!.meaning);
  expect(ids[3]!.peer).toBe(-1);
  expect(words.emitters.get(ids[3]!.emitter)).toMatchObject({ service: "u", instance: null });
  expect(words.folded()).toBe(2 + 3 + 3);
});
