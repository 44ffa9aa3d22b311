import { describe, expect, it } from "vitest";
import type { EndpointRow } from "../../src/page/endpoint-rows.ts";
import { type Order, shownRows } from "../../src/page/table-order.ts";

function row(
  name: string,
  verdict: EndpointRow["verdict"],
  down: number | null,
  slo: number | null,
) {
  const head =
    down === null
      ? null
      : { availability: 1 - down, unavailability: down, method: "exact" as const };
  return { name, verdict, head, base: null, sloValue: slo } as unknown as EndpointRow;
}

const ROWS = [
  row("GET /cart", "pass", 0.001, 0.99),
  row("POST /checkout", "fail", 0.02, 0.99),
  row("GET /gone", "warn", null, null),
  row("GET /checkout/cart", "pass", 0.0001, 0.9999),
];

function names(text: string, order: Order, verdict: EndpointRow["verdict"] | null = null) {
  return shownRows(ROWS, { text, verdict }, order).map(({ name }) => name);
}

describe("the endpoint table", () => {
  it("finds rows that hold every word, in any case and order", () => {
    const order: Order = { key: "name", descending: false };
    expect(names("CART get", order)).toEqual(["GET /cart", "GET /checkout/cart"]);
    expect(names("cart checkout", order)).toEqual(["GET /checkout/cart"]);
    expect(names("(", order)).toEqual([]);
    expect(names("", order, "warn")).toEqual(["GET /gone"]);
  });

  it("has the worst first, and what has no figure last, whichever way", () => {
    expect(names("", { key: "verdict", descending: false })[0]).toBe("POST /checkout");
    const after = names("", { key: "after", descending: false });
    expect(after).toEqual(["POST /checkout", "GET /cart", "GET /checkout/cart", "GET /gone"]);
    const back = names("", { key: "after", descending: true });
    expect(back).toEqual(["GET /checkout/cart", "GET /cart", "POST /checkout", "GET /gone"]);
    // All of its budget against a tenth of it.
    const budget = names("", { key: "budget", descending: true });
    expect(budget.slice(0, 2)).toEqual(["POST /checkout", "GET /checkout/cart"]);
  });
});
