import { expect, it } from "vitest";
import type { Attributes, Span } from "../../src/traces/span.ts";
import { jaegerText } from "./generate-jaeger.ts";
import { otlpText } from "./generate-otlp.ts";
import { observe } from "./observe.ts";
import { gather, span } from "./spans.ts";

function of(service: string | null, namespace: string | boolean | null, id: string): Span {
  const attributes: Attributes = namespace === null ? {} : { "service.namespace": namespace };
  return { ...span({ id }), emitter: { service, attributes } };
}

it("tells of services that several namespaces have one name for, in any order", () => {
  const spans = [
    of("cart", "us", "1"),
    of("cart", "eu", "2"),
    of("cart", null, "3"),
    of("cart", "eu", "4"),
    of("bank", "eu", "5"),
    of("bank", null, "6"),
    of("a", "x", "7"),
    of("a", "y", "8"),
    of("b", true, "9"),
    of("b", "", "10"),
    of("b", " ", "11"),
    of(null, "z", "12"),
  ];
  const wanted = [
    { service: "a", namespaces: ["x", "y"] },
    { service: "cart", namespaces: ["eu", "us"] },
  ];
  expect(gather(spans).observed.quality.sharedNames).toEqual(wanted);
  expect(gather(spans.toReversed()).observed.quality.sharedNames).toEqual(wanted);
  for (const form of [otlpText, jaegerText]) {
    expect(observe([form(spans.slice(0, 8))]).observed.quality.sharedNames).toEqual(wanted);
  }
});

it("keeps of very many namespaces the first by name", () => {
  const spans = Array.from({ length: 50 }, (_, at) =>
    of("a", `n${String((at * 7) % 50).padStart(2, "0")}`, `${at}`),
  );
  const [shared] = gather(spans).observed.quality.sharedNames;
  expect(shared?.namespaces).toEqual(
    Array.from({ length: 20 }, (_, at) => `n${String(at).padStart(2, "0")}`),
  );
});
