import { expect, test } from "vitest";
import { type EndingClues, readEnding, readGrpcStatus } from "../../src/traces/ending.ts";

const nothing: EndingClues = {
  status: null,
  grpc: null,
  errorType: null,
  errorText: null,
  database: null,
  flags: null,
};

function ending(clues: Partial<EndingClues>) {
  return readEnding({ ...nothing, ...clues });
}

test.each([
  [200, "reply"],
  [302, "reply"],
  [404, "reply"],
  [429, "reply"],
  [500, "reply"],
  [501, "reply"],
  [502, "unusable"],
  [503, "unusable"],
  [504, "unusable"],
  [505, "reply"],
] as const)("HTTP %i is %s", (status, expected) => {
  expect(ending({ status })).toBe(expected);
});

test.each([
  [0, "reply"],
  [1, null],
  [2, "reply"],
  [4, "timed-out"],
  [5, "reply"],
  [8, "reply"],
  [13, "reply"],
  [14, "unusable"],
  [16, "reply"],
] as const)("gRPC %i is %s", (grpc, expected) => {
  expect(ending({ grpc })).toBe(expected);
});

test.each([
  ["ECONNREFUSED", "unusable"],
  ["java.net.ConnectException", "unusable"],
  ["java.net.UnknownHostException", "unusable"],
  ["ConnectTimeoutError", "unusable"],
  ["dial tcp 10.0.0.1:80: i/o timeout", "unusable"],
  ["dial tcp: lookup cart: no such host", "unusable"],
  ["connection reset by peer", "unusable"],
  ["unexpected EOF", "unusable"],
  ["socket hang up", "unusable"],
  ["java.net.SocketTimeoutException", "timed-out"],
  ["context deadline exceeded", "timed-out"],
  ["timeout", "timed-out"],
  ["The operation was aborted due to timeout", "timed-out"],
  ["requests.exceptions.ReadTimeout", "timed-out"],
  ["java.lang.IllegalStateException", null],
  ["_OTHER", null],
  ["insufficient funds", null],
] as const)("an error %s is %s, by type and by text", (text, expected) => {
  expect(ending({ errorType: text })).toBe(expected);
  expect(ending({ errorText: text })).toBe(expected);
});

test("a status outweighs what the text of the error says of somebody else's connection", () => {
  expect(ending({ status: 500, errorText: "connection refused by orders-db" })).toBe("reply");
  expect(ending({ status: 500, errorType: "ECONNREFUSED" })).toBe("reply");
});

test("a reply that broke off is none, though its status came", () => {
  expect(ending({ status: 200, errorType: "java.net.SocketTimeoutException" })).toBe("timed-out");
});

test("a database's own status is a reply, but for connections and shutdowns", () => {
  expect(ending({ database: "23505" })).toBe("reply");
  expect(ending({ database: "ORA-00942" })).toBe("reply");
  expect(ending({ database: "08006" })).toBe("unusable");
  expect(ending({ database: "57P01" })).toBe("unusable");
  expect(ending({ database: "57P05" })).toBe("reply");
});

test("Envoy's flags come first", () => {
  expect(ending({ status: 200, flags: "-" })).toBe("reply");
  expect(ending({ status: 404, flags: "NR" })).toBe("unusable");
  expect(ending({ status: 503, flags: "UF,URX" })).toBe("unusable");
  expect(ending({ status: 504, flags: "UT" })).toBe("timed-out");
  expect(ending({ status: 429, flags: "RL" })).toBe("reply");
  // Whoever called broke the protocol; a mesh broke the call on purpose.
  expect(ending({ status: 400, flags: "DPE" })).toBe("reply");
  expect(ending({ status: 503, flags: "FI" })).toBeNull();
});

test("gRPC's status is read as number and as name", () => {
  expect(readGrpcStatus(14)).toBe(14);
  expect(readGrpcStatus("14")).toBe(14);
  expect(readGrpcStatus("UNAVAILABLE")).toBe(14);
  expect(readGrpcStatus("DeadlineExceeded")).toBe(4);
  expect(readGrpcStatus("-32602")).toBeNull();
  expect(readGrpcStatus(17)).toBeNull();
  expect(readGrpcStatus(true)).toBeNull();
});
