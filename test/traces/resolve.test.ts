import { describe, expect, test } from "vitest";
import type { Attributes, Span } from "../../src/traces/span.ts";
import { edges, gather, pair, span } from "./spans.ts";

/** A client span of `a` that nobody answers. */
function alone(attributes: Attributes, parts: Partial<Span> = {}): Span {
  return span({ id: "x", trace: "alone", of: "a", kind: "client", attributes, ...parts });
}

const broken = { failed: true } as const;
const refused = { "error.type": "ECONNREFUSED" };

describe("peers without instrumentation are named by", () => {
  test.each<[string, Attributes, string]>([
    ["peer.service", { "peer.service": "pay", "server.address": "h" }, "pay peer"],
    ["server.address", { "server.address": "api.example.com" }, "api.example.com peer"],
    ["net.peer.name", { "net.peer.name": "api.example.com" }, "api.example.com peer"],
    ["a URL", { "url.full": "https://api.example.com/v1/7" }, "api.example.com peer"],
    ["a cluster's Service", { "server.address": "pay.shop.svc.cluster.local" }, "pay peer"],
    [
      "db.system, the host an address",
      { "db.system": "postgresql", "server.address": "10.0.0.9", "db.namespace": "shop" },
      "postgresql database",
    ],
    [
      "db.system, of a cache",
      { "db.system": "redis", "server.address": "127.0.0.1" },
      "redis cache",
    ],
    [
      "a database's host name",
      { "db.system": "mysql", "server.address": "orders-db" },
      "orders-db database",
    ],
    ["db.namespace", { "db.namespace": "shop", "db.query.text": "select 1" }, "shop database"],
    ["rpc.service", { "rpc.system": "grpc", "rpc.service": "shop.Cart" }, "shop.Cart peer"],
    [
      "an address, where nothing better is told",
      { "http.request.method": "GET", "net.peer.ip": "10.0.0.9" },
      "10.0.0.9 peer",
    ],
  ])("%s", (_what, attributes, expected) => {
    const { services } = gather([alone(attributes)]).observed;
    expect(
      services.filter(({ name }) => name !== "a").map(({ name, kind }) => `${name} ${kind}`),
    ).toEqual([expected]);
  });

  test("Zipkin's remote endpoint, but not where it is the service itself", () => {
    const remote = (service: string, port: number | null = null) => ({
      service,
      address: "10.0.0.9",
      port,
    });
    expect(edges([alone({}, { remote: remote("mysql") })])).toEqual(["a -> mysql database 1: 1/1"]);
    expect(edges([alone({}, { remote: remote("a", 9042) })])).toEqual([
      "a -> cassandra database 1: 1/1",
    ]);
  });

  test("nothing: then it is told how many", () => {
    const { observed, notices } = gather([
      alone({ "http.request.method": "GET", "url.full": "http://localhost:15001/" }),
    ]);
    expect(observed.dependencies).toEqual([]);
    expect(notices).toContainEqual(
      expect.stringMatching(/^1 call goes to a peer that nothing names/),
    );
  });
});

