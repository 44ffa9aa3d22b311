import { describe, expect, it } from "vitest";
import { callFailed, requestFailed } from "../../src/traces/failure.ts";
import { call, span } from "./views.ts";

const failed = (parts: Parameters<typeof span>[0]) => requestFailed(span(parts));

describe("a request", () => {
  it("fails by HTTP 5xx, by a gRPC code of the server's, or by the status of its span", () => {
    expect([200, 302, 404, 429, 499].some((status) => failed({ meaning: { status } }))).toBe(false);
    expect([500, 501, 503, 599].every((status) => failed({ meaning: { status } }))).toBe(true);
    const codes = Array.from({ length: 17 }, (_, grpc) => grpc);
    expect(codes.filter((grpc) => failed({ meaning: { grpc } }))).toEqual([2, 4, 12, 13, 14, 15]);
    expect(failed({ failed: true })).toBe(true);
    expect(failed({ failed: true, meaning: { status: 200 } })).toBe(true);
    expect(failed({ failed: true, meaning: { grpc: 0, status: 200 } })).toBe(true);
  });

  it("does not fail by a client's error that the tracer marks as one", () => {
    expect(failed({ failed: true, meaning: { status: 404 } })).toBe(false);
    expect(failed({ failed: true, meaning: { grpc: 5 } })).toBe(false);
  });
});

describe("a call", () => {
  const of = (parts: Partial<ReturnType<typeof call>>, spans: Parameters<typeof span>[0][] = []) =>
    callFailed(spans.map(span), call({ from: "a", to: "b", ...parts }));

  it("fails where nobody answered, or the answer was the callee's failure", () => {
    expect(of({ outcome: "unusable" })).toBe(true);
    expect(of({ outcome: "timed-out" })).toBe(true);
    expect(of({ outcome: "usable" })).toBe(false);
    expect(of({ refused: true })).toBe(true);
    expect(of({ refused: true, client: 0 }, [{ meaning: { status: 500 } }])).toBe(true);
    expect(of({ refused: true, client: 0 }, [{ meaning: { status: 404 } }])).toBe(false);
    expect(of({ refused: true, server: 0 }, [{ meaning: { grpc: 13 } }])).toBe(true);
    expect(of({ refused: true, server: 0 }, [{ meaning: { grpc: 5 } }])).toBe(false);
  });

  it("fails where the callee had no time for it", () => {
    expect(of({ refused: true, client: 0 }, [{ meaning: { status: 429 } }])).toBe(true);
    expect(of({ refused: true, client: 0 }, [{ meaning: { status: 408 } }])).toBe(true);
  });

  it("is by its span where nothing tells how it ended", () => {
    expect(of({ outcome: "undecided", client: 0 }, [{ failed: true }])).toBe(true);
    expect(of({ outcome: "undecided", server: 0 }, [{}])).toBe(false);
  });
});
