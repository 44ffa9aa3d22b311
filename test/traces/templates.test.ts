import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameProblem } from "../../src/model/names.ts";
import { segmentsOfRoute, templatePath, templateText } from "../../src/traces/templates.ts";

const route = (text: string) => `/${segmentsOfRoute(text).join("/")}`;

describe("a path", () => {
  it.each([
    ["/users/42/orders", "/users/{id}/orders"],
    ["/orders/550e8400-e29b-41d4-a716-446655440000", "/orders/{id}"],
    ["/orders/507f1f77bcf86cd799439011/items/-1.5", "/orders/{id}/items/{id}"],
    ["/o/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/o/{id}"],
    ["/commits/3f2a9c1", "/commits/{id}"],
    ["/commits/da39a3ee5e6b4b0d3255bfef95601890afd80709", "/commits/{id}"],
    ["/reports/2024-01-31", "/reports/{id}"],
    ["/mail/ada@example.com/read", "/mail/{id}/read"],
    ["/mail/ada%40example.com", "/mail/{id}"],
    ["/hosts/10.0.0.1", "/hosts/{id}"],
    ["/customers/cus_9s6XKzkNRiz8i3", "/customers/{id}"],
    ["/files/AbCdEfGhIjKlMnOpQrSt", "/files/{id}"],
    ["/files/dGhpcyBpcyBhIHRlc3Q=", "/files/{id}"],
    ["/static/app.3f2a9c1b.js", "/static/{id}"],
    ["/cafés/Zürich", "/{id}/{id}"],
    [`/blog/${"a-very-long-title-".repeat(3)}`, "/blog/{id}"],
    ["/v1/orders/7:cancel", "/v1/orders/{id}:cancel"],
  ])("has parts that differ from request to request: %s", (path, template) => {
    expect(templatePath(path)).toBe(template);
  });

  it.each([
    "/",
    "/api/v1/cart",
    "/oauth2/token",
    "/oauth/check_token",
    "/login/tokenAuth",
    "/x/facade/feedback",
    "/getCustomerOrderHistory",
    "/index.html",
    "/.well-known/openid",
    "/hipstershop.CartService/GetCart",
    "/v1/orders:cancel",
    "/reset-password",
    "/token/refresh",
    "/users/me/cart",
    "/users/{id}/cart",
  ])("has words that stay: %s", (path) => {
    expect(templatePath(path)).toBe(path);
    expect(templatePath(templatePath(path))).toBe(path);
  });

  it("is without scheme, authority, query, fragment, matrix parameters and empty parts", () => {
    expect(templatePath("https://ada:secret@shop.example:8443/cart?token=abc#x")).toBe("/cart");
    expect(templatePath("/a;jsessionid=ABC/b;v=1/")).toBe("/a/b");
    expect(templatePath("//a///b//")).toBe("/a/b");
    expect(templatePath("?password=x")).toBe("/");
    expect(templatePath("")).toBe("/");
  });

  it("hides what follows a word that introduces a secret, or a person", () => {
    expect(templatePath("/reset-password/hunter")).toBe("/reset-password/{id}");
    expect(templatePath("/token/correcthorse/use")).toBe("/token/{id}/use");
    expect(templatePath("/users/ada/orders")).toBe("/users/{id}/orders");
    expect(templatePath("/password=hunter/x")).toBe("/{id}/x");
  });

  it("is bounded in depth", () => {
    expect(templatePath("/a".repeat(3000))).toBe(`${"/a".repeat(8)}/{rest}`);
  });

  it("is a name whatever it holds, and its own template", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), (text) => {
        const template = templatePath(text);
        expect(nameProblem(template)).toBeNull();
        expect(template).not.toMatch(/[?#@=%]/);
        expect(templatePath(template)).toBe(template);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });

  it("keeps no secret of a URL", () => {
    const secret = fc.stringMatching(/^[a-z]{3}[0-9]{4}[A-Z]{2}[a-z0-9]{3,20}$/);
    const spot = fc.constantFrom(
      (it: string) => `https://${it}:x@shop/cart`,
      (it: string) => `https://x:${it}@shop/cart`,
      (it: string) => `/cart?key=${it}`,
      (it: string) => `/cart#${it}`,
      (it: string) => `/cart;sid=${it}/x`,
      (it: string) => `/cart/${it}`,
      (it: string) => `/cart/${it}/x`,
      (it: string) => `/cart/sk-${it}.json`,
    );
    fc.assert(
      fc.property(secret, spot, (it, at) => {
        expect(templatePath(at(it))).not.toContain(it);
        expect(templateText(`GET ${at(it)}`)).not.toContain(it);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe("a route", () => {
  it.each(["/users/:id", "/u/<int:id>", "/api/[slug]", "/{id?}/x", "/*", "/errors/404", "/"])(
    "stays as the framework tells it: %s",
    (text) => expect(route(text)).toBe(text),
  );

  it("is templated where an instrumentation put the path there", () => {
    expect(route("/orders/550e8400-e29b-41d4-a716-446655440000?x=1")).toBe("/orders/{id}");
    expect(route("cart/")).toBe("/cart");
  });
});

describe("the name of a span", () => {
  it.each([
    ["GET /users/42?x=y", "GET /users/{id}"],
    ["post /location/update/v4", "post /location/update/v4"],
    ["I'm a server span", "I'm a server span"],
    ["shop.Cart/Get", "shop.Cart/Get"],
    ["login ada@example.com", "login {id}"],
    ["http://a:b@c/d/12", "/d/{id}"],
    ["a\u0000\u202eb\n c", "a b c"],
  ])("is templated word by word: %s", (text, name) => expect(templateText(text)).toBe(name));

  it("is a name whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const name = templateText(text);
        expect(name === "" || nameProblem(name) === null).toBe(true);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});
