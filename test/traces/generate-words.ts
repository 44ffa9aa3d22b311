import type { Attributes } from "../../src/traces/span.ts";
import type { TracedCall, TracedMessage } from "./generate-model.ts";

/** How a call ended, as its client knows it. */
export type Ending = "ok" | "refused" | "late" | "failed";

/** Names of semantic conventions 1.23 and later, and those before. */
const OLD: Readonly<Record<string, string>> = {
  "http.request.method": "http.method",
  "http.response.status_code": "http.status_code",
  "url.full": "http.url",
  "url.path": "http.target",
  "server.address": "net.peer.name",
  "server.port": "net.peer.port",
  "db.system.name": "db.system",
  "db.namespace": "db.name",
  "db.operation.name": "db.operation",
  "messaging.destination.name": "messaging.destination",
  "messaging.operation.type": "messaging.operation",
};

export function worded(attributes: Attributes, old: boolean): Attributes {
  if (!old) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [OLD[key] ?? key, value]),
  );
}

/** Of the client's span. */
export function clientWords(call: TracedCall, ending: Ending): Attributes {
  const words: Record<string, string | number> = { "server.address": call.to };
  if (ending === "refused") words["error.type"] = "ECONNREFUSED";
  if (ending === "late") words["error.type"] = "timeout";
  switch (call.protocol) {
    case "http": {
      const method = call.operation.split(" ")[0]!;
      words["http.request.method"] = method;
      words["url.full"] = `http://${call.to}/of/7`;
      if (ending === "ok" || ending === "failed") {
        words["http.response.status_code"] = ending === "ok" ? 200 : 500;
      }
      return words;
    }
    case "grpc": {
      const [service, method] = call.operation.split("/");
      const code = { ok: 0, refused: 14, late: 4, failed: 13 }[ending];
      return {
        ...words,
        "rpc.system": "grpc",
        "rpc.service": service!,
        "rpc.method": method!,
        "rpc.grpc.status_code": code,
      };
    }
    case "database":
      return {
        ...words,
        "db.system.name": "postgresql",
        "db.namespace": "shop",
        "db.operation.name": "SELECT",
      };
    case "cache":
      return { ...words, "db.system.name": "redis", "db.operation.name": "GET" };
    default:
      return { ...words, "rpc.system": "java_rmi", "rpc.method": call.operation };
  }
}

/** Of the server's span. */
export function serverWords(call: TracedCall, ok: boolean): Attributes {
  if (call.protocol === "grpc") {
    const [service, method] = call.operation.split("/");
    return {
      "rpc.system": "grpc",
      "rpc.service": service!,
      "rpc.method": method!,
      "rpc.grpc.status_code": ok ? 0 : 13,
    };
  }
  const [method, route] = call.operation.split(" ");
  return rootWords(method!, route!, ok);
}

/** Of the span that a request from outside starts. */
export function rootWords(method: string, route: string, ok: boolean): Attributes {
  return {
    "http.request.method": method,
    "http.route": route,
    "url.path": route.replace("{id}", "7"),
    "http.response.status_code": ok ? 200 : 500,
  };
}

/** Of the producer's span, and of the consumer's. */
export function messageWords(
  { topic, broker }: TracedMessage,
  type: "send" | "process",
): Attributes {
  return {
    "messaging.system": "kafka",
    "messaging.destination.name": topic,
    "messaging.operation.type": type,
    "server.address": broker,
  };
}
