import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceView } from "../../src/traces/calls.ts";
import { openEndpoints } from "../../src/traces/endpoints.ts";
import { call, type SpanParts, span, view } from "./views.ts";

function read(views: readonly TraceView[], limits: Parameters<typeof openEndpoints>[0] = {}) {
  const reader = openEndpoints(limits);
  for (const one of views) reader.add(one);
  return reader.finish();
}

/** `GET /cart` of the frontend, with a client's and a server's span below it for each call. */
function request(callees: readonly string[], failing: readonly string[] = [], status = 200) {
  const http = { method: "GET", route: "/cart" };
  const spans = [span({ meaning: { ...http, status } })];
  const calls = callees.map((to) => {
    const client = spans.push(span({ parent: 0, kind: "client" })) - 1;
    const server = spans.push(span({ parent: client, service: to })) - 1;
    const outcome = failing.includes(to) ? "unusable" : "usable";
    return call({ from: "frontend", to, client, server, outcome });
  });
  return view(spans, calls);
}

const names = (views: readonly TraceView[]) =>
  read(views).endpoints.map(({ name, entry, traces }) => `${traces} ${entry}: ${name}`);

describe("endpoints", () => {
  it("are roots by route, with their callees and how many succeeded", () => {
    const views = [
      request(["carts", "users"]),
      request(["carts", "users"], [], 404),
      request(["carts"], ["carts"], 503),
    ];
    expect(read(views)).toEqual({
      endpoints: [
        {
          name: "GET /cart",
          entry: "frontend",
          traces: 3,
          succeeded: 2,
          evidence: { good: 2, total: 3, until: null },
          calls: [
            { service: "carts", traces: 3 },
            { service: "users", traces: 2 },
          ],
          optional: [],
          scenarios: [{ calls: ["carts", "users"], traces: 2 }],
        },
      ],
      notices: [],
    });
  });

  it("have the day of their last request", () => {
    const at = (day: number) => Date.UTC(2026, 10, day) * 1000;
    const root = (end: number | null) =>
      view([span({ end, meaning: { method: "GET", route: "/" } })]);
    const { endpoints } = read([root(at(3)), root(at(5)), root(null), root(at(4))]);
    expect(endpoints[0]?.evidence?.until).toBe("2026-11-05");
  });

  it("have sets of callees by share: of requests that succeeded, since a failure cuts them short", () => {
    const views = [
      ...Array.from({ length: 8 }, () => request(["carts", "offers"])),
      ...Array.from({ length: 2 }, () => request(["carts"])),
      request(["carts"], ["carts"], 500),
    ];
    expect(read(views).endpoints[0]?.scenarios).toEqual([
      { calls: ["carts", "offers"], traces: 8 },
      { calls: ["carts"], traces: 2 },
    ]);
    const failed = read([request(["carts"], ["carts"], 500)]).endpoints[0];
    expect(failed?.scenarios).toEqual([{ calls: ["carts"], traces: 1 }]);
  });

  it("are one set of all where each request is different", () => {
    const views = Array.from({ length: 600 }, (_, at) => request(["carts", `shard${at}`]));
    const [endpoint] = read(views).endpoints;
    expect(endpoint?.scenarios).toHaveLength(1);
    expect(endpoint?.scenarios[0]?.calls).toHaveLength(601);
    expect(endpoint?.scenarios[0]?.traces).toBe(600);
    const wide = request(Array.from({ length: 65 }, (_, at) => `shard${at}`));
    const [both] = read([wide, request([])]).endpoints;
    expect(both?.scenarios.map(({ calls, traces }) => [calls.length, traces])).toEqual([[65, 2]]);
  });

  it("do without what failed while they succeeded", () => {
    const views = [
      request(["carts", "offers"], ["offers"]),
      request(["carts", "offers"], ["offers", "carts"], 500),
      request(["carts", "offers"]),
      request(["carts", "offers"], ["carts"], 500),
    ];
    expect(read(views).endpoints[0]?.optional).toEqual([
      { name: "offers", failed: 2, survived: 1 },
    ]);
  });

  it("do not do without what came through when it was tried again", () => {
    const spans = [span({ meaning: { method: "GET", route: "/cart" } })];
    const calls = [
      call({ from: "frontend", to: "carts", outcome: "timed-out" }),
      call({ from: "frontend", to: "carts", attempt: 1 }),
    ];
    expect(read([view(spans, calls)]).endpoints[0]?.optional).toEqual([]);
    const failed = calls.map((one) => ({ ...one, outcome: "timed-out" as const }));
    expect(read([view(spans, failed)]).endpoints[0]?.optional).toEqual([
      { name: "carts", failed: 1, survived: 1 },
    ]);
  });

  /** frontend -> carts -> stock, and frontend -> stock where `direct`. */
  function chain(fails: { carts?: boolean; stock?: boolean; root?: boolean }, direct: boolean) {
    const status = fails.root === true ? 500 : 200;
    const spans = [
      span({ meaning: { method: "GET", route: "/cart", status } }),
      span({ parent: 0, service: "carts" }),
      span({ parent: 1, kind: "internal", service: "carts" }),
    ];
    const outcome = (failed = false) => (failed ? "unusable" : "usable") as "unusable" | "usable";
    const calls = [
      call({ from: "frontend", to: "carts", server: 1, outcome: outcome(fails.carts) }),
      call({ from: "carts", to: "stock", caller: 2, outcome: outcome(fails.stock) }),
    ];
    return view(spans, direct ? [...calls, call({ from: "frontend", to: "stock" })] : calls);
  }

  it("do without the call at which a failure ended, and not without what made it fail", () => {
    const optional = (direct: boolean, ...views: Parameters<typeof chain>[0][]) =>
      read(views.map((one) => chain(one, direct))).endpoints[0]?.optional;
    expect(optional(false, { carts: true, stock: true })).toEqual([
      { name: "carts", failed: 1, survived: 1 },
    ]);
    expect(optional(false, { stock: true }, { stock: true, carts: true, root: true })).toEqual([
      { name: "stock", failed: 2, survived: 1 },
    ]);
    // The frontend calls it too, and that was not seen to fail.
    expect(optional(true, { stock: true })).toEqual([
      { name: "carts -> stock", failed: 1, survived: 1 },
    ]);
  });

  it("wait for no messages, nor for what these set off", () => {
    const spans = [
      span({ meaning: { method: "GET", route: "/cart" } }),
      span({ parent: 0, kind: "producer" }),
      span({ parent: 1, kind: "consumer", service: "mailer" }),
      span({ parent: 2, kind: "server", service: "late" }),
    ];
    const calls = [
      call({ from: "frontend", to: "kafka", mode: "async", client: 1, outcome: "unusable" }),
      call({ from: "mailer", to: "smtp", caller: 2, outcome: "unusable" }),
      call({ from: "late", to: "disk", caller: 3, outcome: "unusable" }),
    ];
    const [endpoint, ...more] = read([view(spans, calls)]).endpoints;
    expect(more).toEqual([]);
    expect(endpoint).toMatchObject({ calls: [], optional: [], succeeded: 1 });
  });

  it("have names that are unique", () => {
    const root = (service: string) =>
      view([span({ service, meaning: { method: "GET", route: "/" } })]);
    expect(names([root("shop"), root("admin"), root("shop")])).toEqual([
      "1 admin: GET / (admin)",
      "2 shop: GET / (shop)",
    ]);
  });

  it("count a path without a route with the route that it belongs to", () => {
    const root = (parts: SpanParts["meaning"]) =>
      view([span({ meaning: { method: "GET", ...parts } })]);
    const views = [root({ route: "/orders/:id" }), root({ path: "/orders/{id}", status: 503 })];
    expect(names(views)).toEqual(["2 frontend: GET /orders/:id"]);
    expect(names(views.slice(1))).toEqual(["1 frontend: GET /orders/{id}"]);
  });

  it("are none of probes, nor of paths that nobody serves, which is told", () => {
    const root = (path: string, status: number) =>
      view([span({ meaning: { method: "GET", path, status } })]);
    const { endpoints, notices } = read([root("/healthz", 200), root("/wp-login.php", 404)]);
    expect(endpoints).toEqual([]);
    expect(notices).toEqual([
      "1 request of health checks and metrics makes no endpoint",
      "1 request for paths without a route, answered 404 or 405, makes no endpoint",
    ]);
    const routed = view([span({ meaning: { method: "GET", route: "/orders/:id", status: 404 } })]);
    expect(names([routed])).toHaveLength(1);
  });
});

