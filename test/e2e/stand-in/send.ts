import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "./routes.ts";
import type { Spoil } from "./state.ts";

/** What a request gets: GitHub's reply, none, or what is left of it. */
export type Sent =
  | Reply
  | "hang"
  | "drop"
  | { readonly reply: Reply; readonly spoil: Spoil; readonly url: URL };

export function send(sent: Sent, request: IncomingMessage, response: ServerResponse): void {
  if (sent === "hang") return;
  if (sent === "drop") {
    request.socket.destroy();
    return;
  }
  if ("spoil" in sent) {
    sendSpoilt(sent, request, response);
    return;
  }
  response.writeHead(sent.status, headersOf(sent));
  response.end(textOf(sent));
}

function headersOf(reply: Reply): Readonly<Record<string, string>> {
  const type = { "content-type": "application/json; charset=utf-8" };
  return { ...(reply.status === 204 ? {} : type), ...reply.headers };
}

/** A body that is a text stands for itself: what a proxy says need not be JSON. */
function textOf({ status, body }: Reply): string | undefined {
  if (status === 204) return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function sendSpoilt(
  { reply, spoil, url }: Exclude<Sent, string | Reply>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const text = textOf(reply) ?? "";
  const half = text.slice(0, text.length / 2);
  switch (spoil) {
    case "lost":
      request.socket.destroy();
      return;
    case "mute":
      return;
    case "cut":
      response.writeHead(reply.status, {
        ...headersOf(reply),
        "content-length": String(Buffer.byteLength(text) + 1),
      });
      response.write(half, () => request.socket.destroy());
      return;
    case "drip":
      response.writeHead(reply.status, headersOf(reply));
      drip(half, response);
      return;
    case "truncated":
      send({ ...reply, body: half }, request, response);
      return;
    default:
      send(linked(reply, nextOf(spoil, url)), request, response);
  }
}

/** White space, which JSON takes anywhere: what comes stays sound. */
function drip(text: string, response: ServerResponse): void {
  response.write(text);
  const clock = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(clock));
}

function nextOf(spoil: "endless" | "circling" | "elsewhere", url: URL): URL {
  if (spoil === "elsewhere") return new URL("http://127.0.0.1:9/elsewhere");
  const next = new URL(url);
  const page = Number(url.searchParams.get("page") ?? 1);
  if (spoil === "endless") next.searchParams.set("page", String(page + 1));
  return next;
}

function linked(reply: Reply, next: URL): Reply {
  return { ...reply, headers: { ...reply.headers, link: `<${next.href}>; rel="next"` } };
}
