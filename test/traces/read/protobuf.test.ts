import { describe, expect, it } from "vitest";
import { reading, spansOf } from "./spans-of.ts";

/** A field of wire type 2: its number, and the bytes of its parts. */
function field(number: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), body]);
}

const ids = [field(1, Buffer.alloc(16, 7)), field(2, Buffer.alloc(8, 9))];
const resource = field(1, field(1, field(1, "service.name"), field(2, field(1, "shop"))));

function message(...parts: readonly Buffer[]): Buffer {
  return field(1, resource, field(2, field(2, ...ids, ...parts)));
}

function framed(...messages: readonly Buffer[]): Buffer {
  return Buffer.concat(
    messages.flatMap((one) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(one.length);
      return [length, one];
    }),
  );
}

describe("OTLP protobuf", () => {
  it("reads values of each kind, a zero that was sent among them", () => {
    const value = (name: string, ...bytes: number[]) =>
      field(9, field(1, name), field(2, Buffer.from(bytes)));
    const negative = [0x18, ...Array<number>(9).fill(0xff), 0x01];
    const list = field(5, field(1, field(1, "a")), field(1, field(1, "b")));
    const attributes = [
      value("rpc.grpc.status_code", 0x18, 0),
      value("http.status_code", 0x18, 0xf4, 0x03),
      value("server.port", ...negative),
      value("error", 0x10, 0),
      value("sampler.param", 0x21, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f),
      value("server.address", ...list),
      value("db.name", 0x0a, 0),
    ];
    expect(spansOf(message(...attributes))[0]?.attributes).toEqual({
      "rpc.grpc.status_code": 0,
      "http.status_code": 500,
      "server.port": -1,
      error: false,
      "sampler.param": 0.5,
      "server.address": "a,b",
      "db.name": "",
    });
  });

  it("passes over fields that it does not know", () => {
    const flags = Buffer.from([0x85, 0x01, 1, 0, 0, 0]);
    expect(
      spansOf(message(field(5, "charge"), flags, field(10, "?"), Buffer.from([0x70, 5]))),
    ).toMatchObject([{ name: "charge", emitter: { service: "shop" } }]);
  });

  it("reads messages after each other, with or without their lengths", () => {
    const one = message(field(5, "a"));
    expect(spansOf(Buffer.concat([one, one]))).toHaveLength(2);
    expect(spansOf(framed(one, Buffer.concat([one, one]), Buffer.alloc(0), one))).toHaveLength(4);
  });

  it("takes a name that is not UTF-8 as well as it can", () => {
    expect(spansOf(message(field(5, Buffer.from([0x61, 0xff]))))[0]?.name).toBe("a\uFFFD");
  });

  it.each([
    ["cut off", message().subarray(0, -1), "ends in the middle of a message"],
    ["a frame cut off", framed(message()).subarray(0, -1), "ends in the middle of a message"],
    ["damaged", field(1, Buffer.from([0x0a, 0x7f, 1, 1])), "or is damaged"],
    ["another field", Buffer.concat([message(), Buffer.from([0x12, 1, 1])]), "no OTLP trace data"],
    ["a length beyond the message", framed(field(1, resource)).fill(1, 3, 4), "no OTLP trace data"],
  ])("refuses what is %s", (_name, bytes, words) => {
    const { problems } = reading(bytes);
    expect(problems).toMatchObject([{ severity: "error", code: "broken-protobuf" }]);
    expect(problems[0]?.message).toContain(words);
  });

  it("refuses logs, which look alike but for their ids", () => {
    const log = field(
      1,
      resource,
      field(2, field(2, Buffer.from([0x09, 1, 2, 3, 4, 5, 6, 7, 8]), field(5, "x"))),
    );
    expect(reading(log).problems).toMatchObject([{ severity: "error", code: "unread-format" }]);
  });
});
