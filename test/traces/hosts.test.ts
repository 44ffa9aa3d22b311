import { expect, test } from "vitest";
import {
  clusterService,
  isAddress,
  isLoopback,
  readHost,
  readPort,
} from "../../src/traces/hosts.ts";

test.each([
  ["cart:8080", "cart", 8080],
  ["Cart.Shop.svc.cluster.local.", "cart.shop.svc.cluster.local", null],
  ["[2001:db8::1]:443", "2001:db8::1", 443],
  ["2001:db8::1", "2001:db8::1", null],
  ["/10.0.0.1:9042", "10.0.0.1", 9042],
  ["https://user:secret@pay.example.com:8443/a?b", "pay.example.com", 8443],
  ["outbound|9080||reviews.default.svc.cluster.local", "reviews.default.svc.cluster.local", null],
  ["cart_api", "cart_api", null],
])("%s", (text, address, port) => {
  expect(readHost(text)).toEqual({ address, port });
});

test.each(["/var/run/app.sock", "unix:///run/a.sock", "", "<script>", "a b", `${"x".repeat(300)}`])(
  "%s is no host",
  (text) => {
    expect(readHost(text)).not.toEqual(expect.objectContaining({ address: text }));
    expect(readHost(text)?.address ?? "").not.toMatch(/[<>/\s]/);
  },
);

test("ports, addresses, loopbacks and Services of a cluster", () => {
  expect([readPort("80"), readPort(65536), readPort("x"), readPort(0)]).toEqual([
    80,
    null,
    null,
    null,
  ]);
  expect([isAddress("10.0.0.1"), isAddress("::1"), isAddress("cart")]).toEqual([true, true, false]);
  expect(["localhost", "127.0.0.1", "::1", "10.0.0.1"].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(clusterService("cart.shop.svc.cluster.local")).toBe("cart");
  expect(clusterService("cart.shop.svc")).toBe("cart");
  expect(clusterService("cart.example.com")).toBeNull();
});
