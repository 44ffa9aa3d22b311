import { describe, expect, it } from "vitest";
import type { Meaning } from "../../src/traces/calls.ts";
import {
  isGraphql,
  isProbe,
  nameOfRequest,
  operationOf,
  requestName,
  routeOf,
} from "../../src/traces/request-name.ts";
import { meaning } from "./views.ts";

const named = (parts: Partial<Meaning>) => nameOfRequest(requestName(meaning(parts)));

describe("the name of a request", () => {
  it("is its method and route, whatever its path", () => {
    expect(named({ method: "POST", route: "/orders/:id", path: "/orders/{id}" })).toBe(
      "POST /orders/:id",
    );
    expect(named({ method: "GET", route: "/" })).toBe("GET /");
    expect(named({ method: "_OTHER", route: "cart/" })).toBe("HTTP /cart");
    expect(named({ method: "XYZZY", route: "/cart" })).toBe("HTTP /cart");
    expect(named({ route: "/cart" })).toBe("/cart");
  });

  it("is its path, templated, where no route is told", () => {
    expect(named({ method: "GET", path: "/orders/42?x=secret" })).toBe("GET /orders/{id}");
  });

  it("has the method that the span's name tells, where nothing else does", () => {
    expect(named({ name: "get /cart", path: "/cart" })).toBe("GET /cart");
    expect(named({ name: "post", route: "/cart" })).toBe("POST /cart");
    expect(named({ name: "getCart", path: "/cart" })).toBe("/cart");
  });

  it("is service and method of an RPC", () => {
    expect(named({ protocol: "grpc", rpc: "/shop.Payment/Charge" })).toBe("shop.Payment/Charge");
    expect(named({ protocol: "grpc", rpc: "shop.Payment/Charge", method: "POST" })).toBe(
      "shop.Payment/Charge",
    );
  });

  it("is what the name of the span says, taken apart where it is a path", () => {
    expect(named({ name: "get /cart/7" })).toBe("GET /cart/{id}");
    expect(named({ name: "HTTP POST /cart" })).toBe("POST /cart");
    expect(named({ name: "/wrk2-api/post/compose", method: "POST" })).toBe(
      "POST /wrk2-api/post/compose",
    );
    expect(named({ name: "http:/book", method: "POST" })).toBe("POST /book");
    expect(named({ name: "I'm a server span" })).toBe("I'm a server span");
    expect(named({ name: "" })).toBe("unnamed");
  });

  it("fits a line", () => {
    const route = `/${"long-name-of-a-resource/".repeat(16)}`;
    expect(named({ method: "GET", route }).length).toBeLessThan(230);
    expect(named({ method: "GET", route })).toMatch(/\/\{rest\}$/);
  });

  it("has GraphQL's operation behind the path", () => {
    const graphql = requestName(meaning({ method: "POST", route: "/api/graphql" }));
    expect(isGraphql(graphql)).toBe(true);
    expect(isGraphql(requestName(meaning({ name: "graphql" })))).toBe(false);
    const operation = operationOf(meaning({ name: "query GetCart" }))!;
    expect(nameOfRequest({ ...graphql, segments: [...graphql.segments, operation] })).toBe(
      "POST /api/graphql query GetCart",
    );
    expect(operationOf(meaning({ name: "mutation" }))).toBe(" mutation");
    expect(operationOf(meaning({ name: "query { cart(id: 7) }" }))).toBeNull();
    expect(operationOf(meaning({ name: "Query.assistantReply" }))).toBeNull();
  });

  it("tells what probes and scrapers ask for", () => {
    const asks = (path: string) => isProbe(requestName(meaning({ method: "GET", path })));
    expect(
      ["/healthz", "/actuator/health/liveness", "/-/ready", "/metrics", "/q/health/live"].every(
        asks,
      ),
    ).toBe(true);
    expect(
      ["/health/records", "/cart/ping", "/api/users/metrics", "/", "/live/stream"].some(asks),
    ).toBe(false);
    const rpc = { protocol: "grpc", rpc: "grpc.health.v1.Health/Check" } as const;
    expect(isProbe(requestName(meaning(rpc)))).toBe(true);
  });
});

describe("a path without a route", () => {
  const route = (text: string) => requestName(meaning({ method: "GET", route: text }));
  const path = (text: string, method = "GET") => requestName(meaning({ method, path: text }));
  const routes = ["/orders/:id", "/orders/search", "/:kind/:id", "/cart"].map(route);
  const found = (name: ReturnType<typeof path>) => {
    const fitting = routeOf(name, routes);
    return fitting && nameOfRequest(fitting);
  };

  it("belongs to the route with the most words in common", () => {
    expect(found(path("/orders/42"))).toBe("GET /orders/:id");
    expect(found(path("/orders/search"))).toBe("GET /orders/search");
    expect(found(path("/carts/42"))).toBe("GET /:kind/:id");
  });

  it("belongs to none of another method, length or word", () => {
    expect(found(path("/orders/42", "POST"))).toBeNull();
    expect(found(path("/orders/42/items"))).toBeNull();
    expect(found(path("/basket"))).toBeNull();
    expect(found(route("/orders/:other"))).toBeNull();
  });
});