describe("a request comes from outside", () => {
  const http = { method: "GET", route: "/cart" };
  const serving = span({ parent: 0, service: "shop", meaning: http });

  it("where nothing is above the span that serves it", () => {
    expect(names([view([span({ meaning: http })])])).toEqual(["1 frontend: GET /cart"]);
    const both = view([span({ meaning: http }), span({ service: "other", meaning: http })]);
    expect(names([both])).toHaveLength(2);
  });

  it("where a service that serves nothing calls, such as a load generator or a page", () => {
    const views = [view([span({ kind: "client", service: "load" }), serving])];
    expect(names(views)).toEqual(["1 shop: GET /cart"]);
    const working = view([span({ service: "load", meaning: { method: "GET", route: "/" } })]);
    const { endpoints, notices } = read([...views, working]);
    expect(endpoints.map(({ name }) => name)).toEqual(["GET /"]);
    expect(notices).toEqual([
      "1 request begins inside a service that serves others (jobs, timers) and makes no endpoint",
    ]);
  });

  it("never where a service begins it that others call", () => {
    const begun = view([span({ kind: "client", service: "jobs" }), serving]);
    const called = view([span({ meaning: http })], [call({ from: "frontend", to: "jobs" })]);
    expect(names([begun, called])).toEqual(["1 frontend: GET /cart"]);
  });

  it("where a service calls itself", () => {
    const own = span({ parent: 0, meaning: http });
    expect(names([view([span({ kind: "client" }), own])])).toEqual(["1 frontend: GET /cart"]);
  });

  it("where a call shows who serves, since no span has a kind", () => {
    const spans = [span({ kind: null }), span({ kind: null, parent: 0, service: "shop" })];
    const calls = [call({ from: "frontend", to: "shop", client: 0, server: 1, caller: -1 })];
    expect(names([view(spans, calls)])).toEqual(["1 shop: operation"]);
  });

  it("where what is above was never seen, and nobody is seen to call its service", () => {
    const lost = view([span({ orphan: true, service: "shop", meaning: http })]);
    const { endpoints, notices } = read([lost]);
    expect(endpoints.map(({ name }) => name)).toEqual(["GET /cart"]);
    expect(notices[0]).toMatch(/^the requests to shop have a parent that is in no source;/);
    const called = view([span({ meaning: http })], [call({ from: "frontend", to: "shop" })]);
    expect(names([lost, called])).toEqual(["1 frontend: GET /cart"]);
  });

  it("where no span has a telling kind and HTTP says so, or another service is called", () => {
    const root = (parts: SpanParts, calls = [call({ from: "frontend", to: "shop" })]) =>
      view([span({ kind: null, ...parts }), span({ kind: null, parent: 0 })], calls);
    expect(names([root({ meaning: http }, [])])).toEqual(["1 frontend: GET /cart"]);
    expect(names([root({ kind: "internal", meaning: { name: "checkout" } })])).toEqual([
      "1 frontend: checkout",
    ]);
    expect(names([root({ meaning: { name: "nightly" } }, [])])).toEqual([]);
  });

  it("never where a message, work of its own, or a lost part of a trace begins it", () => {
    const consumer = view([span({ kind: "consumer" }), span({ parent: 0, kind: "server" })]);
    const { endpoints, notices } = read([consumer]);
    expect(endpoints).toEqual([]);
    expect(notices[0]).toMatch(/^1 trace begins with a message and makes no endpoint; write one/);
    const job = view([span({ kind: "internal" }), span({ parent: 0, kind: "client" })]);
    const part = view([span({ kind: "internal", orphan: true, meaning: http })]);
    expect(names([job, part])).toEqual([]);
    expect(names([view([span({ service: null, meaning: http })])])).toEqual([]);
  });

  it("with GraphQL's operation, which its own span or one of its service tells", () => {
    const graphql = { method: "POST", route: "/graphql" };
    const inner = (name: string, service = "frontend") =>
      view([
        span({ meaning: graphql }),
        span({ parent: 0, kind: "internal", service, meaning: { name } }),
      ]);
    expect(names([inner("query Cart"), inner("mutation Pay"), inner("resolve x")])).toEqual([
      "1 frontend: POST /graphql",
      "1 frontend: POST /graphql mutation Pay",
      "1 frontend: POST /graphql query Cart",
    ]);
    expect(names([inner("query Cart", "other")])).toEqual(["1 frontend: POST /graphql"]);
    const many = Array.from({ length: 30 }, (_, at) => inner(`query Q${at}`));
    expect(names([...many, inner("resolve x")])).toEqual(["31 frontend: POST /graphql"]);
  });
});

