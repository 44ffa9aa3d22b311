import { describe, expect, it } from "vitest";
import { CHILD, ROOT, spansOf, TRACE } from "./spans-of.ts";

const span = {
  traceId: TRACE,
  id: CHILD,
  parentId: ROOT,
  kind: "SERVER",
  name: "get /cart",
  timestamp: 1531282088548312,
  duration: 20333,
  localEndpoint: { serviceName: "cart", ipv4: "10.0.0.4", port: 8080 },
  remoteEndpoint: { ipv6: "fd00::1" },
  tags: { "http.path": "/cart", "k8s.pod.name": "cart-0", other: "x" },
  shared: true,
};

function one(changes: object) {
  return spansOf([{ ...span, ...changes }])[0];
}

describe("Zipkin v2", () => {
  it("gives all that later stages ask of a span, and no more", () => {
    expect(spansOf([span])).toEqual([
      {
        traceId: TRACE,
        spanId: CHILD,
        parentId: ROOT,
        kind: "server",
        name: "get /cart",
        start: 1531282088548312,
        end: 1531282088568645,
        failed: false,
        attributes: { "http.path": "/cart", "k8s.pod.name": "cart-0" },
        emitter: {
          service: "cart",
          attributes: { "k8s.pod.name": "cart-0", "host.address": "10.0.0.4", "host.port": 8080 },
        },
        links: [],
        shared: true,
        remote: { service: null, address: "fd00::1", port: null },
      },
    ]);
  });

  it.each([
    ["a list of traces", JSON.stringify([[span], [span]])],
    ["lines of spans", `${JSON.stringify(span)}\n${JSON.stringify(span)}\n`],
    ["lines of traces", `${JSON.stringify([span])}\r\n\r\n${JSON.stringify([span])}`],
    ["values after each other", JSON.stringify(span, null, 2).repeat(2)],
  ])("is read as %s", (_name, text) => {
    expect(spansOf(text)).toEqual([...spansOf([span]), ...spansOf([span])]);
  });

  it.each([
    [{ error: "" }, true],
    [{ error: "500" }, true],
    [{ error: "false" }, false],
    [{}, false],
  ])("with tags %j it failed: %j", (tags, failed) => {
    expect(one({ tags })?.failed).toBe(failed);
  });

  it("says null where it says nothing", () => {
    const { traceId, id } = span;
    expect(
      spansOf([{ traceId, id, timestamp: 0, localEndpoint: { serviceName: "" } }]),
    ).toMatchObject([
      {
        parentId: null,
        kind: null,
        start: null,
        end: null,
        remote: null,
        emitter: { service: null },
      },
    ]);
  });

  it("knows when a span began that has not ended", () => {
    expect(one({ duration: undefined })).toMatchObject({ start: 1531282088548312, end: null });
  });
});
