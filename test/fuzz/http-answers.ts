import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Replies } from "./github-grammar.ts";

let server: Server | null = null;
let current: Replies | null = null;

/** A GitHub on the loopback device that answers each question with what the case says. One for all cases. */
export async function answering(replies: Replies): Promise<{ readonly url: string }> {
  current = replies;
  server ??= await listening();
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}

async function listening(): Promise<Server> {
  const made = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const answer = current === null ? "" : answerTo(request.url ?? "", current);
      const { status, headers } = current ?? { status: 200, headers: {} };
      response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
      response.end(Buffer.from(answer));
    });
  });
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  // The worker ends when its cases do.
  made.unref();
  return made;
}

function answerTo(address: string, replies: Replies): string {
  const [path = ""] = address.split("?");
  if (path === "/graphql") return replies.viewer;
  if (/\/pulls\/\d+$/.test(path)) return replies.pull;
  if (path.endsWith("/pulls")) return replies.pulls;
  if (path.endsWith("/events")) return replies.events;
  if (path.endsWith("/comments")) return replies.comments;
  if (/\/comments\/\d+$/.test(path)) return replies.comment;
  if (path.includes("/git/trees/")) return replies.tree;
  if (path.includes("/git/blobs/")) return replies.blob;
  return "{}";
}