describe("endpoints of many traces", () => {
  it("are bounded, which is told", () => {
    const root = (service: string, route: string) =>
      view([span({ service, meaning: { method: "GET", route } })]);
    const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
    const views = letters.flatMap((one) =>
      letters.map((two) => root(`s-${one}`, `/${one}/${two}`)),
    );
    // Services that come when there is no more room are left out.
    const { endpoints, notices } = read([...views.slice(0, 300), root("late", "/")], {
      nodes: 200,
    });
    expect(endpoints.length).toBeLessThanOrEqual(200);
    expect(endpoints.some(({ name }) => name.includes("{rest}"))).toBe(true);
    expect(endpoints.some(({ entry }) => entry === "late")).toBe(false);
    expect(notices).toEqual([expect.stringMatching(/^requests are of too many paths/)]);
    expect(read(views).endpoints).toHaveLength(676);
    expect(read(views).notices).toEqual([]);
  });

  it("keep no more names than there is room for", () => {
    const views = Array.from({ length: 400 }, (_, at) => request([`shard${at}`], [`shard${at}`]));
    const { endpoints, notices } = read(views, { names: 10_000 });
    expect(endpoints[0]).toMatchObject({ traces: 400, succeeded: 400 });
    expect(endpoints[0]!.calls.length).toBeLessThan(150);
    expect(endpoints[0]!.optional.length).toBeLessThan(150);
    expect(endpoints[0]!.scenarios).toHaveLength(1);
    expect(notices).toHaveLength(1);
  });

  it("come out one and the same in whatever order the traces come", () => {
    const callee = fc.constantFrom("carts", "users", "offers", "stock");
    const arbitrary = fc
      .record({
        callees: fc.uniqueArray(callee),
        failing: fc.uniqueArray(callee, { maxLength: 2 }),
        status: fc.constantFrom(200, 200, 404, 500),
        path: fc.nat(60),
        via: fc.constantFrom("root", "orphan"),
      })
      .map(({ callees, failing, status, path, via }) => {
        const made = request(callees, failing, status);
        const name = path % 3 === 0 ? { path: `/of/word${path}` } : { route: `/r${path % 4}` };
        const root = span({
          orphan: via === "orphan",
          meaning: { method: "GET", status, ...name },
        });
        return { ...made, spans: [root, ...made.spans.slice(1)] };
      });
    fc.assert(
      fc.property(
        fc.array(arbitrary, { maxLength: 80 }),
        fc.infiniteStream(fc.nat()),
        (views, keys) => {
          const shuffled = views
            .map((one) => [keys.next().value as number, one] as const)
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one);
          expect(read(shuffled)).toEqual(read(views));
          for (const { traces, succeeded, scenarios, optional } of read(views).endpoints) {
            expect(scenarios.reduce((sum, one) => sum + one.traces, 0)).toBe(succeeded || traces);
            for (const one of optional) expect(one.survived).toBeGreaterThan(0);
          }
        },
      ),
      { seed: 3, numRuns: 150, endOnFailure: true },
    );
  });
});