describe("a call that never arrived is put down to", () => {
  test("the service that answers others at the same address", () => {
    const at = { "server.address": "10.9.9.9", "server.port": 8080 };
    const spans = [
      ...pair("z", "b", { client: { attributes: at } }),
      alone({ ...at, ...refused }, broken),
    ];
    expect(edges(spans)).toEqual(["a -> b unknown 1: 0/1", "z -> b unknown 1: 1/1"]);
  });

  test.each<[string, Attributes]>([
    ["the service of that name", { "server.address": "b" }],
    ["the service of that Kubernetes Service", { "server.address": "b.shop.svc.cluster.local" }],
    ["the service of that host in a namespace", { "server.address": "B.shop" }],
    ["peer.service", { "peer.service": "b" }],
  ])("%s", (_what, attributes) => {
    const spans = [
      span({ id: "s", of: "b", kind: "server" }),
      alone({ ...attributes, ...refused }, broken),
    ];
    expect(edges(spans)).toEqual(["a -> b unknown 1: 0/1"]);
  });

  test("whom a gateway leads to by what is asked for", () => {
    const ask = (service: string) => ({
      "rpc.system": "grpc",
      "rpc.service": service,
      "server.address": "gateway",
    });
    const spans = [
      ...pair("z", "b", { trace: "1", client: { attributes: ask("B") } }),
      ...pair("z", "c", { trace: "2", client: { attributes: ask("C") } }),
      alone({ ...ask("C"), ...refused, "rpc.grpc.status_code": 14 }, broken),
    ];
    expect(edges(spans)).toContain("a -> c grpc C 1: 0/1");
  });

  test("whom each of two gateways leads to", () => {
    const ask = (gateway: string) => ({
      "rpc.system": "grpc",
      "rpc.service": "B",
      "server.address": gateway,
    });
    const spans = [
      ...pair("z", "b-1", { trace: "1", client: { attributes: ask("one") } }),
      ...pair("z", "b-2", { trace: "2", client: { attributes: ask("two") } }),
      ...pair("z", "c", {
        trace: "3",
        client: { attributes: { ...ask("two"), "rpc.service": "C" } },
      }),
      alone({ ...ask("two"), "rpc.grpc.status_code": 14 }, broken),
    ];
    expect(edges(spans)).toContain("a -> b-2 grpc B 1: 0/1");
  });

  test("whom this caller asks for the path, where nothing else is told", () => {
    const asked = { "http.method": "GET", "http.path": "/x/7" };
    const spans = [
      ...pair("a", "b", { client: { attributes: asked } }),
      alone({ ...asked, "http.status_code": "503" }, broken),
    ];
    expect(edges(spans)).toEqual(["a -> b http GET /x/{id} 2: 1/2"]);
  });

  test("the callee's own route, so that failures and successes are of one operation", () => {
    const asked = {
      "http.request.method": "GET",
      "url.full": "http://b/users/7",
      "server.address": "b",
    };
    const spans = [
      ...pair("a", "b", {
        client: { attributes: { ...asked, "http.response.status_code": 200 } },
        server: { attributes: { "http.request.method": "GET", "http.route": "/users/:id" } },
      }),
      alone({ ...asked, "http.response.status_code": 503 }, broken),
    ];
    expect(edges(spans)).toEqual(["a -> b http GET /users/:id 2: 1/2"]);
  });

  test("the pair's most called operation, where none is told", () => {
    const path = (of: string) => ({
      "http.request.method": "GET",
      "url.path": of,
      "server.address": "b",
    });
    const spans = [
      ...pair("a", "b", { trace: "1", client: { attributes: path("/x") } }),
      ...pair("a", "b", { trace: "2", client: { attributes: path("/x") } }),
      ...pair("a", "b", { trace: "3", client: { attributes: path("/y") } }),
      alone({ "server.address": "b", ...refused }, broken),
    ];
    expect(edges(spans)).toEqual(["a -> b http GET /x 3: 2/3", "a -> b http GET /y 1: 1/1"]);
  });

  test("nobody, where two answer at one address", () => {
    const at = { "server.address": "10.9.9.9" };
    const spans = [
      ...pair("z", "b", { trace: "1", client: { attributes: at } }),
      ...pair("z", "c", { trace: "2", client: { attributes: at } }),
      alone({ ...at, ...refused }, broken),
    ];
    expect(edges(spans)).toContain("a -> 10.9.9.9 unknown 1: 0/1");
  });
});

test("a call of the same protocol whose operation is not told goes to the most called one", () => {
  const get = (path: string) => ({
    "http.request.method": "GET",
    "url.path": path,
    "server.address": "b",
  });
  const spans = [
    ...pair("a", "b", { trace: "1", client: { attributes: get("/x") } }),
    ...pair("a", "b", { trace: "2", client: { attributes: get("/x") } }),
    ...pair("a", "b", { trace: "3", client: { attributes: get("/y") } }),
    alone({ "http.request.method": "GET", "server.address": "b", ...refused }, broken),
  ];
  expect(edges(spans)).toEqual(["a -> b http GET /x 3: 2/3", "a -> b http GET /y 1: 1/1"]);
});

describe("of two calling spans, one within the other", () => {
  const nested = (outer: Attributes, inner: Attributes): Span[] => [
    span({ id: "1", of: "a", kind: "client", attributes: outer }),
    span({ id: "2", parent: "1", of: "a", kind: "client", attributes: inner }),
  ];
  const web = (host: string): Attributes => ({
    "http.request.method": "GET",
    "server.address": host,
  });

  test("the database's is the call, and not HTTP's below it", () => {
    expect(edges(nested({ "db.system": "elasticsearch" }, web("es-1")))).toEqual([
      "a -> elasticsearch database 1: 1/1",
    ]);
  });

  test("an SDK's without a name gives way", () => {
    expect(edges(nested({}, web("api")))).toEqual(["a -> api http 1: 1/1"]);
  });

  test("attempts below one request to the same host are the calls", () => {
    expect(edges(nested(web("api"), web("api")))).toEqual(["a -> api http 1: 1/1"]);
  });

  test("a context that leaked: calls of two things are two", () => {
    expect(edges(nested(web("api"), { "db.system": "redis" }))).toEqual([
      "a -> api http 1: 1/1",
      "a -> redis cache 1: 1/1",
    ]);
  });
});

test("a pair of more operations than a spec would list is one dependency, and that is told", () => {
  const spans = Array.from({ length: 101 }, (_, at) =>
    pair("a", "b", {
      trace: `${at}`,
      client: {
        attributes: {
          "http.request.method": "GET",
          "http.route": `/op${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}`,
        },
      },
    }),
  ).flat();
  const { observed, notices } = gather(spans);
  expect(observed.dependencies).toMatchObject([
    { operation: null, calls: 101, evidence: { good: 101 } },
  ]);
  expect(notices).toContainEqual(expect.stringMatching(/^a calls 101 operations of b/));
});
